import { expect, test } from "bun:test";
import { existsSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { freshFolder, openWorld } from "../world.ts";
import { guffaw, launchServer } from "./guffaw.ts";

const LEFT = (folder: string) =>
  `The folder ${folder} holds the remains of a site, but its database ${folder}/guffaw.db is missing or empty: restore the site from a backup with ./guffaw restore FOLDER`;

async function siteWithBackup() {
  const [folder, backup] = [join(freshFolder("lost"), "data"), freshFolder("backup")];
  const env = { GUFFAW_DATA: folder, GUFFAW_PORT: "0", GUFFAW_STARTER: "off" };
  {
    await using world = await openWorld("SQLite", { env });
    await world.meme({ by: await world.member({ perks: ["founder"] }) });
  }
  expect((await guffaw(["backup", backup], { env })).code).toBe(0);
  return { env, folder, backup, file: join(folder, "guffaw.db") };
}

test("no new site is created over the pictures of a lost database, and a restore brings it back", async () => {
  const { env, folder, backup, file } = await siteWithBackup();
  for (const lose of [() => rmSync(file), () => (writeFileSync(file, "x"), truncateSync(file, 0))]) {
    lose();
    writeFileSync(`${file}-wal`, "the last things that were written");
    const before = readdirSync(folder, { recursive: true }).sort();
    for (const command of [["serve"], ["migrate"], ["migrate", "--check"], ["doctor"], ["backup", backup], ["log"]]) {
      const { code, stdout, stderr } = await guffaw(command, { env });
      expect([command, code, stdout + stderr]).toEqual([command, 1, expect.stringContaining(LEFT(folder))]);
    }
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  }
  const { code, stdout } = await guffaw(["restore", backup], { env });
  expect([code, stdout]).toEqual([0, expect.stringContaining("Restored")]);
  expect(readdirSync(folder).some((name) => /^guffaw\.db-wal-\d+$/.test(name))).toBe(true);
  expect((await guffaw(["doctor"], { env })).stdout).toContain("All is well");
});

test.each(["-wal", "-ballast"])("a %s alone tells of a lost database too", async (ending) => {
  const folder = freshFolder("lost");
  writeFileSync(join(folder, `guffaw.db${ending}`), "x");
  const { code, stderr } = await guffaw(["migrate"], { env: { GUFFAW_DATA: folder } });
  expect([code, stderr]).toEqual([1, expect.stringContaining(LEFT(folder))]);
  expect(existsSync(join(folder, "guffaw.db"))).toBe(false);
});

test("once its file is removed, nothing is acknowledged and /readyz says so", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const meme = await world.meme({ by: me });
  const file = join(world.env.GUFFAW_DATA!, "guffaw.db");
  renameSync(file, `${file}.away`);
  const refused = await world.as(me).put(`/v1/meme/${meme.id}/caption?caption=new`);
  expect(refused.status).toBe(503);
  const ready = await world.as().get("/readyz");
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ database: expect.stringContaining("is missing"), disk: "ok" }),
  ]);
  expect(await world.services.guard.failed).toBe("the database file is gone");
});

test("a server whose database file is removed exits, and does not claim that all was saved", async () => {
  const { env, file } = await siteWithBackup();
  const server = await launchServer(env);
  rmSync(file);
  expect(await server.child.exited).toBe(1);
  expect(await server.stderr).toContain(
    `guffaw: The database file ${file} was removed or replaced while it was in use`,
  );
  expect(server.banner()).not.toContain("Everything is saved");
});
