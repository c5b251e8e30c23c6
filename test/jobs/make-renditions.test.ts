import { describe, expect, test } from "bun:test";
import sharp, { type OverlayOptions } from "sharp";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { makeAllRenditions } from "../../src/core/memes/make-all-renditions.ts";
import { makeRenditions, type Outcome } from "../../src/core/memes/make-renditions.ts";
import { imagePath, keyOf, RENDITIONS, renditionsOf } from "../../src/core/memes/renditions.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMeme } from "../../src/data/memes.ts";
import { countToRender } from "../../src/data/renditions.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { guffaw } from "../cli/guffaw.ts";
import { animation, solid } from "../pictures.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { EVERYWHERE, openWorldOn } from "./storages.ts";

/** Wide enough for all renditions, and with a hole. */
const sticker = async () => {
  const hole = { input: { create: { width: 90, height: 90, channels: 4, background: "#000" } }, blend: "dest-out" };
  const image = solid(1200, 800, "#a62")
    .ensureAlpha()
    .composite([hole as OverlayOptions]);
  return new Uint8Array(await image.png().toBuffer());
};

const submit = async (world: World, by: TestMember, image: Uint8Array) =>
  (await submitMeme(world.ctx(by), { image, caption: "", age: 2 })).meme;

const now = async (world: World, { id }: Meme) => (await findMeme(world.db, id))!;

/** As in a database that was just migrated. */
async function forgetRenditions(world: World, memes: Meme[]) {
  for (const meme of memes) {
    for (const which of ["small", "preview", "display-avif", "small-avif"] as const)
      await world.services.storage.delete(keyOf(meme.image, which));
    const columns = ["small_bytes", "small_width", "small_height", "preview_bytes", "preview_width", "preview_height"];
    const none = [...columns, "display_avif_bytes", "small_avif_bytes", "transparent"].map((column) => [column, null]);
    await world.db
      .updateTable("memes")
      .set({ ...Object.fromEntries(none), rendered: 0 })
      .where("id", "=", meme.id)
      .execute();
  }
  await world.db.deleteFrom("jobs").where("kind", "=", "make-renditions").execute();
  const bytes = await sumOfBytes(world);
  await world.db.updateTable("users").set({ stored_bytes: bytes }).execute();
  await world.db.updateTable("counters").set({ value: bytes }).where("name", "=", "bytes").execute();
}

async function sumOfBytes({ db }: World) {
  const rows = await db.selectFrom("memes").select(["original_bytes", "display_bytes", "thumbnail_bytes"]).execute();
  return rows.reduce((sum, row) => sum + row.original_bytes! + row.display_bytes! + row.thumbnail_bytes!, 0);
}

