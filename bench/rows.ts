// What the table measures under load, and its targets.
import { sql } from "kysely";

import { imagePath } from "../src/core/memes/renditions.ts";
import { toMeme, wholeMemes } from "../src/data/meme-columns.ts";
import type { Db } from "../src/data/schema.ts";
import type { Row } from "./measure.ts";
import type { Site } from "./site.ts";
import { WRITES, ownCaptions } from "./writes.ts";
import { shuffled } from "./zipf.ts";

const MANY = 32;
/** For requests that take milliseconds: more would only wait. */
const FEW = 4;
const SOME_MEMES = 5000;
const THUMBNAIL_BYTES = 16 * 1024;
const COMMENTS = 7;
const REVALIDATED = 100;

const enabled = (db: Db) => db.selectFrom("memes").where("disabled", "=", 0);
const get = (path: string) => `GET ${path}`;
const only = (path: string) => async () => [get(path)];

export async function byId({ database }: Site): Promise<string[]> {
  const memes = await enabled(database.db).select("id").orderBy("id").execute();
  return shuffled(memes).map(({ id }) => get(`/v1/meme/${id}`));
}

async function withComments({ database }: Site): Promise<string[]> {
  const nearest = sql`abs(comment_count - ${COMMENTS})`;
  const memes = await enabled(database.db).select("id").orderBy(nearest).orderBy("id").limit(SOME_MEMES).execute();
  return memes.map(({ id }) => get(`/v1/meme/${id}/comments`));
}

async function thumbnails({ database }: Site): Promise<string[]> {
  const nearest = sql`abs(thumbnail_bytes - ${THUMBNAIL_BYTES})`;
  const memes = wholeMemes(database.db).where("disabled", "=", 0).orderBy(nearest).orderBy("id").limit(SOME_MEMES);
  return (await memes.execute()).map((row) => get(imagePath(toMeme(row), "thumbnail")));
}

/** Memes with the ETag that a client has seen. */
async function unchanged({ database, port, key }: Site): Promise<string[]> {
  const memes = await enabled(database.db).select("id").orderBy("id").limit(REVALIDATED).execute();
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: key } });
    return `${get(path)}\tIf-None-Match: ${answer.headers.get("etag")}`;
  };
  return Promise.all(memes.map(({ id }) => ask(`/v1/meme/${id}`)));
}

/** Memes that every guest may see. */
async function memePages({ database }: Site): Promise<string[]> {
  const memes = await enabled(database.db).select("id").where("age", "=", 1).limit(SOME_MEMES).execute();
  return memes.map(({ id }) => get(`/meme/${id}`));
}

async function profiles({ database }: Site): Promise<string[]> {
  return (await database.db.selectFrom("users").select("id").execute()).map(({ id }) => get(`/v1/profile/${id}`));
}

/** On PostgreSQL, reads are shown beside those on SQLite. Only memes by id have a target there. */
const times = (max: number): Row["targets"] => ({ sqlite: { unit: "×", max }, postgres: { unit: "×" } });
const micros = (max: number): Row["targets"] => ({ sqlite: { unit: "µs", max }, postgres: { unit: "µs" } });

/** What a browser sends. */
const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Encoding": "gzip, deflate, br, zstd" };
const page = (
  name: string,
  max: number | undefined,
  requests: Row["requests"],
  headers: Record<string, string> = BROWSER,
): Row => ({
  name,
  targets: { sqlite: { unit: "µs", max } },
  connections: FEW,
  asGuest: true,
  headers,
  requests,
});

export const ROWS: readonly Row[] = [
  {
    name: "meme by id, Zipf",
    targets: { sqlite: { unit: "×", max: 2.2 }, postgres: { unit: "×", max: 3 } },
    connections: MANY,
    draw: "zipf",
    requests: byId,
  },
  { name: "meme by id, even", targets: times(3), connections: MANY, requests: byId },
  {
    name: "meme by id, not kept",
    targets: { postgres: { unit: "µs", max: 120 } },
    connections: MANY,
    uncached: true,
    requests: byId,
  },
  { name: "random meme", targets: times(3), connections: MANY, requests: only("/v1/meme/random") },
  { name: "stats", targets: times(2), connections: MANY, requests: only("/api/v1/stats") },
  { name: "not modified (304)", targets: times(2.2), connections: MANY, status: 304, requests: unchanged },
  { name: "profile", targets: times(2.5), connections: MANY, requests: profiles },
  { name: "7 comments", targets: times(5), connections: MANY, requests: withComments },
  {
    name: "thumbnail, 16 KB",
    targets: { sqlite: { unit: "×", max: 2.5 } },
    connections: MANY,
    asGuest: true,
    requests: thumbnails,
  },
  { name: "recents, one page", targets: micros(350), connections: FEW, requests: only("/v1/meme/recents") },
  { name: "1,000 own memes, again", targets: micros(1500), connections: 1, requests: only("/api/v1/mymemes") },
  {
    name: "1,000 own memes, anew",
    targets: { sqlite: { unit: "µs", max: 5000 } },
    connections: 1,
    requests: only("/api/v1/mymemes"),
    changes: ownCaptions,
  },
  page("page /", 1200, only("/")),
  page("page of a meme", 1200, memePages),
  page("page /docs", 300, only("/docs")),
  page("page /docs, uncompressed", undefined, only("/docs"), { Accept: BROWSER.Accept }),
  ...WRITES,
];
