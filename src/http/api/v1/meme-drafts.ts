import type { WrittenMeme } from "../../../core/memes/read-written-meme.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Chunks } from "../../chunks.ts";
import { WrittenJson } from "../../kept-json.ts";
import { writeText } from "../../shape.ts";
import { ageOf } from "../../time.ts";
import type { Presenting } from "../presenting.ts";
import { isOfDisabled, memeShape, shapeIndexOf } from "./meme-shape.ts";
import type { WrittenUser } from "./present.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Where drafts are. */
export interface Drafts {
  readonly bytes: Bytes;
  readonly view: DataView;
  /** How many were written here. */
  readonly puts: number;
}

// A draft: the index of its shape, when it was posted, its part of the ETag, its author's id after its length, values.
const SHAPE = 0;
const CREATED = 2;
const TAG = 10;
const TAG_LENGTH = 13;
const AUTHOR = TAG + TAG_LENGTH;

class Desk implements Drafts {
  readonly bytes: Bytes = new Uint8Array(64 * 1024);
  readonly view = new DataView(this.bytes.buffer);
  puts = 0;
}
const desk = new Desk();

/** A meme without its id, its author and its age. Stays as it is until the next one is drafted. */
export function draftMeme(meme: Meme, { addresses: { url } }: Presenting): Bytes {
  const { bytes, view } = desk;
  const index = shapeIndexOf(meme);
  view.setUint16(SHAPE, index, true);
  view.setFloat64(CREATED, meme.createdAt, true);
  bytes[AUTHOR] = meme.authorId.length;
  const values = writeText(meme.authorId, bytes, AUTHOR + 1);
  const end = memeShape(url, index).draft(meme, bytes, values);
  const tag = Bun.hash(bytes.subarray(values, end), index).toString(36);
  writeText(tag.padStart(TAG_LENGTH, "0"), bytes, TAG);
  desk.puts++;
  return bytes.subarray(0, end);
}

export const writeDraft = (id: string, author: WrittenUser, to: Presenting) => new DraftedMeme(desk, 0, id, author, to);

const textAt = (bytes: Bytes, start: number, length: number): string =>
  Buffer.prototype.latin1Slice.call(bytes, start, start + length);

export const authorIdIn = ({ bytes }: Drafts, start: number) =>
  textAt(bytes, start + AUTHOR + 1, bytes[start + AUTHOR]!);

/** A meme written from its draft, at the moment somebody asks for its bytes: they may want to know the ETag only. */
export class DraftedMeme extends WrittenJson implements WrittenMeme {
  readonly etag: string;
  readonly authorId: string;
  readonly disabled: boolean;
  readonly #ago: string;
  readonly #puts: number;
  #bytes: Bytes | undefined;

  constructor(
    private drafts: Drafts,
    private start: number,
    private id: string,
    private author: WrittenUser,
    private to: Presenting,
  ) {
    super();
    const { view, bytes, puts } = drafts;
    const { words, tag } = ageOf(view.getFloat64(start + CREATED, true), to.now);
    this.etag = `W/"${textAt(bytes, start + TAG, TAG_LENGTH)}${author.tag}${tag}"`;
    this.authorId = author.id;
    this.disabled = isOfDisabled(view.getUint16(start + SHAPE, true));
    this.#ago = words;
    this.#puts = puts;
  }

  /** Has to be asked for before anything is awaited: the next draft may take the place of this one. */
  get bytes(): Bytes {
    return (this.#bytes ??= this.#write());
  }

  #write(): Bytes {
    const { drafts, start, id, author, to } = this;
    if (drafts.puts !== this.#puts) throw new Error("The draft of this meme is gone.");
    const { view, bytes } = drafts;
    const shape = memeShape(to.addresses.url, view.getUint16(start + SHAPE, true));
    const values = start + AUTHOR + 1 + bytes[start + AUTHOR]!;
    return shape.finish(view, values, [id, author.bytes, this.#ago], chunks);
  }
}

const chunks = new Chunks();
