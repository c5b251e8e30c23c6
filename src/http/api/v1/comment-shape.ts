import type { Comment } from "../../../entities/comment.ts";
import { jsonOf } from "../../json.ts";
import { Late, Shape, template } from "../../shape.ts";
import { epochSeconds, isoOf } from "../../time.ts";

const AUTHOR = new Late(0);
const MEME = new Late(1);

/** A comment as JSON. Its author and its meme come late, since they change without it. */
export const commentShape = new Shape<Comment>(
  template`{"id":${(one) => one.id},"author":${AUTHOR},"content":${(one) => jsonOf(one.content)},"meme":${MEME},"timestamp":"${(one) => isoOf(one.createdAt)}","timestamp_epoch_seconds":${(one) => epochSeconds(one.createdAt)},"parent":${(one) => one.parentId ?? "null"}}`,
);
