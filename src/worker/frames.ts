/**
 * Protocol between this process and a worker: a JSON header, then the bytes it describes. The header begins with its
 * own length in four bytes, and gives the length of each piece of bytes.
 */
export interface Header {
  /** Lengths of the bytes that follow. */
  bytes: number[];
}

const MAX_HEADER = 4 * 1024 * 1024;

export function encodeHeader(header: Header): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([size, text]);
}

export const HEADER_START = 4;

export function headerLength(start: Uint8Array): number {
  const length = Buffer.from(start).readUInt32LE();
  if (length > MAX_HEADER) throw new Error(`A header of ${length} bytes is none.`);
  return length;
}

export const decodeHeader = <H extends Header>(text: Uint8Array): H => JSON.parse(Buffer.from(text).toString()) as H;

/** Splits a buffer into the pieces it contains. */
export function cut(whole: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let at = 0;
  return lengths.map((length) => whole.subarray(at, (at += length)));
}
