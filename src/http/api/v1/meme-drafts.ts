import type { Meme } from "../../../entities/meme.ts";
import { Desk } from "../../desk.ts";
import { newSheet, TAG_LENGTH, textAt, writeTag, type Drafts } from "../../drafts.ts";
import { MAX_PACKED_AT_ONCE } from "../../encoding.ts";
import { WrittenJson } from "../../kept-json.ts";
import { writeText, type LatePart } from "../../shape.ts";
import { ageOf } from "../../time.ts";
import type { Presenting } from "../presenting.ts";
import type { WrittenMemeJson } from "../writers.ts";
import { isOfDisabled, memeShape, shapeIndexOf } from "./meme-shape.ts";

type Bytes = Uint8Array<ArrayBuffer>;

// A draft: the index of its shape, when it was posted, its part of the ETag, its author's id after its length, values.
const SHAPE = 0;
const CREATED = 2;
const TAG = 10;
const AUTHOR = TAG + TAG_LENGTH;

const sheet = newSheet();

/** A meme without its id, its author and its age. Stays as it is until the next one is drafted. */
export function draftMeme(meme: Meme, { addresses }: Presenting): Bytes {
  const { bytes, view } = sheet;
  const index = shapeIndexOf(meme);
  view.setUint16(SHAPE, index, true);
  view.setFloat64(CREATED, meme.createdAt, true);
  bytes[AUTHOR] = meme.authorId.length;
  const values = writeText(meme.authorId, bytes, AUTHOR + 1);
  const end = memeShape(addresses, index).draft(meme, bytes, values);
  writeTag(bytes.subarray(values, end), index, bytes, TAG);
  return bytes.subarray(0, end);
}

export const authorIdIn = ({ bytes }: Drafts, start: number) =>
  textAt(bytes, start + AUTHOR + 1, bytes[start + AUTHOR]!);

const desk = new Desk();

/** Who it is by, as an answer shows them. */
interface Author extends LatePart {
  tag: string;
  until: number;
}

const LASTING = -1;

/**
 * A meme as it is shown now. What has to wait must be made to last before it does, because the next one is finished on
 * the same desk.
 */
export class FinishedMeme extends WrittenJson implements WrittenMemeJson {
  #bytes: Bytes;
  /** When they were written. */
  #count = desk.count;

  constructor(
    bytes: Bytes,
    readonly etag: string,
    readonly id: string,
    readonly authorId: string,
    readonly disabled: boolean,
    readonly until: number,
  ) {
    super();
    this.#bytes = bytes;
  }

  get bytes(): Bytes {
    // Those of another meme would be worse than none: it may be one that the caller must not see.
    if (this.#count !== LASTING && this.#count !== desk.count) throw new Error("This meme was sent too late.");
    return this.#bytes;
  }

  override lasting(): this {
    if (this.#count === LASTING) return this;
    this.#bytes = this.bytes.slice();
    this.#count = LASTING;
    return this;
  }
}

interface MadeOf {
  id: string;
  authorId: string;
  author: Author;
}

export function finishMeme(
  { bytes, view }: Drafts,
  start: number,
  { id, authorId, author }: MadeOf,
  { addresses, now }: Presenting,
): FinishedMeme {
  const { pictures } = addresses;
  const index = view.getUint16(start + SHAPE, true);
  const age = ageOf(view.getFloat64(start + CREATED, true), now);
  const values = start + AUTHOR + 1 + bytes[start + AUTHOR]!;
  const late = [id, author, age.words, pictures?.sealOf(id) ?? ""];
  const finished = new FinishedMeme(
    memeShape(addresses, index).finish(view, values, late, desk),
    `W/"${textAt(bytes, start + TAG, TAG_LENGTH)}${author.tag}${age.tag}"`,
    id,
    authorId,
    isOfDisabled(index),
    Math.min(age.until, author.until, pictures?.freshUntil() ?? Infinity),
  );
  // Another thread compresses it, while the next one is finished here.
  return finished.bytes.length > MAX_PACKED_AT_ONCE ? finished.lasting() : finished;
}

/** The one that was drafted last. */
export const finishDrafted = ({ id, authorId }: Meme, author: Author, to: Presenting) =>
  finishMeme(sheet, 0, { id, authorId, author }, to).lasting();
