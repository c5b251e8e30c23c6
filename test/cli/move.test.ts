import { expect, test } from "bun:test";
import { join } from "node:path";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { changeProfile } from "../../src/core/users/change-profile.ts";
import { readDatabase, type DatabaseConfig } from "../../src/config/database.ts";
import { isArriving, readArrival } from "../../src/data/arrival.ts";
import { beginDeparture, findMoved, movedTables } from "../../src/data/departure.ts";
import { openDatabase } from "../../src/data/open.ts";
import type { Db } from "../../src/data/schema.ts";
import { fill } from "../core/backups.ts";
import { describePostgres } from "../postgres-test.ts";
import { envOf, startS3 } from "../s3.ts";
import { makeOfUpload } from "../make/making.ts";
import { until } from "../until.ts";
import { freshDatabase, freshFolder, openWorld, ROOT, type DialectName, type World } from "../world.ts";
import { guffaw, startServer } from "./guffaw.ts";

interface Elsewhere extends AsyncDisposable {
  env: Record<"GUFFAW_DATABASE_URL" | "GUFFAW_STORAGE", string>;
  /** For its storage. */
  keys: Record<string, string>;
}

/** An empty place for a site, in the other kind of database and storage. */
async function elsewhere(from: DialectName): Promise<Elsewhere> {
  if (from === "SQLite") {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await freshDatabase());
    const s3 = stack.adopt(await startS3(), (server) => server.stop());
    const { GUFFAW_STORAGE, ...keys } = envOf(s3);
    const env = { GUFFAW_STORAGE: GUFFAW_STORAGE!, GUFFAW_DATABASE_URL: database.url };
    const opened = stack.move();
    return { env, keys, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  }
  const folder = freshFolder("moved");
  const env = { GUFFAW_DATABASE_URL: join(folder, "guffaw.db"), GUFFAW_STORAGE: `file:${join(folder, "images")}` };
  return { env, keys: {}, [Symbol.asyncDispose]: async () => {} };
}

const move = (world: World, { env: to, keys }: Elsewhere, ...more: string[]) =>
  guffaw(["move", "--to", to.GUFFAW_DATABASE_URL, "--storage", to.GUFFAW_STORAGE, "--json", ...more], {
    env: { ...keys, ...world.env },
  });

const read = async (origin: string, key: string, path: string) => {
  const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return [response.status, await response.text()] as const;
};

async function commentsIn({ env }: Elsewhere): Promise<string[]> {
  await using database = await openDatabase(readDatabase(env.GUFFAW_DATABASE_URL, ROOT));
  const rows = await database.db.selectFrom("comments").select("content").execute();
  return rows.map(({ content }) => content);
}

/** False while it cannot be asked: there is no database yet, or it is being made. */
async function inTarget(config: DatabaseConfig, holds: (db: Db) => Promise<boolean>): Promise<boolean> {
  try {
    await using database = await openDatabase(config);
    return await holds(database.db);
  } catch {
    return false;
  }
}

const comment = (origin: string, key: string, id: string, content: string) =>
  fetch(`${origin}/v1/meme/${id}/comments`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ content }),
  });

/** Writes one comment after the other. Keeps those that were acknowledged, until the first is refused. */
function writeOn(world: World, key: string, id: string) {
  const acknowledged: string[] = [];
  const refused: number[] = [];
  const done = (async () => {
    for (let i = 0; refused.length === 0; i++) {
      const { status } = await comment(world.origin, key, id, `comment ${i}`);
      if (status < 300) acknowledged.push(`comment ${i}`);
      else refused.push(status);
    }
  })();
  return { acknowledged, refused, done };
}

