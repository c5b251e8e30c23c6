import { isPro } from "../../../core/access.ts";
import type { Meme } from "../../../entities/meme.ts";
import type { User } from "../../../entities/user.ts";
import { weakTag } from "../../kept-json.ts";
import { writeText } from "../../shape.ts";
import { ageOf } from "../../time.ts";
import { KeptMeme } from "../kept-meme.ts";
import type { Presenting } from "../presenting.ts";
import { memeShapes, shapeIndexOf } from "./meme-shape.ts";
import { keepUser } from "./present.ts";

type Bytes = Uint8Array<ArrayBuffer>;

// A draft: the index of its shape, whether it is disabled, when it was posted, its author's id after its length, values.
const SHAPE = 0;
const DISABLED = 1;
const CREATED = 2;
const AUTHOR = 10;

const room: Bytes = new Uint8Array(64 * 1024);
const moment = new Float64Array(1);
const momentBytes = new Uint8Array(moment.buffer);

/** A meme without its id, its author and its age. Stays as it is until the next one is drafted. */
export function draftMeme(meme: Meme, { addresses: { url } }: Presenting): Bytes {
  const index = shapeIndexOf(meme);
  room[SHAPE] = index;
  room[DISABLED] = meme.disabled ? 1 : 0;
  moment[0] = meme.createdAt;
  room.set(momentBytes, CREATED);
  room[AUTHOR] = meme.authorId.length;
  const values = writeText(meme.authorId, room, AUTHOR + 1);
  return room.subarray(0, memeShapes(url)[index]!.draft(meme, room, values));
}

export const authorIdIn = (drafts: Bytes, start: number) =>
  Buffer.prototype.latin1Slice.call(drafts, start + AUTHOR + 1, start + AUTHOR + 1 + drafts[start + AUTHOR]!);

/** `copy` takes the bytes to where they stay. */
export function finishMeme(
  drafts: Bytes,
  start: number,
  id: string,
  author: User,
  to: Presenting,
  copy: (bytes: Bytes) => Bytes,
): KeptMeme {
  for (let i = 0; i < momentBytes.length; i++) momentBytes[i] = drafts[start + CREATED + i]!;
  const age = ageOf(moment[0]!, to.now);
  const values = start + AUTHOR + 1 + drafts[start + AUTHOR]!;
  const shape = memeShapes(to.addresses.url)[drafts[start + SHAPE]!]!;
  const bytes = copy(shape.finish(drafts, values, [id, keepUser(author, to).bytes, age.words]));
  // The age of a young meme changes every second or minute. It comes last.
  const etag = weakTag(age.isYoung ? bytes.subarray(0, -`${age.words}"}`.length) : bytes);
  const until = isPro(author, to.now) ? Math.min(age.until, author.proUntil ?? Infinity) : age.until;
  return new KeptMeme(bytes, etag, author, author.id, drafts[start + DISABLED] === 1, until);
}
