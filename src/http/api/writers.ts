import type { CommentsWriter } from "../../core/comments/read-written-comments.ts";
import type { MemeWriter, WrittenMeme } from "../../core/memes/read-written-meme.ts";
import type { WrittenJson } from "../kept-json.ts";
import type { KeptComments } from "./kept-comments.ts";

export interface WrittenMemeJson extends WrittenJson, WrittenMeme {
  id: string;
  /** When it will be out of date. */
  until: number;
}

/** Who writes answers that are made from what is kept. */
export interface Writers {
  memes: MemeWriter<WrittenMemeJson>;
  comments: CommentsWriter<KeptComments>;
}