describe.each(EVERYWHERE)("the renditions of a meme, on %s with a %s", (dialect, storage) => {
  test("are completed by a job, served, counted, and deleted with it", async () => {
    await using world = await openWorldOn(dialect, storage);
    const by = await world.member();
    const meme = await submit(world, by, await sticker());
    expect(renditionsOf(meme.image)).toEqual(["original", "display", "thumbnail", "preview"]);
    expect(meme.image.transparent).toBe(true);
    expect((await world.as().get(imagePath(meme, "display-avif"))).status).toBe(404);
    await runDueJobs(world.services);
    const complete = await now(world, meme);
    expect(renditionsOf(complete.image)).toEqual([...RENDITIONS]);
    const widths = {
      "display-avif": 1080,
      "small-avif": 640,
      small: 640,
      preview: 1080,
      display: 1080,
      thumbnail: 320,
    };
    for (const [which, width] of Object.entries(widths) as [keyof typeof widths, number][]) {
      const response = await world.as().get(imagePath(complete, which));
      const type = which.endsWith("avif") ? "image/avif" : which === "preview" ? "image/jpeg" : "image/webp";
      expect(response.headers.get("content-type"), which).toBe(type);
      expect((await sharp(await response.bytes()).metadata()).width, which).toBe(width);
    }
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await countToRender(world.db)).toBe(0);
    await deleteMeme(world.ctx(by), meme.id);
    for (const which of RENDITIONS) expect(await world.services.storage.open(keyOf(meme.image, which))).toBeFalsy();
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});

describe.each(DIALECTS)("renditions on %s", (dialect) => {
  test("of a hidden meme are for its author alone", async () => {
    await using world = await openWorld(dialect);
    const [by, other] = [await world.member(), await world.member()];
    const meme = await submit(world, by, await sticker());
    await disableMeme(world.ctx(by), meme.id);
    await runDueJobs(world.services);
    for (const which of RENDITIONS) {
      const path = imagePath(meme, which);
      expect((await world.as().get(path)).status, which).toBe(404);
      expect((await world.as(other).get(path)).status, which).toBe(404);
      expect((await world.as(by).get(path)).status, which).toBe(200);
    }
  });

  test("of an animation are still, except the display", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member();
    const frames = [solid(8, 8, "#c00"), solid(8, 8, "#0c0")];
    const film = await animation(frames, { format: "gif", delay: [80, 80], width: 480, height: 270 });
    const meme = await submit(world, by, new Uint8Array(film));
    await runDueJobs(world.services);
    const { image } = await now(world, meme);
    const all = ["original", "display", "small", "thumbnail", "preview", "small-avif"] as const;
    expect(renditionsOf(image)).toEqual([...all]);
    for (const which of all) {
      const { pages = 1 } = await sharp(await (await world.as().get(imagePath(meme, which))).bytes()).metadata();
      expect(pages, which).toBe(which === "original" || which === "display" ? 2 : 1);
    }
  });

  test("of older memes are made by a command, which goes on where it was stopped", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member();
    const memes: Meme[] = [];
    for (let i = 0; i < 4; i++) memes.push(await submit(world, by, await sticker()));
    await forgetRenditions(world, memes);
    const [first, second, gone, lost] = (await Promise.all(memes.map((meme) => now(world, meme)))) as [
      Meme,
      Meme,
      Meme,
      Meme,
    ];
    expect(renditionsOf(first.image)).toEqual(["original", "display", "thumbnail"]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await makeRenditions(world.ctx(), first)).toBe("made");
    expect(await makeRenditions(world.ctx(), first)).toBe("gone");
    await deleteMeme(world.ctx(by), gone.id);
    expect(await makeRenditions(world.ctx(), gone)).toBe("gone");
    await world.services.storage.delete(keyOf(lost.image, "original"));
    expect((await guffaw(["renditions", "--dry-run"], { env: world.env })).stdout).toContain("2 memes have no");
    const run = await guffaw(["renditions", "--json"], { env: world.env });
    expect(run).toMatchObject({ code: 1, json: { made: 1, refused: 0, lost: 1 } });
    expect(renditionsOf((await now(world, second)).image)).toEqual([...RENDITIONS]);
    expect(await countToRender(world.db)).toBe(1);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("of memes that share a picture are made once", async () => {
    await using world = await openWorld(dialect);
    expect((await guffaw(["seed", "--memes", "30", "--users", "3", "--yes"], { env: world.env })).code).toBe(0);
    const outcomes: Outcome[] = [];
    let puts = 0;
    const { storage } = world.services;
    const counting: Storage = {
      description: storage.description,
      put: (key, bytes, type) => (puts++, storage.put(key, bytes, type)),
      open: (key) => storage.open(key),
      list: () => storage.list(),
      probe: () => storage.probe(),
      delete: (key) => storage.delete(key),
    };
    await makeAllRenditions({ ...world.ctx(), storage: counting }, { onMeme: (outcome) => outcomes.push(outcome) });
    expect(outcomes).toEqual(Array.from({ length: 30 }, () => "made"));
    // Twelve pictures, two at once.
    expect(puts).toBeLessThanOrEqual(2 * 2 * 12);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
