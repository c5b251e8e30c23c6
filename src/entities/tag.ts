/** A word that captions mark with a #, in its one form: lower case. */
export interface Tag {
  name: string;
  /** Enabled memes that anyone gets to see unasked. */
  memeCount: number;
  /** Enabled memes rated mature. */
  matureCount: number;
  followerCount: number;
}

export const MAX_TAG = 50;
/** Further ones in a caption are just words. */
export const MAX_TAGS = 10;

/** Letters need their marks: without them, many scripts lose their vowels. */
const CHARACTER = String.raw`[\p{L}\p{M}\p{N}_]`;
/** Not in the middle of a word or of an address. Needs a letter: "#1" is a number. */
const MARKED = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_&#/])#(?=${CHARACTER}*\p{L})(${CHARACTER}+)`, "gu");
const WHOLE = new RegExp(String.raw`^(?=.*\p{L})${CHARACTER}+$`, "u");

/** The one form of a tag, however it was typed; undefined if this cannot be one. */
export function tagNamed(text: string): string | undefined {
  if (text.length > 4 * MAX_TAG) return undefined;
  const name = text.normalize("NFKC").toLowerCase().normalize("NFC");
  return WHOLE.test(name) && [...name].length <= MAX_TAG ? name : undefined;
}

/** A caption in pieces: text, and tags as they were typed. */
export interface Piece {
  text: string;
  /** The tag's one form. */
  tag?: string;
}

export function piecesOf(caption: string): Piece[] {
  const pieces: Piece[] = [];
  const names = new Set<string>();
  let end = 0;
  for (const { 0: text, 1: typed, index } of caption.includes("#") ? caption.matchAll(MARKED) : []) {
    const tag = tagNamed(typed!);
    if (tag === undefined || (names.size === MAX_TAGS && !names.has(tag))) continue;
    names.add(tag);
    if (index > end) pieces.push({ text: caption.slice(end, index) });
    pieces.push({ text, tag });
    end = index + text.length;
  }
  if (end < caption.length) pieces.push({ text: caption.slice(end) });
  return pieces;
}

/** Distinct, and always in the same order, so that two writers cannot wait for each other. */
export const tagsOf = (caption: string): string[] =>
  caption.includes("#") ? [...new Set(piecesOf(caption).flatMap(({ tag }) => tag ?? []))].sort() : [];
