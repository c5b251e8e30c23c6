import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { onSameSite } from "../../src/cli/same-site.ts";
import { readConfig } from "../../src/config.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { fill } from "../core/backups.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { guffaw } from "./guffaw.ts";

test("the commands make a backup and restore it", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const folder = freshFolder("backup");
  const made = await guffaw(["backup", folder, "--keep", "2", "--json"], { env: world.env });
  expect(made.json).toMatchObject({ images: 6, deleted: [] });
  const data = join(freshFolder("restored"), "Ann's data");
  const env = { GUFFAW_DATA: data };
  const dry = await guffaw(["restore", folder, "--dry-run"], { env });
  expect(dry.stdout).toContain("everything can be restored");
  expect(existsSync(data)).toBe(false);
  const restored = await guffaw(["restore", folder], { env });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining("6 image files")]);
  expect(restored.stdout).toEndWith(`\nNext: GUFFAW_DATA='${data.replace("'", "'\\''")}' ./guffaw doctor\n`);
  expect((await guffaw(["doctor"], { env })).code).toBe(0);
  const again = await guffaw(["restore", folder], { env });
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("already has accounts")]);
  const none = await guffaw(["restore", freshFolder("empty")], { env });
  expect(none.stderr).toContain("There is no backup in the folder");
});

test("what comes after a restore names its site, without secrets", () => {
  const next = (env: Record<string, string>) => onSameSite(readConfig(env, "/srv/guffaw"), "./guffaw doctor");
  expect(next({ GUFFAW_PORT: "8421" })).toBe("./guffaw doctor");
  expect(next({ GUFFAW_DATA: "/srv/memes" })).toBe("GUFFAW_DATA=/srv/memes ./guffaw doctor");
  expect(next({ GUFFAW_DATABASE_URL: "postgres://ann:pw@db/memes" })).toBe("GUFFAW_DATABASE_URL=… ./guffaw doctor");
  expect(next({ GUFFAW_DATABASE_URL: "postgres:///memes?host=/run/pg" })).toBe(
    "GUFFAW_DATABASE_URL='postgres:///memes?host=/run/pg&port=5432' ./guffaw doctor",
  );
});

test("a dry run reports every damaged or missing image, and what to do", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const folder = freshFolder("backup");
  await guffaw(["backup", folder], { env: world.env });
  const [one, two] = await Array.fromAsync(new Bun.Glob("images/*/*.webp").scan(folder));
  const bytes = await Bun.file(join(folder, one!)).bytes();
  await Bun.write(join(folder, one!), bytes.fill(0, 20, 60));
  await Bun.file(join(folder, two!)).delete();
  const dry = await guffaw(["restore", folder, "--dry-run"], { env: world.env });
  expect(dry.code).toBe(1);
  expect(dry.stdout).not.toContain("everything");
  expect(dry.stdout).toContain(
    `1 image file is not in the backup; the next one copies it if the site still has it:\n  ${folder}/${two}\n`,
  );
  expect(dry.stdout).toContain(
    `1 image file is damaged; delete it, and the next backup copies it again if the site's own copy is good:\n  ${folder}/${one}\n`,
  );
});

test("a dry run and a restore report pictures that the site itself had lost", async () => {
  await using world = await openWorld("SQLite");
  const { meme } = await fill(world);
  for (const which of renditionsOf(meme.image)) await world.services.storage.delete(keyOf(meme.image, which));
  const folder = freshFolder("backup");
  expect((await guffaw(["backup", folder], { env: world.env })).code).toBe(1);
  const said = `3 image files are not in the backup`;
  const dry = await guffaw(["restore", folder, "--dry-run"], { env: world.env });
  expect([dry.code, dry.stdout]).toEqual([
    1,
    expect.stringContaining(
      `${said}; the next one copies them if the site still has them:\n  ${folder}/images/${keyOf(meme.image, "original")}\n`,
    ),
  ]);
  expect(dry.stdout).not.toContain("everything");
  const env = { GUFFAW_DATA: join(freshFolder("restored"), "data") };
  const restored = await guffaw(["restore", folder], { env });
  expect([restored.code, restored.stdout]).toEqual([1, expect.stringContaining(`${said}:\n`)]);
  expect((await guffaw(["user", "show", "ann"], { env })).code).toBe(0);
});

