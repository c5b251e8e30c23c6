import { GuffawError, InvalidInput, UnsuitableFile } from "./errors.ts";

/**
 * An image to submit: a file that somebody chose, bytes, a stream of bytes (including Node's own), or (in Bun, Node and
 * Deno) the path or `file:` address of a file.
 *
 * @example
 * await guffaw.submit((await fetch("https://example.org/cat.png")).body!);
 */
export type ImageSource =
  Blob | ArrayBufferView | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL;

/**
 * Progress of an upload, in bytes.
 *
 * @example
 * await guffaw.submit("cat.png", { onProgress: ({ sent, total }) => console.log(sent / total) });
 */
export interface Progress {
  sent: number;
  total: number;
}

/** No site accepts more, so do not read more into memory. */
const MAX_BYTES = 30 * 2 ** 20;
/** Bytes to send before reporting progress again. */
const STEP = 64 * 1024;
/** An address rather than a path. `C:\cat.png` is a path. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]+:\/\/|data:|blob:)/i;

// By name, not by class: objects from another frame or context have other classes.
const kindOf = (it: unknown): string => Object.prototype.toString.call(it).slice("[object ".length, -1);

/** Keeps all of it in memory, so that a retry can send it again. */
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
        : "The image cannot be read: its source failed.",
      { cause },
    );
  }
}

const isBlob = (image: unknown): image is Blob => image instanceof Blob || ["Blob", "File"].includes(kindOf(image));
const isPath = (image: unknown): image is string | URL => typeof image === "string" || kindOf(image) === "URL";
const isStream = (image: unknown): image is Stream =>
  typeof image === "object" && image !== null && ("getReader" in image || Symbol.asyncIterator in image);

const tooLarge = () =>
  new UnsuitableFile(`The file is larger than ${MAX_BYTES / 2 ** 20} MB; no site accepts that much.`);

async function read(image: Exclude<ImageSource, Blob>, signal: AbortSignal): Promise<Blob> {
  const bytes = bytesOf(image);
  if (bytes) return new Blob([bytes]);
  if (isPath(image)) return gathered(fileAt(String(image)), signal);
  if (isStream(image)) return gathered(image, signal);
  const kind = kindOf(image);
  throw new InvalidInput(
    `An image must be a File, a Blob, bytes, a stream of bytes or the path of a file, not ${kind}.`,
  );
}

/** A copy: a stream may reuse its memory, and memory shared with other threads cannot be sent. */
function bytesOf(chunk: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength).slice();
  return kindOf(chunk) === "ArrayBuffer" ? new Uint8Array(chunk as ArrayBuffer).slice() : undefined;
}

type Stream = ReadableStream<unknown> | (AsyncIterable<unknown> & { destroy?(): unknown });

async function gathered(stream: Stream, signal: AbortSignal): Promise<Blob> {
  const { next, release } = readerOf(stream);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Give up even on a source that stays silent for ever.
  let giveUp = () => {};
  const givenUp = new Promise<never>((_, reject) => (giveUp = () => reject(signal.reason as Error)));
  signal.addEventListener("abort", giveUp);
  try {
    for (let step = await Promise.race([next(), givenUp]); !step.done; step = await Promise.race([next(), givenUp])) {
      const bytes = bytesOf(step.value);
      if (!bytes) throw new InvalidInput("The stream of an image must yield bytes, not text or anything else.");
      size += bytes.length;
      if (size > MAX_BYTES) throw tooLarge();
      parts.push(bytes);
    }
    return new Blob(parts);
  } finally {
    signal.removeEventListener("abort", giveUp);
    // Do not wait: a silent source may stay silent now too.
    void (async () => release())().catch(() => {});
  }
}

interface Reader {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>;
  /** Releases the file or connection behind it. */
  release(): unknown;
}

/** Not every browser can iterate over a stream. */
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
  // Destroy Node's streams: their iterators return only after the next chunk, which may never come.
  return { next: () => chunks.next(), release: () => (stream.destroy ? stream.destroy() : chunks.return?.()) };
}

interface Files {
  createReadStream(path: string | URL): Stream;
}

// Loaded this way so that bundlers for the browser do not stumble over it.
const process = (globalThis as { process?: { getBuiltinModule?(name: string): Files | undefined } }).process;

/** Bun, Node and Deno can send a stream; browsers only over HTTP/2, or not at all. */
export const canStream = process?.getBuiltinModule !== undefined;

function fileAt(path: string): Stream {
  const isAddress = ADDRESS.test(path);
  if (isAddress && !/^file:/i.test(path))
    throw new InvalidInput(
      "Images are not fetched from an address: fetch it yourself, and pass the body of the response.",
    );
  const files = process?.getBuiltinModule?.("node:fs");
  if (!files) throw new InvalidInput("Paths work only in Bun, Node and Deno; pass a File, a Blob or bytes here.");
  return files.createReadStream(isAddress ? new URL(path) : path);
}

/** Counts bytes as they leave: a chunk has been sent by the time the next one is requested. */
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
    // Request nothing in advance.
    { highWaterMark: 0 },
  );
}
