import { isPro } from "../../../core/access.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeWriter } from "../../../core/memes/read-written-meme.ts";
import type { EntityCache } from "../../../data/cache.ts";
import type { Kept } from "../../../data/kept.ts";
import { Chunks, weakTag } from "../../kept-json.ts";
import { ageOf } from "../../time.ts";
import { KeptMeme } from "../kept-meme.ts";
import { quotable, type Presenting } from "../presenting.ts";
import { presentUser, writeMeme } from "./present.ts";

const chunks = new Chunks();

/** Objects, key and ETag beside the bytes. */
const OVERHEAD = 400;

export const keepMemes = (cache: EntityCache): Kept<KeptMeme> =>
  cache.keep(({ bytes }) => bytes.length + OVERHEAD, { meme: "subject" }, renew);

export const memeWriter = (kept: Kept<KeptMeme>, to: Presenting): MemeWriter<KeptMeme> => ({
  kept,
  write: (found) => write(found, to),
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
