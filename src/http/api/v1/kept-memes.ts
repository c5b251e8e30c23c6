import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeWriter } from "../../../core/memes/read-written-meme.ts";
import type { Addresses } from "../../../config.ts";
import type { EntityCache } from "../../../data/cache.ts";
import { DAY_MS } from "../../../data/periods.ts";
import type { Meme } from "../../../entities/meme.ts";
import { Chunks, joinArray, joinBytes, KeptJson } from "../../kept-json.ts";
import { dateOf } from "../../time.ts";
import { KeptMeme, type Writers } from "../kept-meme.ts";
import { ownMemesPresenter } from "../own-memes.ts";
import type { Presenting } from "../presenting.ts";
import { authorIdIn, draftMeme, finishMeme } from "./meme-drafts.ts";
import { commentsWriter } from "./present-comments.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Objects, key and ETag beside the bytes. */
const OVERHEAD = 400;

export const openWriters = (cache: EntityCache, addresses: Addresses): Writers => ({
  memes: memeWriter(cache, addresses),
  comments: commentsWriter(cache),
});

/** Popular memes are kept as finished bytes, and as many others as possible as drafts. */
const memeWriter = (cache: EntityCache, addresses: Addresses): MemeWriter<KeptMeme> => ({
  kept: cache.keep(({ bytes }) => bytes.length + OVERHEAD, { meme: "subject" }, { renew, atSecondRequest: true }),
  recall({ now }, id, willKeep) {
    const { memeDrafts: drafts, users } = cache;
    const start = drafts.find(id);
    const author = start < 0 ? undefined : users.get(authorIdIn(drafts.bytes, start));
    return author && finishMeme(drafts.bytes, start, id, author, { addresses, now }, willKeep ? intoChunk : alone);
  },
  begin({ now }) {
    const isCurrent = cache.memeDrafts.mark();
    const to = { addresses, now };
    return ({ meme, author }, willKeep) => {
      const draft = draftMeme(meme, to);
      if (isCurrent()) cache.memeDrafts.put(meme.id, draft);
      return finishMeme(draft, 0, meme.id, author, to, willKeep ? intoChunk : alone);
    };
  },
});

const chunks = new Chunks();
const intoChunk = (bytes: Bytes): Bytes => chunks.copy(bytes);
/** For bytes that go with their answer. A chunk of them would stay until the last one is collected. */
const alone = (bytes: Bytes): Bytes => bytes.slice();

/** Moves to the newest chunk, so that it does not keep an old one in memory. */
const renew = ({ bytes, etag, author, authorId, disabled, until }: KeptMeme) =>
  new KeptMeme(intoChunk(bytes), etag, author, authorId, disabled, until);

/** Memes of lists, cached for as long as the data layer caches the meme. */
const listed = new WeakMap<Meme, { written: KeptMeme; url: string }>();

function keepListed(found: MemeWithAuthor, to: Presenting): KeptMeme {
  const { url } = to.addresses;
  const known = listed.get(found.meme);
  if (known && known.written.author === found.author && known.written.until > to.now && known.url === url)
    return known.written;
  // Not cut out of a chunk, which one popular meme would keep in memory.
  const written = finishMeme(draftMeme(found.meme, to), 0, found.meme.id, found.author, to, alone);
  listed.set(found.meme, { written, url });
  return written;
}

export const presentMemes = (memes: readonly MemeWithAuthor[], to: Presenting): KeptJson =>
  joinArray(memes.map((one) => keepListed(one, to)));

export const presentMemesOfDays = (memes: readonly MemeWithAuthor[], to: Presenting): KeptJson =>
  joinArray(memes.map((one) => ofDay(one.meme.wonDay!, keepListed(one, to))));

const utf8 = new TextEncoder();
const END = utf8.encode("}");

function ofDay(day: number, { bytes, etag }: KeptJson): KeptJson {
  const start = utf8.encode(`{"day":"${dateOf(day * DAY_MS)}","meme":`);
  return new KeptJson(joinBytes([start, bytes, END]), etag);
}

export const presentOwnMemes = ownMemesPresenter(keepListed);
