import type { CommentBy } from "../../../core/comments/list-meme-comments.ts";
import type { Comment } from "../../../entities/comment.ts";
import { CLOSE, COMMA, joinBytes, KeptJson, OPEN, weakTag } from "../../kept-json.ts";
import type { Presenting } from "../presenting.ts";
import { keepUser, writeComment } from "./present.ts";

/** A comment as bytes, without its author and its meme. */
interface Frame {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the author goes, and where the meme goes. */
  author: number;
  meme: number;
  tag: string;
}

/** Cached for as long as the data layer caches the comment. */
const frames = new WeakMap<Comment, Frame>();

function frameOf(comment: Comment): Frame {
  const known = frames.get(comment);
  if (known) return known;
  const [before, between, after] = writeComment(comment);
  const bytes = utf8.encode(before + between + after);
  // What comes before and after is ASCII.
  const frame = { bytes, author: before.length, meme: bytes.length - after.length, tag: weakTag(bytes) };
  frames.set(comment, frame);
  return frame;
}

const utf8 = new TextEncoder();

/** The comments of one meme, each with the meme in it. */
export function presentComments(comments: readonly CommentBy[], meme: KeptJson, to: Presenting): KeptJson {
  const parts = [OPEN];
  let tags = meme.etag;
  for (const { comment, by } of comments) {
    const { bytes, author, meme: end, tag } = frameOf(comment);
    const user = keepUser(by, to);
    if (parts.length > 1) parts.push(COMMA);
    parts.push(bytes.subarray(0, author), user.bytes, bytes.subarray(author, end), meme.bytes, bytes.subarray(end));
    tags += tag + user.etag;
  }
  parts.push(CLOSE);
  return new KeptJson(joinBytes(parts), weakTag(tags));
}
