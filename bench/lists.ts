// Feeds and search, measured in milliseconds, one request at a time.
import type { Age } from "../src/entities/age.ts";
import type { Db } from "../src/data/schema.ts";
import { wordsOf } from "../src/data/search-words.ts";
import type { Case } from "./case.ts";

const AGE: Age = 1;
const SAMPLE = 200;

/** SAMPLE positions, spread evenly over all memes of one age rating. */
async function sampleOf(db: Db) {
  const { value } = await db
    .selectFrom("counters")
    .select("value")
    .where("name", "=", `memes:${AGE}`)
    .executeTakeFirstOrThrow();
  const slots = Array.from({ length: SAMPLE }, (_, i) => Math.floor((i * value) / SAMPLE));
  return db
    .selectFrom("memes as m")
    .innerJoin("users as u", "u.id", "m.author_id")
    .select(["m.id", "m.created_at", "m.caption", "u.username"])
    .where("m.age", "=", AGE)
    .where("m.slot", "in", slots)
    .orderBy("m.id")
    .execute();
}

/** As in the Link header. */
const goOn = (path: string, cursor: object) =>
  `${path}?cursor=${Buffer.from(JSON.stringify(cursor)).toString("base64url")}`;

async function deepRecents(db: Db): Promise<string[]> {
  return (await sampleOf(db)).map(({ id, created_at }) => goOn("/v1/meme/recents", { at: created_at, id }));
}

async function deepTops(db: Db): Promise<string[]> {
  const subjects = (await sampleOf(db)).map(({ id }) => id);
  const standings = db.selectFrom("standings").select(["subject", "score"]).where("period", "=", "all");
  const rows = await standings.where("subject", "in", subjects).execute();
  return rows.map(({ subject, score }) => goOn("/v1/meme/top", { score, subject }));
}

/** One word, common or rare; two words; the beginning of one; a name; and a word nobody ever said. */
async function searches(db: Db): Promise<string[]> {
  const asked = (await sampleOf(db)).flatMap(({ caption, username }, i) => {
    const words = wordsOf(caption);
    const [one, other] = [words[i % words.length]!, words[(i * 7 + 1) % words.length]!];
    const begun = [...one].slice(0, 1 + (i % 3)).join("");
    return [one, other, `${one} ${other}`, begun, username, `${one}zzz`];
  });
  return asked.map((search) => `/v1/meme/search?search=${encodeURIComponent(search)}`);
}

const feed = (name: string, paths: Case["paths"], pageOne?: string): Case => ({
  name,
  connections: 1,
  list: true,
  pageOne,
  paths,
});

export const LISTS: readonly Case[] = [
  feed("recents", async () => ["/v1/meme/recents"]),
  feed("recents, further on", deepRecents, "recents"),
  feed("top of all time", async () => ["/v1/meme/top"]),
  feed("top, further on", deepTops, "top of all time"),
  { name: "search", connections: 1, list: true, p50: 30, paths: searches },
];
