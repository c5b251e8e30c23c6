import { isPro } from "../../../core/access.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeWriter } from "../../../core/memes/read-written-meme.ts";
import type { EntityCache } from "../../../data/cache.ts";
import type { Kept } from "../../../data/kept.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Chunks, joinArray, weakTag, type KeptJson } from "../../kept-json.ts";
import { ageOf } from "../../time.ts";
import { KeptMeme } from "../kept-meme.ts";
import { ownMemesPresenter } from "../own-memes.ts";
import { quotable, type Presenting } from "../presenting.ts";
import { presentUser, writeMeme } from "./present.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const chunks = new Chunks();
const utf8 = new TextEncoder();

/** Objects, key and ETag beside the bytes. */
const OVERHEAD = 400;

export const keepMemes = (cache: EntityCache): Kept<KeptMeme> =>
  cache.keep(({ bytes }) => bytes.length + OVERHEAD, { meme: "subject" }, { renew, atSecondRequest: true });

export const memeWriter = (kept: Kept<KeptMeme>, to: Presenting): MemeWriter<KeptMeme> => ({
  kept,
  write: (found, willKeep) => write(found, to, willKeep ? intoChunk : alone),
});

const intoChunk = (text: string): Bytes => chunks.encode(text);
const alone = (text: string): Bytes => utf8.encode(text);

function write({ meme, author }: MemeWithAuthor, to: Presenting, encode: (text: string) => Bytes): KeptMeme {
  const age = ageOf(meme.createdAt, to.now);
  const bytes = encode(writeMeme(meme, presentUser(author, to), age.words, quotable(to.addresses.url)));
  // The age of a young meme changes every second or minute. It comes last.
  const etag = weakTag(age.isYoung ? bytes.subarray(0, -`${age.words}"}`.length) : bytes);
  const until = isPro(author, to.now) ? Math.min(age.until, author.proUntil ?? Infinity) : age.until;
  return new KeptMeme(bytes, etag, author, author.id, meme.disabled, until);
}

/** Moves to the newest chunk, so that it does not keep an old one in memory. */
const renew = ({ bytes, etag, author, authorId, disabled, until }: KeptMeme) =>
  new KeptMeme(chunks.copy(bytes), etag, author, authorId, disabled, until);

/** Memes of lists, cached for as long as the data layer caches the meme. */
const listed = new WeakMap<Meme, { written: KeptMeme; url: string }>();

function keepListed(found: MemeWithAuthor, to: Presenting): KeptMeme {
  const { url } = to.addresses;
  const known = listed.get(found.meme);
  if (known && known.written.author === found.author && known.written.until > to.now && known.url === url)
    return known.written;
  // Not cut out of a chunk, which one popular meme would keep in memory.
  const written = write(found, to, alone);
  listed.set(found.meme, { written, url });
  return written;
}

export const presentMemes = (memes: readonly MemeWithAuthor[], to: Presenting): KeptJson =>
  joinArray(memes.map((one) => keepListed(one, to)));

export const presentOwnMemes = ownMemesPresenter(keepListed);
