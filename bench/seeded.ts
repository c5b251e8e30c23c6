// Made-up data for a site, kept for the next run, because seeding takes longer than measuring.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { readConfig } from "../src/config.ts";
import { createKey } from "../src/core/keys/create-key.ts";
import { MIGRATIONS } from "../src/data/migrations/index.ts";
import type { Db } from "../src/data/schema.ts";
import { Log } from "../src/log.ts";
import { contextOf, openServices } from "../src/services.ts";
import { analyze } from "./postgres.ts";

const ROOT = join(import.meta.dir, "..");
/** The account with a thousand memes. */
export const AUTHOR = "amber_acorn_1";
const WRITERS = 16;

export interface Seeded {
  /** Of the author with a thousand memes. */
  key: string;
  /** Keys of other busy authors, who do the writing. */
  writers: { userId: string; key: string }[];
}

interface Kept extends Seeded {
  /** Seeded again if the tables have changed since. */
  tables: string;
}

type Env = Record<string, string>;

/** Changes with every migration. */
export const TABLES = Object.keys(MIGRATIONS).join(" ");

async function keptIn(folder: string): Promise<Kept | undefined> {
  const file = Bun.file(join(folder, "seeded.json"));
  const kept = (await file.exists()) ? ((await file.json()) as Kept) : undefined;
  return kept?.tables === TABLES ? kept : undefined;
}

export const isSeeded = async (folder: string) => (await keptIn(folder)) !== undefined;

export async function seedOnce(
  folder: string,
  { memes, fresh, env }: { memes: number; fresh: boolean; env: Env },
): Promise<Seeded> {
  const kept = fresh ? undefined : await keptIn(folder);
  if (kept) return kept;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sizes = { users: Math.max(memes / 20, WRITERS + 4), memes, ratings: memes * 10, comments: memes };
  const options = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(Math.ceil(size))]);
  await guffaw(env, "migrate");
  await guffaw(env, "seed", ...options);
  const seeded = await makeKeys(env);
  if (env.GUFFAW_DATABASE_URL) await analyze(env.GUFFAW_DATABASE_URL);
  await Bun.write(join(folder, "seeded.json"), JSON.stringify({ ...seeded, tables: TABLES } satisfies Kept));
  return seeded;
}

async function guffaw(env: Env, ...args: string[]): Promise<void> {
  const child = Bun.spawn([join(ROOT, "guffaw"), ...args, "--json"], { env, stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`guffaw ${args.join(" ")} failed: ${output}`);
}

async function makeKeys(env: Env): Promise<Seeded> {
  await using services = await openServices(readConfig(env, ROOT), { log: new Log("silent", async () => {}) });
  const ctx = contextOf(services, { kind: "system", job: "benchmark" });
  const keyFor = async (user: string) =>
    (await createKey(ctx, { user, name: "benchmark", permissions: [], readOnly: false })).key;
  const key = await keyFor(AUTHOR);
  const writers: Seeded["writers"] = [];
  for (const { id, username } of await busyAuthors(services.database.db))
    writers.push({ userId: id, key: await keyFor(username) });
  return { key, writers };
}

const busyAuthors = (db: Db) =>
  db
    .selectFrom("memes as m")
    .innerJoin("users as u", "u.id", "m.author_id")
    .select(({ fn }) => ["u.id", "u.username", fn.countAll().as("memes")])
    .where("m.disabled", "=", 0)
    .where("u.username", "!=", AUTHOR)
    .groupBy(["u.id", "u.username"])
    .orderBy("memes", "desc")
    .limit(WRITERS)
    .execute();
