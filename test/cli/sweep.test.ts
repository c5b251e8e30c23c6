import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { claimStorage } from "../../src/core/memes/claim-storage.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { guffaw } from "./guffaw.ts";

const KEY = "01/123456789012345678-0123456789abcdef0123456789abcdef";

/** Files of an upload that never got its row. */
async function litter(world: World, ending: string, hoursOld: number) {
  const path = join(world.env.GUFFAW_DATA!, "images", KEY + ending);
  await Bun.write(path, new Uint8Array(150_000));
  const at = Date.now() / 1000 - hoursOld * 3600;
  utimesSync(path, at, at);
  return path;
}

describe.each(DIALECTS)("guffaw sweep on %s", (dialect) => {
  test("counts with --dry-run, and deletes without", async () => {
    await using world = await openWorld(dialect);
    await claimStorage(world.ctx());
    await world.meme({ by: await world.member({ perks: ["founder"] }) });
    const [old, young] = [await litter(world, ".png", 2), await litter(world, ".display.webp", 0.5)];
    const dry = await guffaw(["sweep", "--dry-run"], { env: world.env });
    expect(dry).toMatchObject({
      code: 0,
      stdout:
        "1 file (0.1 MB) would be deleted; 1 file (0.1 MB) less than an hour old may still belong to a new meme.\n",
    });
    expect(await guffaw(["sweep", "--dry-run", "--json"], { env: world.env })).toMatchObject({
      json: { files: 1, bytes: 150_000, young: { files: 1, bytes: 150_000 } },
    });
    expect(existsSync(old)).toBe(true);
    expect(await guffaw(["sweep"], { env: world.env })).toMatchObject({
      code: 0,
      stdout: "Deleted 1 file (0.1 MB) that belonged to no meme.\n",
    });
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(await guffaw(["sweep", "--json"], { env: world.env })).toMatchObject({ json: { files: 0, bytes: 0 } });
    expect((await guffaw(["doctor"], { env: world.env })).code).toBe(0);
  });

  test("is refused if the images may be another site's, until the operator is sure", async () => {
    await using world = await openWorld(dialect);
    const old = await litter(world, ".png", 2);
    const refused = await guffaw(["sweep"], { env: world.env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^guffaw: There are images in the folder .+ run \.\/guffaw sweep --adopt\.\n$/);
    const dry = await guffaw(["sweep", "--dry-run"], { env: world.env });
    expect(dry.stdout).toStartWith("1 file (0.1 MB) would be deleted.\nThere are images in the folder");
    expect((await guffaw(["sweep", "--adopt", "--dry-run"], { env: world.env })).code).toBe(2);
    expect(existsSync(old)).toBe(true);
    expect((await guffaw(["sweep", "--adopt", "--yes"], { env: world.env })).stdout).toStartWith("Deleted 1 file");
    expect(existsSync(old)).toBe(false);
    expect(readdirSync(join(world.env.GUFFAW_DATA!, "images"))).toContain("site.id");
  });
});
