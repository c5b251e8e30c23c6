import type { CommentsWriter } from "../../core/comments/read-written-comments.ts";
import type { MemeWriter, WrittenMeme } from "../../core/memes/read-written-meme.ts";
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

/** Who writes answers that are kept. */
export interface Writers {
  memes: MemeWriter<KeptMeme>;
  comments: CommentsWriter<KeptComments>;
}