describePostgres.each<DialectName>(["SQLite", "PostgreSQL"])("from %s", (from) => {
  test("a site moves while people write, and loses nothing", async () => {
    await using world = await openWorld(from);
    await using place = await elsewhere(from);
    const { ann, meme } = await fill(world);
    const made = await makeOfUpload(world, ann, "#336699");
    const writing = writeOn(world, ann.key, meme.id);
    await until(() => writing.acknowledged.length > 3);
    const moved = await move(world, place);
    expect([moved.json.error, moved.code]).toEqual([undefined, 0]);
    expect(moved.json).toMatchObject({ lacking: [], pausedMs: expect.any(Number) });
    await writing.done;
    expect(writing.refused).toEqual([503]);
    expect((await read(world.origin, ann.key, `/v1/meme/${meme.id}`))[0]).toBe(200);
    const [ready, why] = await read(world.origin, ann.key, "/readyz");
    expect([ready, why]).toEqual([503, expect.stringContaining('"database":"the site has moved: start it with')]);
    const env = { ...world.env, ...place.keys, ...place.env };
    const doctor = await guffaw(["doctor"], { env });
    expect([doctor.stdout, doctor.code]).toEqual([expect.not.stringContaining("✗"), 0]);
    expect(new Set(await commentsIn(place)).isSupersetOf(new Set(writing.acknowledged))).toBe(true);
    const server = await startServer(env);
    try {
      const [, answer] = await read(server.origin(), ann.key, `/v1/meme/${meme.id}`);
      const { pathname } = new URL((JSON.parse(answer) as { url: string }).url);
      expect((await fetch(`${server.origin()}${pathname}`)).status).toBe(200);
      expect((await read(server.origin(), ann.key, `/v1/meme/${made.id}/recipe`))[0]).toBe(200);
      expect((await comment(server.origin(), ann.key, meme.id, "here now")).status).toBeLessThan(300);
      expect((await fetch(`${server.origin()}/readyz`)).status).toBe(200);
    } finally {
      await server.stop();
    }
    const old = await guffaw(["sweep"], { env: world.env });
    expect([old.code, old.stderr]).toEqual([1, expect.stringContaining("This site moved to ")]);
  });

  test("what was written between two runs is copied, whatever it was", async () => {
    await using world = await openWorld(from);
    await using place = await elsewhere(from);
    const { ann, bob, meme } = await fill(world);
    const other = await world.meme({ by: bob, caption: "soon gone" });
    const lost = await world.meme({ by: bob, caption: "a picture is lost" });
    for (const which of renditionsOf(lost.image)) await world.services.storage.delete(keyOf(lost.image, which));
    const first = await move(world, place);
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining("missing from the site's own storage")]);
    const begun = await guffaw(["user", "show", "ann"], { env: { ...world.env, ...place.keys, ...place.env } });
    expect(begun.stderr).toContain("has not arrived");
    // Names and slots change hands.
    await changeProfile(world.ctx(ann), { username: "carol" });
    await changeProfile(world.ctx(bob), { username: "ann" });
    await disableMeme(world.ctx(ann), meme.id);
    await enableMeme(world.ctx(ann), meme.id);
    await deleteMeme(world.ctx(bob), other.id);
    const fresh = await world.meme({ by: bob, caption: "posted meanwhile" });
    await commentOnMeme(world.ctx(ann), { memeId: fresh.id, content: "news" });
    const second = await move(world, place, "--allow-loss");
    expect([second.json.error, second.code]).toEqual([undefined, 0]);
    expect(second.json.lacking).toHaveLength(3);
    const env = { ...world.env, ...place.keys, ...place.env };
    expect((await guffaw(["user", "show", "carol", "--json"], { env })).json).toMatchObject({ id: ann.user.id });
    const server = await startServer(env);
    try {
      const [, found] = await read(server.origin(), bob.key, "/v1/meme/search?query=posted");
      expect(found).not.toContain(other.id);
      expect((await read(server.origin(), bob.key, `/v1/meme/${fresh.id}`))[0]).toBe(200);
      expect((await read(server.origin(), bob.key, `/v1/meme/${other.id}`))[0]).toBe(404);
    } finally {
      await server.stop();
    }
  });

  test("a killed move goes on where it was", async () => {
    await using world = await openWorld(from);
    await using place = await elsewhere(from);
    const { ann, meme } = await fill(world);
    for (let i = 0; i < 30; i++) await world.meme({ by: ann, caption: `number ${i}` });
    const args = ["--to", place.env.GUFFAW_DATABASE_URL, "--storage", place.env.GUFFAW_STORAGE];
    const target = readDatabase(place.env.GUFFAW_DATABASE_URL, ROOT);
    const states = {
      begun: () => inTarget(target, isArriving),
      "half copied": () => inTarget(target, async (db) => (await readArrival(db)).progress.has("memes")),
      moved: async () => (await findMoved(world.db)) !== undefined,
    };
    for (const [state, holds] of Object.entries(states)) {
      const child = Bun.spawn([join(ROOT, "guffaw"), "move", ...args], {
        env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...place.keys, ...world.env },
        stderr: "ignore",
        stdout: "ignore",
      });
      await until(holds, state);
      child.kill("SIGKILL");
      await child.exited;
    }
    expect((await comment(world.origin, ann.key, meme.id, "too late")).status).toBe(503);
    const last = await move(world, place);
    expect([last.json.error, last.code]).toEqual([undefined, 0]);
    const env = { ...world.env, ...place.keys, ...place.env };
    const doctor = await guffaw(["doctor"], { env });
    expect([doctor.stdout, doctor.code]).toEqual([expect.not.stringContaining("✗"), 0]);
    expect(await commentsIn(place)).not.toContain("too late");
  });

  test("a move can be given up", async () => {
    await using world = await openWorld(from);
    await using place = await elsewhere(from);
    const { ann, meme } = await fill(world);
    await beginDeparture(world.db, await movedTables(world.db));
    const cancelled = await guffaw(["move", "--cancel"], { env: world.env });
    expect(cancelled.code).toBe(0);
    expect((await comment(world.origin, ann.key, meme.id, "still here")).status).toBeLessThan(300);
    expect((await move(world, place)).code).toBe(0);
    const twice = await guffaw(["move", "--cancel"], { env: world.env });
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("has already moved")]);
  });

  test("a database with a site in it is refused", async () => {
    await using world = await openWorld(from);
    await using other = await openWorld(from === "SQLite" ? "PostgreSQL" : "SQLite");
    await fill(world);
    await fill(other);
    const to = other.env.GUFFAW_DATABASE_URL ?? join(other.env.GUFFAW_DATA!, "guffaw.db");
    const refused = await guffaw(["move", "--to", to], { env: world.env });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("move to an empty database")]);
  });
});

test("the command refuses what makes no sense", async () => {
  await using world = await openWorld("SQLite");
  const nowhere = await guffaw(["move"], { env: world.env });
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("--to is required")]);
  const here = await guffaw(["move", "--to", join(world.env.GUFFAW_DATA!, "guffaw.db")], { env: world.env });
  expect([here.code, here.stderr]).toEqual([2, expect.stringContaining("in this database already")]);
  const both = await guffaw(["move", "--cancel", "--to", "x.db"], { env: world.env });
  expect(both.code).toBe(2);
});
