// A small site whose pictures are photographs, for the figures of the browser. Kept for the next run.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

import { readConfig } from "../src/config.ts";
import { makeAllRenditions } from "../src/core/memes/make-all-renditions.ts";
import { MAKE_RENDITIONS } from "../src/core/memes/make-renditions.ts";
import { seedSite } from "../src/core/seed/seed-site.ts";
import { startSession } from "../src/core/sessions/start-session.ts";
import { createUser } from "../src/core/users/create-user.ts";
import { Log } from "../src/log.ts";
import { contextOf, openServices } from "../src/services.ts";
import { photograph } from "./photographs.ts";
import { AUTHOR, TABLES } from "./seeded.ts";
import { copyFolder, environment, ROOT, startServer, WORK } from "./site.ts";

const SIZE = { users: 30, memes: 700, ratings: 7000, comments: 1400, randomSeed: 1 };
/** Width and height in pixels, as phones and cameras make them. All are wider than the widest rendition. */
const SHAPES = [
  [1152, 868],
  [1080, 1350],
  [1200, 1200],
  [1280, 720],
  [1080, 1920],
  [1440, 1080],
  [1200, 630],
  [1179, 2100],
] as const;
const FOLDER = join(WORK, "pages", "seed");
const KEPT = join(FOLDER, "seeded.json");

export interface PageSite extends AsyncDisposable {
  origin: string;
  /** Value of a session cookie. */
  session: string;
  /** What the browser is to look at, by what it is. */
  paths: { feed: string; meme: string; profile: string; search: string; tag: string };
}

/** The real server on a copy of the data. */
export async function openPageSite({ fresh }: { fresh: boolean }): Promise<PageSite> {
  if (fresh || !(await isKept())) await seed();
  await using opened = new AsyncDisposableStack();
  const { folder } = opened.use(copyFolder(FOLDER));
  const env = environment(folder);
  const { session, meme } = await prepare(env);
  const { port } = opened.use(await startServer(env, join(folder, "server.log")));
  const done = opened.move();
  return {
    origin: `http://127.0.0.1:${port}`,
    session,
    paths: {
      feed: "/",
      meme: `/meme/${meme}`,
      profile: `/@${AUTHOR}`,
      search: "/search?search=when",
      tag: "/tag/relatable",
    },
    [Symbol.asyncDispose]: () => done.disposeAsync(),
  };
}

const identity = JSON.stringify([TABLES, SIZE, SHAPES]);

async function isKept(): Promise<boolean> {
  const file = Bun.file(KEPT);
  return (await file.exists()) && (await file.text()) === identity;
}

async function seed() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await using services = await servicesOf(environment(FOLDER));
  const ctx = contextOf(services, { kind: "system", job: "benchmark" });
  const pictures = await Promise.all(SHAPES.map(([width, height]) => jpeg(width, height)));
  await seedSite(ctx, { ...SIZE, pictures, onRows: () => {} });
  await makeAllRenditions(ctx, { onMeme: () => {} });
  // Otherwise the server would look at each of them again while we measure.
  await services.database.db.deleteFrom("jobs").where("kind", "=", MAKE_RENDITIONS).execute();
  await Bun.write(KEPT, identity);
}

async function jpeg(width: number, height: number): Promise<Uint8Array> {
  const raw = { width, height, channels: 3 } as const;
  return new Uint8Array(
    await sharp(await photograph(width, height, 12), { raw })
      .jpeg({ quality: 90 })
      .toBuffer(),
  );
}

/** Somebody who is signed in, and a meme that every guest may see, with comments. */
async function prepare(env: Record<string, string>) {
  await using services = await servicesOf(env);
  const ctx = contextOf(services, { kind: "system", job: "benchmark" });
  const reader = await createUser(ctx, { username: "reader" });
  const session = await startSession(ctx, reader.id, "benchmark");
  const { id: meme } = await services.database.db
    .selectFrom("memes")
    .select("id")
    .where("disabled", "=", 0)
    .where("age", "=", 1)
    .orderBy("comment_count", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { session, meme };
}

const servicesOf = (env: Record<string, string>) =>
  openServices(readConfig(env, ROOT), { log: new Log("silent", async () => {}), upgrade: true });
