import type { Meme } from "../../../entities/meme.ts";
import { Desk } from "../../desk.ts";
import { DeskJson } from "../../desk-json.ts";
import { newSheet, requireInPlace, TAG_LENGTH, textAt, writeTag, type Drafts } from "../../drafts.ts";
import { writeText, type LatePart, type Shape } from "../../shape.ts";
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

/**
 * A meme as it is shown now. What has to wait must ask for a lasting one before it does, because the next draft may take
 * the place of this one.
 */
export class DraftedMeme extends DeskJson implements WrittenMemeJson {
  readonly etag: string;
  readonly authorId: string;
  readonly disabled: boolean;
  readonly until: number;
  readonly #shape: Shape<Meme>;
  readonly #ago: string;
  readonly #puts: number;

  constructor(
    private drafts: Drafts,
    private start: number,
    readonly id: string,
    private author: Author,
    private to: Presenting,
  ) {
    super(desk);
    const { addresses, now } = to;
    const { bytes, view, puts } = drafts;
    const index = view.getUint16(start + SHAPE, true);
    const { words, tag, until } = ageOf(view.getFloat64(start + CREATED, true), now);
    this.etag = `W/"${textAt(bytes, start + TAG, TAG_LENGTH)}${author.tag}${tag}"`;
    this.authorId = authorIdIn(drafts, start);
    this.disabled = isOfDisabled(index);
    this.until = Math.min(until, author.until, addresses.pictures?.freshUntil() ?? Infinity);
    this.#shape = memeShape(addresses, index);
    this.#ago = words;
    this.#puts = puts;
  }

  protected override write(on: Desk): Bytes {
    const { drafts, start, id, author } = this;
    requireInPlace(drafts, this.#puts);
    const values = start + AUTHOR + 1 + drafts.bytes[start + AUTHOR]!;
    const seal = this.to.addresses.pictures?.sealOf(id) ?? "";
    return this.#shape.finish(drafts.view, values, [id, author, this.#ago, seal], on);
  }
}

/** The one that was drafted last. */
export const finishDrafted = (id: string, author: Author, to: Presenting) =>
  new DraftedMeme(sheet, 0, id, author, to).lasting();
