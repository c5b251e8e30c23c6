import { GuffawError, InvalidInput, UnsuitableFile } from "./errors.ts";

/**
 * Where an image may come from: a file that somebody chose, bytes, a stream of bytes (Node's own too), or (in Bun, Node
 * and Deno) the path of a file, or its `file:` address.
 *
 * @example
 * await guffaw.submit((await fetch("https://example.org/cat.png")).body!);
 */
export type ImageSource =
  Blob | ArrayBufferView | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL;

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

/** No site takes more, so no more is read into memory. */
const MAX_BYTES = 30 * 2 ** 20;
/** What is sent, and told of, at a time. */
const STEP = 64 * 1024;
/** An address, and not the path of a file: `C:\cat.png` is one. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]+:\/\/|data:|blob:)/i;

// By name and not by class: what comes from a frame or from another context has other classes.
const kindOf = (it: unknown): string => Object.prototype.toString.call(it).slice("[object ".length, -1);

/** All of it in memory: a retry sends it again. */
export async function blobOf(image: ImageSource, signal: AbortSignal): Promise<Blob> {
  try {
    const blob = isBlob(image) ? image : await read(image, signal);
    if (blob.size > MAX_BYTES) throw tooLarge();
    return blob;
  } catch (cause) {
    if (cause instanceof GuffawError) throw cause;
    throw new InvalidInput(
      isPath(image)
        ? `The file ${String(image)} cannot be read; check its name and permissions.`
        : "The image cannot be read: where it comes from, something failed.",
      { cause },
    );
  }
}

const isBlob = (image: unknown): image is Blob => image instanceof Blob || ["Blob", "File"].includes(kindOf(image));
const isPath = (image: unknown): image is string | URL => typeof image === "string" || kindOf(image) === "URL";
const isStream = (image: unknown): image is Stream =>
  typeof image === "object" && image !== null && ("getReader" in image || Symbol.asyncIterator in image);

const tooLarge = () =>
  new UnsuitableFile(`The file is larger than ${MAX_BYTES / 2 ** 20} MB; no site takes that much.`);

async function read(image: Exclude<ImageSource, Blob>, signal: AbortSignal): Promise<Blob> {
  const bytes = bytesOf(image);
  if (bytes) return new Blob([bytes]);
  if (isPath(image)) return gathered(fileAt(String(image)), signal);
  if (isStream(image)) return gathered(image, signal);
  const kind = kindOf(image);
  throw new InvalidInput(
    `An image is a File, a Blob, bytes, a stream of bytes or the path of a file, and not ${kind}.`,
  );
}

/** A copy: a stream may use its memory again, and what is shared with other threads cannot be sent. */
function bytesOf(chunk: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength).slice();
  return kindOf(chunk) === "ArrayBuffer" ? new Uint8Array(chunk as ArrayBuffer).slice() : undefined;
}

type Stream = ReadableStream<unknown> | (AsyncIterable<unknown> & { destroy?(): unknown });

async function gathered(stream: Stream, signal: AbortSignal): Promise<Blob> {
  const { next, release } = readerOf(stream);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // A source that is silent for ever is given up all the same.
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  try {
    for (let step = await Promise.race([next(), givenUp]); !step.done; step = await Promise.race([next(), givenUp])) {
      const bytes = bytesOf(step.value);
      if (!bytes) throw new InvalidInput("The stream of an image gives bytes, and not text or anything else.");
      size += bytes.length;
      if (size > MAX_BYTES) throw tooLarge();
      parts.push(bytes);
    }
    return new Blob(parts);
  } finally {
    signal.removeEventListener("abort", giveUp);
    // Not waited for: who was silent may be silent now, too.
    void (async () => release())().catch(() => {});
  }
}

interface Reader {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>;
  /** Lets go of what is behind it: a file, a connection. */
  release(): unknown;
}

/** Not every browser can walk through a stream by itself. */
function readerOf(stream: Stream): Reader {
  if ("getReader" in stream) {
    const reader = stream.getReader();
    const release = () => {
      const cancelled = reader.cancel();
      reader.releaseLock();
      return cancelled;
    };
    return { next: () => reader.read(), release };
  }
  const chunks = stream[Symbol.asyncIterator]();
  // Node's streams are destroyed: their iterators return only after the next chunk, which may never come.
  return { next: () => chunks.next(), release: () => (stream.destroy ? stream.destroy() : chunks.return?.()) };
}

interface Files {
  createReadStream(path: string | URL): Stream;
}

// Asked for in this way, bundlers for the browser do not stumble over it.
const process = (globalThis as { process?: { getBuiltinModule?(name: string): Files | undefined } }).process;

/** Bun, Node and Deno send a stream as it is; browsers only by HTTP/2, or not at all. */
export const canStream = process?.getBuiltinModule !== undefined;

function fileAt(path: string): Stream {
  const isAddress = ADDRESS.test(path);
  if (isAddress && !/^file:/i.test(path))
    throw new InvalidInput("An image is not fetched from an address: fetch it, and give the body of the response.");
  const files = process?.getBuiltinModule?.("node:fs");
  if (!files)
    throw new InvalidInput("A path can only be read in Bun, Node or Deno; give a File, a Blob or bytes here.");
  return files.createReadStream(isAddress ? new URL(path) : path);
}

/** Counts the bytes as they leave: those that were given are gone when more are asked for. */
export function counted(blob: Blob, onProgress: (progress: Progress) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        onProgress({ sent, total: blob.size });
        if (sent >= blob.size) return controller.close();
        const step = new Uint8Array(await blob.slice(sent, sent + STEP).arrayBuffer());
        sent += step.length;
        controller.enqueue(step);
      },
    },
    // Nothing is asked for in advance.
    { highWaterMark: 0 },
  );
}
