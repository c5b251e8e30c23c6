import type { MemeWithAuthor } from "../../core/memes/find-visible-meme.ts";
import type { OwnMemes } from "../../core/memes/list-own-memes.ts";
import type { Meme } from "../../entities/meme.ts";
import type { User } from "../../entities/user.ts";
import { etagOf } from "../answer-json.ts";
import { jsonArray, type Json } from "../json.ts";
import { LongJson } from "../kept-json.ts";
import { ageOf } from "../time.ts";
import type { Presenting } from "./presenting.ts";

interface Written {
  author: User;
  url: string;
  /** When an age in words changes, or the author's Pro ends. */
  until: number;
  body: LongJson;
}

/** Finished lists of somebody's own memes, cached for as long as the data layer caches the list. */
export function ownMemesPresenter(present: (one: MemeWithAuthor, to: Presenting) => Json) {
  const written = new WeakMap<readonly Meme[], Written>();
  return ({ author, memes }: OwnMemes, to: Presenting): LongJson => {
    const { url } = to.addresses;
    const known = written.get(memes);
    if (known && known.author === author && known.url === url && to.now < known.until) return known.body;
    const text = jsonArray(memes.map((meme) => present({ meme, author }, to)));
    const body = new LongJson(Buffer.from(text), etagOf(text));
    written.set(memes, { author, url, until: untilOf(author, memes, to.now), body });
    return body;
  };
}

function untilOf({ proUntil = 0 }: User, memes: readonly Meme[], now: number): number {
  let until = proUntil > now ? proUntil : Infinity;
  for (const { createdAt } of memes) until = Math.min(until, ageOf(createdAt, now).until);
  return until;
}
