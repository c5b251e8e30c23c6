import { InvalidInput } from "./errors.ts";

/**
 * Where an image may come from: a file that somebody chose, bytes, a stream of bytes, or (in Bun, Node and Deno) the
 * path of a file.
 */
export type ImageSource = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | string | URL;

/** How far an upload is, in bytes. */
export interface Progress {
  sent: number;
  total: number;
}

/** All of it in memory: an image has at most 20 MB, and a retry sends it again. */
export async function blobOf(image: ImageSource): Promise<Blob> {
  if (image instanceof Blob) return image;
  if (image instanceof Uint8Array || image instanceof ArrayBuffer) return new Blob([image as Uint8Array<ArrayBuffer>]);
  if (image instanceof ReadableStream) return new Response(image).blob();
  return new Blob([await readFile(image)]);
}

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
