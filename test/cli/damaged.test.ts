import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { seedSite } from "../../src/core/seed/seed-site.ts";
import { freshFolder, openWorld, smallImage } from "../world.ts";
import { guffaw } from "./guffaw.ts";

const PAGE = 4096;
const INTERIOR = [2, 5];

const site = freshFolder("whole");
const whole = join(site, "guffaw.db");
let newest = "";

beforeAll(async () => {
  await using world = await openWorld("SQLite");
  const size = { users: 20, memes: 400, ratings: 400, comments: 100, randomSeed: 1 };
  await seedSite(world.ctx(), { ...size, pictures: [await smallImage()], onRows: () => {} });
  newest = (await world.db.selectFrom("memes").select("id").orderBy("id", "desc").executeTakeFirstOrThrow()).id;
  const copy = new Database(join(world.env.GUFFAW_DATA!, "guffaw.db"));
  copy.run(`vacuum into '${whole}'`);
  copy.close();
});
afterAll(() => rmSync(site, { recursive: true }));

/** The last leaf page of a table or an index. */
function lastLeaf(bytes: Buffer, table: string): number {
  using database = new Database(whole, { readonly: true });
  const found = database.query("select rootpage from sqlite_master where name = ?").get(table) as { rootpage: number };
  let page = found.rootpage;
  while (INTERIOR.includes(bytes[(page - 1) * PAGE]!)) page = bytes.readUInt32BE((page - 1) * PAGE + 8);
  return page;
}

const destroy = (bytes: Buffer, name: string) => {
  const page = lastLeaf(bytes, name);
  bytes.fill(0x5a, (page - 1) * PAGE, page * PAGE);
};

const DAMAGE: Record<string, (bytes: Buffer) => void> = {
  "in its header": (bytes) => void bytes.fill(0x5a, 0, 100),
  "on many pages": (bytes) => {
    for (let at = PAGE; at < bytes.length; at += 2 * PAGE) bytes.fill(0x5a, at, at + PAGE);
  },
  "on one page": (bytes) => destroy(bytes, "memes"),
};

function damagedSite(damage: (bytes: Buffer) => void) {
  const folder = freshFolder("damaged");
  const file = join(folder, "guffaw.db");
  copyFileSync(whole, file);
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  const said = new RegExp(
    `The database file ${file} is damaged \\(.+\\): stop the server, leave GUFFAW_DATA as it is, and follow "The database is damaged" in docs/operating\\.md\\.$`,
    "m",
  );
  return { env: { GUFFAW_DATA: folder, GUFFAW_PORT: "0", GUFFAW_STARTER: "off" }, said };
}

const AWAY = /permissions|free space|unforeseen|\n\s+at /;

describe.each(Object.keys(DAMAGE))("a database that is damaged %s", (how) => {
  test("is reported as such by every command", async () => {
    const { env, said } = damagedSite(DAMAGE[how]!);
    const commands = [["backup", join(env.GUFFAW_DATA, "backup")], ["doctor"], ["meme", "disable", newest]];
    if (how !== "on one page") commands.push(["serve"], ["user", "show", "ann"], ["migrate"], ["migrate", "--check"]);
    for (const command of commands) {
      const { code, stdout, stderr } = await guffaw(command, { env });
      expect([command, code, stdout + stderr]).toEqual([command, 1, expect.stringMatching(said)]);
      expect(stdout + stderr).not.toMatch(AWAY);
    }
  });
});

test("a server that meets a damaged page logs it and is no longer ready", async () => {
  const { env, said } = damagedSite(DAMAGE["on one page"]!);
  // Its pictures do not matter here.
  await Bun.write(join(env.GUFFAW_DATA, "images/site.id"), "somebody");
  await using world = await openWorld("SQLite", { env });
  expect((await world.as().get("/readyz")).status).toBe(200);
  const { key } = await world.member();
  const statuses = new Set<number>();
  for (const path of ["/v1/meme/recents", "/v1/meme/top?period=all", "/"])
    statuses.add((await world.as(key).get(path)).status);
  expect([...statuses]).toContain(500);
  await world.services.log.flush();
  const failed = world.logLines.map((line) => JSON.parse(line)).find(({ error }) => error !== undefined);
  expect(failed).toMatchObject({ level: "error", error: expect.stringMatching(said) });
  const ready = await world.as().get("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ database: "is damaged" })]);
});

test("if only indexes are damaged, a backup and its restore lose nothing", async () => {
  const { env, said } = damagedSite((bytes) => {
    for (const name of ["memes_newest", "search_data"]) destroy(bytes, name);
  });
  expect((await guffaw(["doctor"], { env })).stdout).toMatch(said);
  const folder = freshFolder("rescue");
  // This site's pictures are elsewhere.
  await guffaw(["backup", folder], { env });
  const restored = { GUFFAW_DATA: join(freshFolder("restored"), "data") };
  await guffaw(["restore", folder], { env: restored });
  const { findings } = (await guffaw(["doctor", "--json"], { env: restored })).json as {
    findings: { what: string; ok: boolean }[];
  };
  expect(findings.find(({ what }) => what === "database")).toMatchObject({ ok: true });
  using database = new Database(join(restored.GUFFAW_DATA, "guffaw.db"), { readonly: true });
  expect(database.query("select count(*) as n from memes").get()).toEqual({ n: 400 });
});
