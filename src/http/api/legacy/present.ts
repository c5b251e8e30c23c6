import { averageOf } from "../../../core/memes/average.ts";
import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { imagePath } from "../../../core/memes/renditions.ts";
import { json, jsonOf, type Json } from "../../json.ts";
import { isoOf, timeAgo } from "../../time.ts";
import { quotable, type Presenting } from "../presenting.ts";

export function presentOldMeme({ meme, author }: MemeWithAuthor, { addresses, now }: Presenting): Json {
  const url = quotable(addresses.url);
  return json(
    `{"memeid":"${meme.id}","caption":${jsonOf(meme.caption)},"author":"${author.username}#${author.tag}",` +
      `"rating":${averageOf(meme)},"url":"${url}${imagePath(meme)}",` +
      `"permalink":"${url}/meme/${meme.id}",` +
      `"timestamp":"${isoOf(meme.createdAt).slice(0, -1)}+00:00","time_ago":"${timeAgo(meme.createdAt, now)}"}`,
  );
}
