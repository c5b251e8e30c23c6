import type { CommentsWriter, WrittenWithAuthors } from "../../../core/comments/read-written-comments.ts";
import type { EntityCache } from "../../../data/cache.ts";
import type { Comment } from "../../../entities/comment.ts";
import { Desk } from "../../desk.ts";
import { DeskJson } from "../../desk-json.ts";
import { weakTag, type WrittenJson } from "../../kept-json.ts";
import { copyShort } from "../../shape.ts";
import { KeptComments } from "../kept-comments.ts";
import type { Presenting } from "../presenting.ts";
import { keepUser, writeComment, type WrittenUser } from "./present.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const OVERHEAD = 400;
const ID_BYTES = 100;

export const commentsWriter = (cache: EntityCache): CommentsWriter<KeptComments> => ({
  kept: cache.keep(
    (one) => (one === "many" ? OVERHEAD : OVERHEAD + one.bytes.length + ID_BYTES * one.authorIds.length),
    { comment: "subject" },
  ),
  write: writeComments,
});

export function writeComments(comments: readonly Comment[]): KeptComments {
  const cuts: number[] = [];
  let text = "";
  let length = 0;
  for (const comment of comments) {
    // Only what is between author and meme has more than ASCII.
    const [before, between, after] = writeComment(comment);
    const meme = length + before.length + Buffer.byteLength(between);
    cuts.push(length + before.length, meme, (length = meme + after.length));
    text += before + between + after;
  }
  const bytes = new TextEncoder().encode(text);
  return new KeptComments(
    comments.map(({ authorId }) => authorId),
    bytes,
    cuts,
    weakTag(bytes),
  );
}

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

const desk = new Desk();

/** The comments of one meme, each with the meme in it, without those whose authors are gone. */
export class ShownComments extends DeskJson {
  readonly etag: string;
  readonly #comments: KeptComments;
  readonly #users: readonly (WrittenUser | undefined)[];

  constructor(
    { comments, authors }: WrittenWithAuthors<KeptComments>,
    private meme: WrittenJson,
    to: Presenting,
  ) {
    super(desk);
    this.#comments = comments;
    this.#users = authors.map((author) => author && keepUser(author, to));
    let tags = comments.tag + meme.etag;
    for (const user of this.#users) tags += user?.etag ?? "-";
    this.etag = weakTag(tags);
  }

  protected override write(on: Desk): Bytes {
    const { bytes, cuts } = this.#comments;
    const users = this.#users;
    const meme = this.meme.bytes;
    let length = Math.max(2, 1 + bytes.length + users.length * (1 + meme.length));
    for (const user of users) length += user?.bytes.length ?? 0;
    on.makeRoom(length);
    const body = on.bytes;
    body[0] = OPEN;
    let at = 1;
    for (let i = 0, start = 0; i < users.length; i++) {
      const [author, shown, next] = [cuts[3 * i]!, cuts[3 * i + 1]!, cuts[3 * i + 2]!];
      const user = users[i];
      if (user) {
        at = copyShort(bytes, start, author - start, body, at);
        body.set(user.bytes, at);
        at = copyShort(bytes, author, shown - author, body, at + user.bytes.length);
        body.set(meme, at);
        at = copyShort(bytes, shown, next - shown, body, at + meme.length);
        body[at++] = COMMA;
      }
      start = next;
    }
    // In place of the last comma.
    const end = Math.max(2, at);
    body[end - 1] = CLOSE;
    return on.take(end);
  }
}
