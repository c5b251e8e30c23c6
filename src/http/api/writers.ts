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

/** Drafted comments and, in the same order, their authors; undefined if gone, or if the caller does not want to see them. */
export interface FoundComments {
  drafts: Drafts;
  /** Where each comment is. */
  places: readonly number[];
  /** How many drafts had been written when it was found. */
  puts: number;
  authors: readonly (TaggedPart | undefined)[];
}

/** Who writes answers that are made from what is kept. */
export interface Writers {
  memes: MemeWriter<WrittenMemeJson>;
  comments: CommentsWriter<FoundComments>;
}
