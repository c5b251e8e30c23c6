import { z } from "zod";

import type { Stats as Totals } from "../../core/stats/read-stats.ts";
import { perObject } from "../../per-object.ts";
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

export const presentStats = perObject(({ memes, ratings, websiteUsers, uniqueMemers }: Totals): KeptJson =>
  keepJson(
    json(`{"memes":${memes},"ratings":${ratings},"website_users":${websiteUsers},"unique_memers":${uniqueMemers}}`),
  ),
);
