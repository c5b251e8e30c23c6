import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";

import { compareMemes } from "../../src/core/copies/compare-memes.ts";
import { listCopies } from "../../src/core/copies/list-copies.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { thirdsOf, differenceOfThirds, valuesNear } from "../../src/images/similarity.ts";
import { looksOfStored, processImage } from "../../src/images/process.ts";
import { DIALECTS, openWorld, ROOT, type TestMember, type World } from "../world.ts";

const starter = (file: string) => Bun.file(join(ROOT, "assets/starter", file)).bytes();

/** Decoded by the worker first, because this process must not read files of strangers. */
async function pixelsOf(file: string) {
  const { display } = await processImage(await starter(file));
  return sharp(display.bytes).removeAlpha();
}

/** A bar of letters, more or less: other words on the same picture. */
async function lettered(file: string, bars: readonly [left: number, width: number][]) {
  const image = await pixelsOf(file);
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true });
  const row = Math.round(info.height / 2);
  for (const [left, width] of bars)
    for (let y = row; y < row + info.height / 14; y++)
      for (let x = Math.round(left * info.width); x < (left + width) * info.width; x++)
        data.fill(
          (x >> 3) % 2 ? 255 : 0,
          (y * info.width + x) * info.channels,
          (y * info.width + x + 1) * info.channels,
        );
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const post = async (world: World, by: TestMember, image: Uint8Array, more: { unlessPosted?: boolean } = {}) =>
  (await submitMeme(world.ctx(by), { image, caption: "", age: 2, ...more })).meme;

const idsOf = (memes: { meme: { id: string } }[]) => memes.map(({ meme }) => meme.id);

test("a mirrored hash is that of the mirrored picture", async () => {
  const image = await pixelsOf("printer.png");
  const [one, other] = [
    await looksOfStored(await image.clone().png().toBuffer()),
    await looksOfStored(await image.clone().flop().png().toBuffer()),
  ];
  for (const [at, hash] of one.mirroredHashes.entries())
    expect(differenceOfThirds(thirdsOf(hash), thirdsOf(other.perceptualHashes[at]!))).toBeLessThanOrEqual(2);
});

test("values near a third are all those within the difference, each once", () => {
  const near = valuesNear(0b101, 2);
  expect(near).toHaveLength(1 + 21 + 210);
  expect(new Set(near).size).toBe(near.length);
  expect(Math.max(...near)).toBeLessThan(2 ** 21);
});

describe.each(DIALECTS)("copies on %s", (dialect) => {
  test("the same file, smaller, compressed, brighter and mirrored ones are copies; other words make another meme", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member({ name: "mia" });
    const image = await pixelsOf("printer.png");
    const first = await post(world, mia, await starter("printer.png"));
    const variants: Record<string, Uint8Array> = {
      "the same file": await starter("printer.png"),
      smaller: await image.clone().resize(300).png().toBuffer(),
      compressed: await image.clone().jpeg({ quality: 40 }).toBuffer(),
      brighter: await image.clone().modulate({ brightness: 1.15 }).jpeg().toBuffer(),
      mirrored: await image.clone().flop().jpeg().toBuffer(),
    };
    for (const [name, bytes] of Object.entries(variants))
      await expect(post(world, mia, bytes, { unlessPosted: true }), name).rejects.toMatchObject({
        code: "posted_before",
        memeId: first.id,
      });
    const words = await (await lettered("printer.png", [[0.1, 0.5]])).jpeg().toBuffer();
    const joke = await post(world, mia, words, { unlessPosted: true });
    const others = await (await lettered("printer.png", [[0.5, 0.4]])).jpeg().toBuffer();
    await post(world, mia, others, { unlessPosted: true });
    await expect(post(world, mia, words, { unlessPosted: true })).rejects.toMatchObject({ memeId: joke.id });
    await post(world, mia, await starter("ship-it.png"), { unlessPosted: true });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a meme lists its earlier and later copies, as far as the caller may see them", async () => {
    await using world = await openWorld(dialect);
    const [mia, fan] = [await world.member(), await world.member()];
    const bytes = await starter("printer.png");
    const small = await (await pixelsOf("printer.png")).resize(400).jpeg().toBuffer();
    const memes = [await post(world, mia, bytes), await post(world, fan, small), await post(world, mia, bytes)];
    const [one, two, three] = memes.map(({ id }) => id) as [string, string, string];
    const seen = async (id: string, by: TestMember) => {
      const { earlier, later } = await listCopies(world.ctx(by), id);
      return [idsOf(earlier), idsOf(later)];
    };
    expect(await seen(two, fan)).toEqual([[one], [three]]);
    expect(await seen(three, fan)).toEqual([[two, one], []]);
    await disableMeme(world.ctx(mia), one);
    expect(await seen(two, fan)).toEqual([[], [three]]);
    expect(await seen(two, mia)).toEqual([[one], [three]]);
    // Only what one may see is named, and counts.
    await expect(post(world, fan, bytes, { unlessPosted: true })).rejects.toMatchObject({ memeId: two });
    await expect(post(world, mia, bytes, { unlessPosted: true })).rejects.toMatchObject({ memeId: one });
    await deleteMeme(world.ctx(mia), one);
    expect(await seen(three, fan)).toEqual([[two], []]);
    for (const [by, id] of [
      [fan, two],
      [mia, three],
    ] as const)
      await deleteMeme(world.ctx(by), id);
    expect(await world.db.selectFrom("looks").selectAll().execute()).toEqual([]);
    await post(world, mia, bytes, { unlessPosted: true });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a picture whose only copies are hidden may be posted", async () => {
    await using world = await openWorld(dialect);
    const [mia, fan] = [await world.member(), await world.member()];
    const bytes = await starter("printer.png");
    const { id } = await post(world, mia, bytes);
    await disableMeme(world.ctx(mia), id);
    await post(world, fan, bytes, { unlessPosted: true });
  });

  test("memes from before are compared by the job, also pictures too flat to recognize", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    const bytes = await starter("printer.png");
    const small = await (await pixelsOf("printer.png")).resize(400).jpeg().toBuffer();
    const one = await post(world, mia, bytes);
    const two = await post(world, mia, small);
    const flat = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#234" } })
      .png()
      .toBuffer();
    const [three, four] = [await post(world, mia, flat), await post(world, mia, flat)];
    const gif = await post(world, mia, await starter("just-finishing-up.gif"));
    await world.db.deleteFrom("copies").execute();
    await world.db.deleteFrom("looks").execute();
    expect(await compareMemes(world.ctx())).toBe(5);
    expect(await compareMemes(world.ctx())).toBe(0);
    expect(idsOf((await listCopies(world.ctx(mia), two.id)).earlier)).toEqual([one.id]);
    expect(idsOf((await listCopies(world.ctx(mia), three.id)).later)).toEqual([four.id]);
    expect(await listCopies(world.ctx(mia), gif.id)).toEqual({ earlier: [], later: [] });
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