test("one site never touches the backups of another", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const folder = freshFolder("backup");
  const { code } = await guffaw(["backup", folder, "--keep", "2"], { env: world.env });
  expect(code).toBe(0);
  const before = (await readdir(folder, { recursive: true })).sort();
  const nowhere = { GUFFAW_DATA: join(freshFolder("typo"), "data") };
  const empty = { GUFFAW_DATA: freshFolder("other") };
  await guffaw(["migrate"], { env: empty });
  for (const [env, said] of [
    [nowhere, /^guffaw: There is no database at \S+: set GUFFAW_DATA/],
    [empty, /^guffaw: The folder \S+ holds backups of another site \(\w{8}…, and this is \w{8}…\): use a folder/],
  ] as const)
    for (let i = 0; i < 3; i++)
      expect(await guffaw(["backup", folder, "--keep", "2"], { env })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(said),
      });
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
  expect(existsSync(nowhere.GUFFAW_DATA)).toBe(false);
});

test("a backup that lost earlier pictures keeps the earlier backups, and says what to do", async () => {
  await using world = await openWorld("SQLite");
  const { ann, bob } = await fill(world);
  const folder = freshFolder("backup");
  const backup = (...options: string[]) => guffaw(["backup", folder, "--keep", "1", ...options], { env: world.env });
  await backup();
  for (const { id, author_id } of await world.db.selectFrom("memes").select(["id", "author_id"]).execute())
    await deleteMeme(world.ctx(author_id === ann.user.id ? ann : bob), id);
  const left = await backup();
  expect([left.code, left.stdout]).toEqual([
    1,
    expect.stringMatching(/^Kept the backup \S+: newer ones lack nearly all of its pictures\. .+ --allow-loss\.$/m),
  ]);
  expect(await backup("--allow-loss")).toMatchObject({ code: 0, stdout: expect.stringContaining("Deleted 2 older") });
  expect((await guffaw(["backup", folder, "--allow-loss"], { env: world.env })).code).toBe(2);
});

describe.each(DIALECTS)("restore --images-only on %s", (dialect) => {
  test("restores what the site has lost, and nothing else", async () => {
    await using world = await openWorld(dialect);
    const { ann, meme } = await fill(world);
    const { storage } = world.services;
    const [original, display, thumbnail] = renditionsOf(meme.image).map((which) => keyOf(meme.image, which)) as [
      string,
      string,
      string,
    ];
    const bytesOf = async (key: string) => Bun.file(join(world.env.GUFFAW_DATA!, "images", key)).bytes();
    const whole = await Promise.all([original, display, thumbnail].map(bytesOf));
    const doomed = await world.meme({ by: ann });
    const folder = freshFolder("backup");
    await guffaw(["backup", folder], { env: world.env });
    await deleteMeme(world.ctx(ann), doomed.id);
    await storage.delete(original);
    await storage.put(display, new Uint8Array(whole[1]!.length), "image/webp");
    await storage.put(thumbnail, new Uint8Array(), "image/webp");
    // Made since the backup: one has lost a picture that no copy exists of, the other is intact.
    const [later, well] = [await world.meme({ by: ann }), await world.meme({ by: ann })];
    await storage.delete(keyOf(later.image, "thumbnail"));
    const args = ["restore", folder, "--images-only", "--json"];
    const run = async (...more: string[]) => (await guffaw([...args, ...more], { env: world.env })).json;
    const missing = [keyOf(later.image, "thumbnail")];
    expect(await run("--dry-run")).toMatchObject({ restored: 3, missing, dryRun: true });
    expect((await guffaw([...args.slice(0, -1), "--dry-run"], { env: world.env })).stdout).toMatch(
      /^Would restore 3 image files from \S+; 1 would still be missing:\n/,
    );
    expect(await storage.open(original)).toBeNull();
    expect(await run()).toMatchObject({ restored: 3, missing });
    expect(await Promise.all([original, display, thumbnail].map(bytesOf))).toEqual(whole);
    expect(await storage.open(keyOf(doomed.image, "original"))).toBeNull();
    const again = await guffaw(args.slice(0, -1), { env: world.env });
    expect([again.code, again.stdout]).toEqual([
      1,
      expect.stringMatching(/^Restored 0 image files from \S+; 1 is still missing:\n {2}\S+\.thumbnail\.webp\n$/),
    ]);
    await deleteMeme(world.ctx(ann), later.id);
    expect(await guffaw(args.slice(0, -1), { env: world.env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("; none is still missing."),
    });
    expect(await storage.open(keyOf(well.image, "original"))).not.toBeNull();
  });
});

test("restore --images-only leaves intact pictures alone, and refuses another site's folder", async () => {
  await using world = await openWorld("SQLite");
  const { meme } = await fill(world);
  const folder = freshFolder("backup");
  const key = keyOf(meme.image, "original");
  const path = join(world.env.GUFFAW_DATA!, "images", key);
  const good = await Bun.file(path).bytes();
  // Backed up while damaged: the row has the right checksum.
  await Bun.write(path, new Uint8Array(good.length));
  await guffaw(["backup", folder], { env: world.env });
  await Bun.write(path, good);
  const run = await guffaw(["restore", folder, "--images-only"], { env: world.env });
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining("Restored 0 image files")]);
  expect(await Bun.file(path).bytes()).toEqual(good);

  const other = { GUFFAW_DATA: freshFolder("other") };
  await guffaw(["migrate"], { env: other });
  const refused = await guffaw(["restore", folder, "--images-only"], { env: other });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("holds backups of another site")]);
  const nowhere = { GUFFAW_DATA: join(freshFolder("typo"), "data") };
  const none = await guffaw(["restore", folder, "--images-only"], { env: nowhere });
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("There is no database at")]);
  expect(existsSync(nowhere.GUFFAW_DATA)).toBe(false);
});

