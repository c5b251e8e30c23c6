import { expect } from "bun:test";
import { join } from "node:path";

import { sql } from "kysely";

import { checkDatabase } from "../../src/data/check.ts";
import { pendingMigrations } from "../../src/data/migrate.ts";
import { openDatabase } from "../../src/data/open.ts";
import { launch, startServer } from "../cli/guffaw.ts";
import { postgresTest } from "../postgres-test.ts";
import { freshDatabase, freshFolder, smallImage } from "../world.ts";
import { checkOut, lastRelease } from "./last-release.ts";

/** Starts the other version as an operator would. */
async function startRelease(folder: string, env: Record<string, string>) {
  const child = Bun.spawn([join(folder, "guffaw"), "serve", "--json"], {
    cwd: folder,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...env, GUFFAW_PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const decoder = new TextDecoder();
  let said = "";
  for await (const part of child.stdout) {
    said += decoder.decode(part);
    if (said.includes("\n")) break;
  }
  const { port } = JSON.parse(said.split("\n")[0]!) as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
    },
  };
}

/** One of the two nodes, as ann sees it. */
function visit(origin: string, key: string) {
  const send = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${origin}/v1${path}`, { method, body, headers: { Authorization: key } });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
  return {
    send,
    async submit(caption: string): Promise<string> {
      const form = new FormData();
      form.set("image", new File([new Uint8Array(await smallImage())], "a.png", { type: "image/png" }));
      form.set("caption", caption);
      const { status, body } = await send("POST", "/submit", form);
      expect(status).toBe(201);
      return String(body.memeid);
    },
  };
}
type Visit = ReturnType<typeof visit>;

/** Writes on one node are on the other at once, whichever is the older. */
async function serveEachOther(one: Visit, other: Visit, author: Visit, guest: Visit) {
  const meme = await one.submit("A rolling stone");
  expect((await other.send("GET", `/meme/${meme}`)).body).toMatchObject({ caption: "A rolling stone" });
  expect((await other.send("PUT", `/meme/${meme}/caption?caption=Gathers+no+moss`)).status).toBe(200);
  expect((await one.send("GET", `/meme/${meme}`)).body).toMatchObject({ caption: "Gathers no moss" });
  expect((await guest.send("PUT", `/meme/${meme}/rate?rating=5`)).status).toBe(200);
  expect((await author.send("PUT", `/meme/${meme}/disable`)).status).toBe(200);
  expect((await guest.send("GET", `/meme/${meme}`)).status).toBe(404);
  expect((await one.send("PUT", `/meme/${meme}/enable`)).status).toBe(200);
  expect((await guest.send("GET", `/meme/${meme}`)).status).toBe(200);
  return meme;
}

/** Reads and writes until it is stopped; returns every status that no client should see. */
function keepBusy(node: Visit, meme: string) {
  const stopping = new AbortController();
  const bad: string[] = [];
  let count = 0;
  const run = async () => {
    while (!stopping.signal.aborted) {
      for (const [method, path] of [
        ["GET", `/meme/${meme}`],
        ["GET", "/meme/recents"],
        ["PUT", `/meme/${meme}/caption?caption=Round+${count}`],
      ] as const) {
        const { status } = await node.send(method, path);
        if (status !== 200) bad.push(`${method} ${path}: ${status}`);
      }
      count++;
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
    return { bad, count };
  };
}

const release = lastRelease();
const rolling =
  "missing" in release ? (console.log(`Not tested: ${release.missing}`), postgresTest.skip) : postgresTest;

rolling("the version before serves reads and writes while this one migrates, and beside it", async () => {
  const folder = checkOut((release as { commit: string }).commit);
  await using database = await freshDatabase();
  await using open = await openDatabase({ kind: "postgres", url: database.url });
  // A fresh database has the tables of this version.
  for (const statement of ["drop schema public cascade", "create schema public"])
    await sql.raw(statement).execute(open.db);
  const env = {
    GUFFAW_DATA: freshFolder("rolling"),
    GUFFAW_DATABASE_URL: database.url,
    GUFFAW_STARTER: "off",
    GUFFAW_RATE_LIMIT: "off",
    GUFFAW_POSTS_PER_HOUR: "off",
  };
  await using old = await startRelease(folder, env);
  const launcher = join(folder, "guffaw");
  const keyOf = async (name: string) => {
    await launch(["user", "create", name], { launcher, env });
    return String((await launch(["key", "create", name, "--name", "test", "--json"], { launcher, env })).json.key);
  };
  const [ann, bob] = [await keyOf("ann"), await keyOf("bob")];
  const meme = await visit(old.origin, ann).submit("Before the upgrade");
  expect((await pendingMigrations(open.db)).length).toBeGreaterThan(0);

  const stop = keepBusy(visit(old.origin, ann), meme);
  // Stops in any case: requests that outlive the older server would hide why this one did not start.
  const server = await startServer(env).finally(stop);
  const { bad, count } = await stop();
  expect(bad).toEqual([]);
  expect(count).toBeGreaterThan(0);
  expect(await pendingMigrations(open.db)).toEqual([]);

  const [older, newer] = [old.origin, server.origin()];
  await serveEachOther(visit(older, ann), visit(newer, ann), visit(older, ann), visit(newer, bob));
  const last = await serveEachOther(visit(newer, ann), visit(older, ann), visit(newer, ann), visit(older, bob));
  expect((await visit(older, ann).send("DELETE", `/meme/${last}`)).status).toBeLessThan(300);
  expect((await visit(newer, bob).send("GET", `/meme/${last}`)).status).toBe(404);
  expect(await checkDatabase(open.db)).toEqual([]);
  expect(await server.stop()).toBe(0);
});
