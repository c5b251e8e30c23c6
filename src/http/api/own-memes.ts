import type { MemeWithAuthor } from "../../core/memes/find-visible-meme.ts";
import type { OwnMemes } from "../../core/memes/list-own-memes.ts";
import type { Meme } from "../../entities/meme.ts";
import type { User } from "../../entities/user.ts";
import { joinArray, LongJson, type KeptJson } from "../kept-json.ts";
import type { Presenting } from "./presenting.ts";

/** A meme as it is shown until then, unless it or its author changes. */
interface Written extends KeptJson {
  until: number;
}

interface WrittenList {
  author: User;
  url: string;
  until: number;
  body: LongJson;
}

/** Finished lists of somebody's own memes, cached for as long as the data layer caches the list. */
export function ownMemesPresenter(write: (one: MemeWithAuthor, to: Presenting) => Written) {
  const lists = new WeakMap<readonly Meme[], WrittenList>();
  return ({ author, memes }: OwnMemes, to: Presenting): LongJson => {
    const { url } = to.addresses;
    const known = lists.get(memes);
    if (known && known.author === author && known.url === url && to.now < known.until) return known.body;
    const written = memes.map((meme) => write({ meme, author }, to));
    const { bytes, etag } = joinArray(written);
    const body = new LongJson(bytes, etag);
    const until = written.reduce((first, one) => Math.min(first, one.until), Infinity);
    lists.set(memes, { author, url, until, body });
    return body;
  };
}