describe("a folder for backups", () => {
  test("is never the site's own, whatever it is called", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const { GUFFAW_DATA: data } = world.env as { GUFFAW_DATA: string };
    const links = freshFolder("links");
    symlinkSync(data, join(links, "data"));
    mkdirSync(join(links, "half"));
    symlinkSync(join(data, "images"), join(links, "half", "images"));
    const before = (await readdir(data, { recursive: true })).sort();
    for (const [folder, said] of [
      [data, "is the site's own data folder"],
      [`${data}/images/..`, "is the site's own data folder"],
      [join(links, "data"), "is the site's own data folder"],
      [join(data, "images"), "contains the site's own images"],
      [join(data, ".."), "contains the site's own images"],
      [join(data, "images", "new", "one"), "is inside the folder of the site's own images"],
      [join(links, "data", "images", "new"), "is inside the folder of the site's own images"],
      [join(links, "half"), "is inside the folder of the site's own images"],
    ] as const) {
      const run = await guffaw(["backup", folder, "--keep", "1"], { env: world.env });
      expect([folder, run.code, run.stderr]).toEqual([folder, 1, expect.stringContaining(said)]);
    }
    const files = (await readdir(data, { recursive: true })).sort();
    expect(files).toEqual(before);
    // Beside the images is fine, though another disk is better.
    const inside = await guffaw(["backup", join(data, "copies"), "--keep", "1"], { env: world.env });
    expect(inside.code).toBe(0);
    // The same goes for a site that would grow on top of its own backup.
    const copies = join(data, "copies");
    const onTop = await guffaw(["restore", copies], { env: { GUFFAW_DATA: copies } });
    expect([onTop.code, onTop.stderr]).toEqual([1, expect.stringContaining("is the site's own data folder")]);
  });

  test.each(["", " "])("is not %p", async (name) => {
    const env = { GUFFAW_DATA: join(freshFolder("data"), "none") };
    for (const command of ["backup", "restore"]) {
      const run = await guffaw([command, name], { env });
      expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(/^guffaw: No folder given/)]);
    }
  });

  test("is named when it cannot be used", async () => {
    await using world = await openWorld("SQLite");
    const folder = freshFolder("backup");
    await guffaw(["backup", folder], { env: world.env });
    await Bun.write(join(folder, "file"), "");
    for (const [args, said] of [
      [["backup", "/proc/none"], "The backup folder /proc/none cannot be used (ENOENT): check"],
      [["backup", join(folder, "file")], `There is a file where the backup folder ${folder}/file should be`],
      [["restore", join(folder, "none")], `There is no folder ${folder}/none: give the one`],
      [["restore", join(folder, "file")], `${folder}/file is a file, not a folder: give the folder`],
      [
        ["restore", folder, "--backup", "../../etc"],
        `There is no backup ../../etc in the folder ${folder}; the newest`,
      ],
    ] as const) {
      const run = await guffaw([...args], { env: world.env });
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(said)]);
      expect(run.stderr).not.toContain("image");
    }
  });
});
