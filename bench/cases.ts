// What to measure, on which paths, with which targets.
import { join } from "node:path";

import { imagePath } from "../src/core/memes/renditions.ts";
import { toMeme } from "../src/data/meme-columns.ts";
import type { Db } from "../src/data/schema.ts";
import type { Case } from "./case.ts";
import { LISTS } from "./lists.ts";
import { WORK, type Site } from "./site.ts";

const MANY = 32;

const enabled = (db: Db) => db.selectFrom("memes").where("disabled", "=", 0);

export const CASES: readonly Case[] = [
  {
    name: "meme by id",
    connections: MANY,
    ratio: 0.33,
    paths: async (db) => (await enabled(db).select("id").execute()).map(({ id }) => `/v1/meme/${id}`),
  },
  { name: "random meme", connections: MANY, ratio: 0.3, paths: async () => ["/v1/meme/random"] },
  { name: "stats", connections: MANY, ratio: 0.5, paths: async () => ["/api/v1/stats"] },
  { name: "1,000 own memes", connections: 1, p50: 10, paths: async () => ["/api/v1/mymemes"] },
  {
    name: "profile",
    connections: MANY,
    paths: async (db) => (await db.selectFrom("users").select("id").execute()).map(({ id }) => `/v1/profile/${id}`),
  },
  {
    name: "comments",
    connections: MANY,
    paths: async (db) => {
      const few = enabled(db).select("id").where("comment_count", ">", 0).where("comment_count", "<=", 20);
      return (await few.limit(20_000).execute()).map(({ id }) => `/v1/meme/${id}/comments`);
    },
  },
  { name: "not modified", connections: MANY, revalidates: true, paths: async (db) => [await firstMeme(db)] },
  {
    name: "thumbnail",
    connections: MANY,
    paths: async (db) =>
      (await enabled(db).selectAll().limit(20_000).execute()).map((row) => imagePath(toMeme(row), "thumbnail")),
  },
  ...LISTS,
];

const firstMeme = async (db: Db) =>
  `/v1/meme/${(await enabled(db).select("id").limit(1).executeTakeFirstOrThrow()).id}`;

/** A case on one site: the file with its paths, what it sends, and what an answer looks like. */
export interface Prepared {
  pathsFile: string;
  headers: Record<string, string>;
  status: number;
  /** Of an average answer. */
  bytes: number;
}

const SAMPLES = 100;

export async function prepare(one: Case, site: Site): Promise<Prepared> {
  const paths = await one.paths(site.database.db);
  const pathsFile = join(WORK, `${one.name.replaceAll(/\W+/g, "-")}-${site.memes}.paths`);
  await Bun.write(pathsFile, paths.join("\n") + "\n");
  const headers: Record<string, string> = { Authorization: site.key };
  const ask = (path: string) => fetch(`http://127.0.0.1:${site.port}${path}`, { headers });
  if (one.revalidates) headers["If-None-Match"] = (await ask(paths[0]!)).headers.get("etag")!;
  const [sizes, statuses]: [number[], Set<number>] = [[], new Set()];
  for (let i = 0; i < SAMPLES; i++) {
    const answer = await ask(paths[Math.floor(Math.random() * paths.length)]!);
    statuses.add(answer.status);
    sizes.push((await answer.bytes()).length);
  }
  const expected = one.revalidates ? 304 : 200;
  if (statuses.size !== 1 || !statuses.has(expected))
    throw new Error(`${one.name} answered ${[...statuses].join(", ")} instead of ${expected}`);
  const bytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / SAMPLES);
  return { pathsFile, headers, status: expected, bytes };
}
