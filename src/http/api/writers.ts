import type { CommentsWriter } from "../../core/comments/read-written-comments.ts";
import type { MemeWriter, WrittenMeme } from "../../core/memes/read-written-meme.ts";
import type { Drafts } from "../drafts.ts";
import type { WrittenJson } from "../kept-json.ts";
import type { LatePart } from "../shape.ts";

export interface WrittenMemeJson extends WrittenJson, WrittenMeme {
  id: string;
  /** When it will be out of date. */
  until: number;
}

/** Part of an answer, and of its ETag. */
export interface TaggedPart extends LatePart {
  readonly tag: string;
}

/** A draft of comments, and their authors in the same order; undefined if the account is gone, or nobody wants it. */
export interface FoundComments {
  drafts: Drafts;
  start: number;
  /** How many drafts had been written when it was found. */
  puts: number;
  authors: readonly (TaggedPart | undefined)[];
}

/** Who writes answers that are made from what is kept. */
export interface Writers {
  memes: MemeWriter<WrittenMemeJson>;
  comments: CommentsWriter<FoundComments>;
}
