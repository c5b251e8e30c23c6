import { z } from "zod";

import type { Stats as Totals } from "../../core/stats/read-stats.ts";
import { json } from "../json.ts";
import { keepJson, type KeptJson } from "../kept-json.ts";

// The same on both roots.
const count = z.int().min(0);

export const Stats = z
  .strictObject({
    memes: count.describe("Enabled memes"),
    ratings: count,
    website_users: count.describe("Accounts"),
    unique_memers: count.describe("Accounts that have submitted at least one meme"),
  })
  .meta({ id: "Stats" });

export const exampleStats = { memes: 12, ratings: 30, website_users: 2, unique_memers: 1 };

let last = { text: json(""), answer: keepJson(json("")) };

/** The last answer, unless the totals have changed. */
export function presentStats(stats: Totals): KeptJson {
  const text = json(
    `{"memes":${stats.memes},"ratings":${stats.ratings},"website_users":${stats.websiteUsers},` +
      `"unique_memers":${stats.uniqueMemers}}`,
  );
  if (text !== last.text) last = { text, answer: keepJson(text) };
  return last.answer;
}
