import type { CommentsWriter } from "../../core/comments/read-written-comments.ts";
import type { Ctx } from "../../core/ctx.ts";
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
  /** Does not ask who may see it. */
  find(ctx: Ctx, id: string): WrittenMemeJson | undefined | Promise<WrittenMemeJson | undefined>;
  comments: CommentsWriter<KeptComments>;
}
