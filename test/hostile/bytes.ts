import { IS_FAST } from "../databases.ts";

/** Building blocks of hostile files. */

type Part = string | Uint8Array | number[];

const bytesOf = (part: Part): Uint8Array =>
  typeof part === "string" ? Buffer.from(part, "latin1") : part instanceof Uint8Array ? part : Uint8Array.from(part);

export const join = (...parts: Part[]): Buffer => Buffer.concat(parts.map(bytesOf));

/** For files that keep a worker busy for seconds: the fast run sends a smaller one of the same kind. */
export const inFull = (full: number, fast: number): number => (IS_FAST ? fast : full);

/** Repeats a pattern up to a length. */
export const filled = (length: number, pattern: string | Uint8Array | number): Buffer =>
  Buffer.alloc(length, pattern as string, "latin1");

export function le16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function le24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

export function le32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function be16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function be32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export const MB = 1024 * 1024;

/** The status the server has to answer with, or several if the library decides. */
export type Expected = number | readonly number[];

export interface HostilePicture {
  name: string;
  make(): Uint8Array | Promise<Uint8Array>;
  expect: Expected;
}
