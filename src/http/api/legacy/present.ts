import { averageOf } from "../../../core/memes/average.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { imagePath } from "../../../core/memes/renditions.ts";
import type { Meme } from "../../../entities/meme.ts";
import { json, jsonOf, type Json } from "../../json.ts";
import { ageOf, isoOf } from "../../time.ts";
import { ownMemesPresenter } from "../own-memes.ts";
import { quotable, type Presenting } from "../presenting.ts";

/** JSON of memes, cached for as long as the data layer caches the meme. Changes with the author's name and the age. */
const written = new WeakMap<Meme, { text: Json; by: string; until: number; url: string }>();

export function presentOldMeme({ meme, author }: MemeWithAuthor, { addresses, now }: Presenting): Json {
  const url = quotable(addresses.url);
  const by = `${author.username}#${author.tag}`;
  const known = written.get(meme);
  if (known && known.by === by && now < known.until && known.url === url) return known.text;
  const age = ageOf(meme.createdAt, now);
  const text = json(
    `{"memeid":"${meme.id}","caption":${jsonOf(meme.caption)},"author":"${by}",` +
      `"rating":${averageOf(meme)},"url":"${url}${imagePath(meme)}",` +
      `"permalink":"${url}/meme/${meme.id}",` +
      `"timestamp":"${isoOf(meme.createdAt).slice(0, -1)}+00:00","time_ago":"${age.words}"}`,
  );
  written.set(meme, { text, by, until: age.until, url });
  return text;
}

export const presentOldMemes = ownMemesPresenter(presentOldMeme);
