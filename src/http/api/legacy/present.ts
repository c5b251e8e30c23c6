import { averageOf } from "../../../core/memes/average.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { Meme } from "../../../entities/meme.ts";
import type { User } from "../../../entities/user.ts";
import { json, jsonOf, type Json } from "../../json.ts";
import { KeptJson, weakTag } from "../../kept-json.ts";
import { pictureAddress } from "../../picture-address.ts";
import { ageOf, isoOf } from "../../time.ts";
import { ownMemesPresenter } from "../own-memes.ts";
import { quotable, type Presenting } from "../presenting.ts";

function writeOldMeme({ meme, author }: MemeWithAuthor, { addresses }: Presenting, ago: string): Json {
  const url = quotable(addresses.url);
  return json(
    `{"memeid":"${meme.id}","caption":${jsonOf(meme.caption)},"author":"${author.username}#${author.tag}",` +
      `"rating":${averageOf(meme)},"url":${jsonOf(pictureAddress(addresses, addresses.url, meme))},` +
      `"permalink":"${url}/meme/${meme.id}",` +
      `"timestamp":"${isoOf(meme.createdAt).slice(0, -1)}+00:00","time_ago":"${ago}"}`,
  );
}

/** A meme as bytes, and what decides whether they still hold. */
class KeptOldMeme extends KeptJson {
  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    etag: string,
    readonly author: User,
    readonly url: string,
    readonly until: number,
  ) {
    super(bytes, etag);
  }
}

/** Cached for as long as the data layer caches the meme. */
const kept = new WeakMap<Meme, KeptOldMeme>();
const utf8 = new TextEncoder();

export function presentOldMeme(found: MemeWithAuthor, to: Presenting): KeptOldMeme {
  const { meme, author } = found;
  const { url } = to.addresses;
  const known = kept.get(meme);
  if (known && known.author === author && known.until > to.now && known.url === url) return known;
  const { words, until, tag } = ageOf(meme.createdAt, to.now);
  const bytes = utf8.encode(writeOldMeme(found, to, words));
  // The age of a young meme changes every second or minute. It comes last.
  const etag = weakTag(tag === "" ? bytes.subarray(0, -`${words}"}`.length) : bytes);
  const fresh = Math.min(until, to.addresses.pictures?.freshUntil() ?? Infinity);
  const written = new KeptOldMeme(bytes, etag, author, url, fresh);
  kept.set(meme, written);
  return written;
}

export const presentOldMemes = ownMemesPresenter(presentOldMeme);
