import { writeText } from "./shape.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Where drafts are. */
export interface Drafts {
  readonly bytes: Bytes;
  readonly view: DataView;
  /** How many have been written. */
  readonly puts: number;
}

/** For one draft at a time, which stays there until the next one. */
export function newSheet(length = 64 * 1024): Drafts {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer), puts: 0 };
}

/** `puts` is how many had been written when the draft was found. */
export function requireInPlace(drafts: Drafts, puts: number) {
  if (drafts.puts !== puts) throw new Error("This draft has been finished too late: another took its place.");
}

/** Of the part of an ETag that a draft holds. */
export const TAG_LENGTH = 13;

/** `seed` stands for whatever the values do not say. */
export function writeTag(values: Bytes, seed: number, into: Bytes, at: number) {
  writeText(Bun.hash(values, seed).toString(36).padStart(TAG_LENGTH, "0"), into, at);
}

export const textAt = (bytes: Bytes, start: number, length: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start, start + length);
