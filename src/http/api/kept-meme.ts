import type { WrittenMeme } from "../../core/memes/read-written-meme.ts";
import type { Kept } from "../../data/kept.ts";
import type { Shelf } from "../../data/shelf.ts";
import type { User } from "../../entities/user.ts";
import { KeptJson } from "../kept-json.ts";
import type { KeptComments } from "./kept-comments.ts";

/** A meme as bytes, and what decides whether they still hold. */
export class KeptMeme extends KeptJson implements WrittenMeme {
  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    etag: string,
    readonly author: User,
    readonly authorId: string,
    readonly disabled: boolean,
    readonly until: number,
  ) {
    super(bytes, etag);
  }
}

/** Popular memes are kept as finished bytes, and as many others as possible as drafts. */
export interface KeptMemes {
  finished: Kept<KeptMeme>;
  drafts: Shelf;
  /** By meme. */
  comments: Kept<KeptComments | "many">;
}
