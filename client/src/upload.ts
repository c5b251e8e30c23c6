import { InvalidInput } from "./errors.ts";

/**
 * Where an image may come from: a file that somebody chose, bytes, a stream of bytes (Node's own too), or (in Bun, Node
 * and Deno) the path of a file.
 *
 * @example
 * await guffaw.submit(new Uint8Array(await (await fetch("https://example.org/cat.png")).arrayBuffer()));
 */
export type ImageSource =
  Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL;

/**
 * How far an upload is, in bytes.
 *
 * @example
 * await guffaw.submit("cat.png", { onProgress: ({ sent, total }) => console.log(sent / total) });
 */
export interface Progress {
  sent: number;
  total: number;
}

/** All of it in memory: an image has at most 20 MB, and a retry sends it again. */
export async function blobOf(image: ImageSource, signal?: AbortSignal | undefined): Promise<Blob> {
  if (image instanceof Blob) return image;
  if (image instanceof Uint8Array || image instanceof ArrayBuffer) return new Blob([image as Uint8Array<ArrayBuffer>]);
  if (image instanceof ReadableStream) return gathered(chunksOf(image), signal);
  if (typeof image === "object" && Symbol.asyncIterator in image) return gathered(image, signal);
  return new Blob([await readFile(image)]);
}

/** Not every browser can walk through a stream by itself. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}

async function gathered(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal | undefined): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const all = async () => {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      parts.push(chunk as Uint8Array<ArrayBuffer>);
    }
  };
  await (signal ? Promise.race([all(), aborted(signal)]) : all());
  return new Blob(parts);
}

/** A source that is silent for ever is given up all the same. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

interface Files {
  readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

// Asked for in this way, bundlers for the browser do not stumble over it.
const process = (globalThis as { process?: { getBuiltinModule?(name: string): Files | undefined } }).process;

async function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = process?.getBuiltinModule?.("node:fs/promises");
  if (!files)
    throw new InvalidInput("A path can only be read in Bun, Node or Deno; give a File, a Blob or bytes here.");
  try {
    return await files.readFile(path);
  } catch (cause) {
    throw new InvalidInput(`The file ${String(path)} cannot be read; check its name and permissions.`, { cause });
  }
}

/** Counts the bytes as they leave. */
export function counted(blob: Blob, onProgress: (progress: Progress) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      sent += chunk.byteLength;
      onProgress({ sent, total: blob.size });
    },
  });
  return blob.stream().pipeThrough(counter);
}
