import type { CommentsWriter } from "../../core/comments/read-written-comments.ts";
import type { MemeWriter, WrittenMeme } from "../../core/memes/read-written-meme.ts";
import type { KeptJson } from "../kept-json.ts";
import type { KeptComments } from "./kept-comments.ts";

/** Who writes answers that are made from what is kept. */
export interface Writers {
  memes: MemeWriter<WrittenMeme & KeptJson>;
  comments: CommentsWriter<KeptComments>;
}
