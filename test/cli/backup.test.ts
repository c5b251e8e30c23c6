import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { fill } from "../core/backups.ts";
import { freshFolder, openWorld } from "../world.ts";
import { guffaw } from "./guffaw.ts";

test("the commands make a backup and bring it back", async () => {
  await using world = await openWorld("SQLite");
  await fill(world);
  const folder = freshFolder("backup");
  const made = await guffaw(["backup", folder, "--keep", "2", "--json"], { env: world.env });
  expect(made.json).toMatchObject({ images: 6, deleted: [] });
  const data = join(freshFolder("restored"), "data");
  const env = { GUFFAW_DATA: data };
  const dry = await guffaw(["restore", folder, "--dry-run"], { env });
  expect(dry.stdout).toContain("all of it can be restored");
  expect(existsSync(data)).toBe(false);
  const restored = await guffaw(["restore", folder], { env });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining("6 image files")]);
  expect((await guffaw(["doctor"], { env })).code).toBe(0);
  const again = await guffaw(["restore", folder], { env });
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("accounts already")]);
  const none = await guffaw(["restore", freshFolder("empty")], { env });
  expect(none.stderr).toContain("There is no backup in the folder");
});

test("a dry run tells of every image that is damaged or gone, and what to do", async () => {
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
  expect(dry.stdout).not.toContain("all of it");
  expect(dry.stdout).toContain(
    `1 image file is not in the backup, and copied by the next one if the site still has it:\n  ${folder}/${two}\n`,
  );
  expect(dry.stdout).toContain(
    `1 image file is damaged; delete it, and the next backup copies it again:\n  ${folder}/${one}\n`,
  );
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
      [join(data, "images"), "has the site's own images inside"],
      [join(data, ".."), "has the site's own images inside"],
      [join(data, "images", "new", "one"), "is in the folder of the site's own images"],
      [join(links, "data", "images", "new"), "is in the folder of the site's own images"],
      [join(links, "half"), "is in the folder of the site's own images"],
    ] as const) {
      const run = await guffaw(["backup", folder, "--keep", "1"], { env: world.env });
      expect([folder, run.code, run.stderr]).toEqual([folder, 1, expect.stringContaining(said)]);
    }
    const files = (await readdir(data, { recursive: true })).sort();
    expect(files).toEqual(before);
    // Beside the images is fine, though another disk is better.
    const inside = await guffaw(["backup", join(data, "copies"), "--keep", "1"], { env: world.env });
    expect(inside.code).toBe(0);
    // The same holds for a site that would grow on top of its own backup.
    const copies = join(data, "copies");
    const onTop = await guffaw(["restore", copies], { env: { GUFFAW_DATA: copies } });
    expect([onTop.code, onTop.stderr]).toEqual([1, expect.stringContaining("is the site's own data folder")]);
  });

  test.each(["", " ", "s3://bucket"])("is not %p", async (name) => {
    const env = { GUFFAW_DATA: join(freshFolder("data"), "none") };
    for (const command of ["backup", "restore"]) {
      const run = await guffaw([command, name], { env, cwd: freshFolder("here") });
      expect([run.code, run.stderr]).toEqual([
        2,
        expect.stringMatching(/^guffaw: (The folder has no|Backups are made)/),
      ]);
    }
  });

  test("is named when it cannot be used", async () => {
    await using world = await openWorld("SQLite");
    const folder = freshFolder("backup");
    await guffaw(["backup", folder], { env: world.env });
    await Bun.write(join(folder, "file"), "");
    for (const [args, said] of [
      [["backup", "/proc/none"], "The backup folder /proc/none cannot be used (ENOENT): check"],
      [["backup", join(folder, "file")], `A file stands where the backup folder ${folder}/file should be`],
      [["restore", join(folder, "none")], `There is no folder ${folder}/none: give the one`],
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
