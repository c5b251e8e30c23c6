// Feeds and search, whose cost must not depend on the size of the site or on how far down somebody has read.
import type { Age } from "../src/entities/age.ts";
import { wordsOf } from "../src/data/search-words.ts";
import type { Row } from "./measure.ts";
import type { Site } from "./site.ts";

const AGE: Age = 1;
const SAMPLE = 200;

/** SAMPLE positions, spread evenly over all memes of one age rating. */
async function sampleOf({ database: { db } }: Site) {
  const { value } = await db
    .selectFrom("counters")
    .select("value")
    .where("name", "=", `memes:${AGE}`)
    .executeTakeFirstOrThrow();
  const slots = Array.from({ length: SAMPLE }, (_, i) => Math.floor((i * value) / SAMPLE));
  return db
    .selectFrom("memes as m")
    .innerJoin("users as u", "u.id", "m.author_id")
    .select(["m.id", "m.created_at", "m.heat", "m.caption", "u.username"])
    .where("m.age", "=", AGE)
    .where("m.slot", "in", slots)
    .orderBy("m.id")
    .execute();
}

/** As in the Link header. */
const goOn = (path: string, cursor: object) =>
  `GET ${path}?cursor=${Buffer.from(JSON.stringify(cursor)).toString("base64url")}`;

async function deepRecents(site: Site): Promise<string[]> {
  return (await sampleOf(site)).map(({ id, created_at }) => goOn("/v1/meme/recents", { at: created_at, id }));
}

async function deepHot(site: Site): Promise<string[]> {
  return (await sampleOf(site)).map(({ id, heat }) => goOn("/v1/meme/hot", { at: heat, id }));
}

async function deepTops(site: Site): Promise<string[]> {
  const subjects = (await sampleOf(site)).map(({ id }) => id);
  const standings = site.database.db
    .selectFrom("scores")
    .select(["subject", "score_all as score"])
    .where("count_all", ">", 0);
  const rows = await standings.where("subject", "in", subjects).execute();
  return rows.map(({ subject, score }) => goOn("/v1/meme/top", { score, subject }));
}

/** One word, common or rare; two words; the beginning of one; a name; and a word nobody ever said. */
async function searches(site: Site): Promise<string[]> {
  const asked = (await sampleOf(site)).flatMap(({ caption, username }, i) => {
    const words = wordsOf(caption);
    const [one, other] = [words[i % words.length]!, words[(i * 7 + 1) % words.length]!];
    const begun = [...one].slice(0, 1 + (i % 3)).join("");
    return [one, other, `${one} ${other}`, begun, username, `${one}zzz`];
  });
  return asked.map((search) => `GET /v1/meme/search?search=${encodeURIComponent(search)}`);
}

const feed = (name: string, requests: Row["requests"]): Row => ({
  name,
  targets: { sqlite: { unit: "µs" }, postgres: { unit: "µs" } },
  connections: 4,
  requests,
});

export const LISTS: readonly Row[] = [
  feed("recents, far down", deepRecents),
  feed("hot", async () => ["GET /v1/meme/hot"]),
  feed("hot, far down", deepHot),
  feed("top of all time", async () => ["GET /v1/meme/top"]),
  feed("top, far down", deepTops),
  feed("search", searches),
];
