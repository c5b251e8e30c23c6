import { isPro } from "../../../core/access.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeWriter, WrittenMeme } from "../../../core/memes/read-written-meme.ts";
import type { EntityCache } from "../../../data/cache.ts";
import type { Kept } from "../../../data/kept.ts";
import type { User } from "../../../entities/user.ts";
import { Chunks, KeptJson, weakTag } from "../../kept-json.ts";
import { ageOf } from "../../time.ts";
import type { ApiCall } from "../api-call.ts";
import { presentingOf, quotable, type Presenting } from "../presenting.ts";
import { presentUser, writeMeme } from "./present.ts";

const chunks = new Chunks();

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

/** Objects, key and ETag beside the bytes. */
const OVERHEAD = 400;

export const keepMemes = (cache: EntityCache): Kept<KeptMeme> =>
  cache.keep(({ bytes }) => bytes.length + OVERHEAD, { meme: "subject" }, renew);

export const memeWriter = (call: ApiCall): MemeWriter<KeptMeme> => ({
  kept: call.keptMemes,
  write: (found) => write(found, presentingOf(call)),
});

function write({ meme, author }: MemeWithAuthor, to: Presenting): KeptMeme {
  const age = ageOf(meme.createdAt, to.now);
  const bytes = chunks.encode(writeMeme(meme, presentUser(author, to), age.words, quotable(to.addresses.url)));
  // The age of a young meme changes every second or minute. It comes last.
  const etag = weakTag(age.isYoung ? bytes.subarray(0, -`${age.words}"}`.length) : bytes);
  const until = isPro(author, to.now) ? Math.min(age.until, author.proUntil ?? Infinity) : age.until;
  return new KeptMeme(bytes, etag, author, author.id, meme.disabled, until);
}

/** Moves to the newest chunk, so that it does not keep an old one in memory. */
const renew = ({ bytes, etag, author, authorId, disabled, until }: KeptMeme) =>
  new KeptMeme(chunks.copy(bytes), etag, author, authorId, disabled, until);
