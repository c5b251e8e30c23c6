import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { runDueJobs } from "../../src/jobs/runner.ts";
import { animation, solid } from "../pictures.ts";
import { DIALECTS, openWorld, smallImage, type World } from "../world.ts";
import { bodyOf, json, read } from "./http.ts";

interface File {
  url: string;
  type: string;
  width: number;
  height: number;
}
interface Meme extends File {
  memeid: string;
  alt: string;
  animated: boolean;
  renditions: Record<string, File & { bytes: number }>;
}

const frames = (format: "gif" | "webp", width: number, height: number) =>
  animation([solid(8, 8, "#c00"), solid(8, 8, "#0c0")], { format, delay: [80, 80], width, height });

/** Ratios that no rendition has exactly; for WebP, one that its decoder rounds differently. */
const PICTURES: [name: string, type: string, animated: boolean, make: () => Promise<Uint8Array>, more: string[]][] = [
  ["smaller than any", "image/png", false, smallImage, []],
  ["wide", "image/png", false, () => solid(2161, 3, "#123").png().toBuffer(), ["small", "preview"]],
  ["tall", "image/png", false, () => solid(7, 4711, "#456").png().toBuffer(), []],
  ["a JPEG", "image/jpeg", false, () => solid(1621, 1003, "#789").jpeg().toBuffer(), ["small"]],
  ["an AVIF", "image/jpeg", false, () => solid(501, 303, "#789").avif({ effort: 0 }).toBuffer(), []],
  ["a WebP", "image/webp", false, () => solid(2160, 1001, "#abc").webp().toBuffer(), ["small", "preview"]],
  ["a turned JPEG", "image/jpeg", false, () => turned(1301, 700), ["small"]],
  ["a GIF that moves", "image/gif", true, () => frames("gif", 1203, 77), ["small", "preview"]],
  ["a WebP that moves", "image/webp", true, () => frames("webp", 333, 77), ["small", "preview"]],
];

const turned = (width: number, height: number) =>
  solid(width, height, "#def").withMetadata({ orientation: 6 }).jpeg().toBuffer();

async function submit(world: World, key: string, image: Uint8Array, alt = ""): Promise<Meme> {
  const body = { image: Buffer.from(image).toString("base64"), alt };
  return (await bodyOf<{ meme: Meme }>(await world.as(key).post("/v1/submit", json(body)))).meme;
}

const fetchFrom = (world: World, { url }: File) => fetch(url.replace(world.addresses.url, world.origin));

async function expectFile(world: World, file: File, name: string) {
  const response = await fetchFrom(world, file);
  const bytes = await response.bytes();
  const { width, height, pageHeight } = await sharp(bytes, { animated: true }).metadata();
  expect({ name, type: response.headers.get("content-type")!, width, height: pageHeight ?? height }).toEqual({
    name,
    type: file.type,
    width: file.width,
    height: file.height,
  });
  return bytes.length;
}

describe.each(DIALECTS)("a meme on %s", (dialect) => {
  test("has the true size of its picture and each rendition", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const { key } = me;
    for (const [name, type, animated, make, more] of PICTURES) {
      const { memeid } = await submit(world, key, await make());
      await runDueJobs(world.services);
      const meme = await read<Meme>(world, me, `/v1/meme/${memeid}`);
      expect(meme, name).toMatchObject({ type, animated, alt: "" });
      await expectFile(world, meme, name);
      expect(Object.keys(meme.renditions), name).toEqual(["thumbnail", "medium", ...more]);
      for (const rendition of Object.values(meme.renditions))
        expect(await expectFile(world, rendition, name)).toBe(rendition.bytes);
    }
  });

  test("has alt text in every answer of the newer root, and no new fields in the older one", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const { memeid } = await submit(world, me.key, await smallImage(), 'A "cat"\non a roof');
    expect(await read<Meme>(world, me, `/v1/meme/${memeid}`)).toMatchObject({ alt: 'A "cat"\non a roof' });
    expect(await read<Meme[]>(world, me, "/v1/meme/recents")).toMatchObject([{ alt: 'A "cat"\non a roof' }]);
    const old = await read<object>(world, me, `/api/v1/meme/${memeid}`);
    for (const name of ["alt", "width", "renditions"]) expect(old).not.toHaveProperty(name);
  });
});
