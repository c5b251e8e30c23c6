import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";

import { layOut } from "../../src/compose/layout.ts";
import { readHeader } from "../../src/images/decode.ts";
import { drawOwnSvg } from "../../src/images/own-svg.ts";
import { makePicture, processAvatar, processImage, processLogo, secondsFor } from "../../src/images/process.ts";
import { drawStill, library } from "../../src/images/render-recipe.ts";
import { leaseWorker, workerDeaths } from "../../src/worker/pool.ts";
import { usageOf } from "../../src/worker/usage.ts";
import { type DeathReason, type WorkerDeath, WorkerProcess } from "../../src/worker/worker-process.ts";
import { ROOT } from "../world.ts";
import { outline, parsed, recipeOf } from "./recipes.ts";

const starter = (name: string) => Bun.file(join(ROOT, "assets/starter", name)).bytes();
const upload = { base: { kind: "upload" as const, id: "a" } };
const solid = (background: string, width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** The colour of a pixel of a finished picture, roughly. */
async function colorAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())].map((value) => Math.round(value / 51));
}

describe("a still", () => {
  test("has its base below and its words above, as JPEG or WebP", async () => {
    const recipe = recipeOf(
      "■",
      { color: "#ff0000", size: { kind: "fixed", size: 0.3 }, font: "inter" },
      { panels: [upload] },
    );
    for (const format of ["jpeg", "webp"] as const) {
      const { picture, frames } = await makePicture({ recipe, format, sources: [await solid("#0000ff")] });
      expect(picture).toMatchObject({ width: 360, height: 360, type: `image/${format}` });
      expect(await readHeader(picture.bytes, format)).toMatchObject({ width: 360, height: 360, frames: 1 });
      expect(frames).toBe(1);
      expect(await colorAt(picture.bytes, 5, 5)).toEqual([0, 0, 5]);
      expect(await colorAt(picture.bytes, 180, 180)).toEqual([5, 0, 0]);
    }
  });

  test("shows each base in its panel, cropped, and colour in between", async () => {
    const green = { base: { kind: "color" as const, color: "#00ff00" } };
    const right = { ...upload, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } };
    const recipe = parsed({ panels: [upload, green, right], gap: 0.1, background: "#ffffff" });
    const halves = await sharp(await solid("#ff0000"))
      .composite([{ input: await solid("#0000ff", 20), left: 20, top: 0 }])
      .png()
      .toBuffer();
    const { bytes } = (await makePicture({ recipe, format: "webp", sources: [await solid("#000000"), halves] }))
      .picture;
    const down = await Promise.all([50, 114, 180, 246, 310].map((y) => colorAt(bytes, 100, y)));
    expect(down).toEqual([
      [0, 0, 0],
      [5, 5, 5],
      [0, 5, 0],
      [5, 5, 5],
      [0, 0, 5],
    ]);
  });

  test("is upright and opaque, whatever its base is", async () => {
    const recipe = parsed({ panels: [upload], background: "#00ff00", width: 100, height: 100 });
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#0000" } })
      .png()
      .toBuffer();
    expect(
      await colorAt((await makePicture({ recipe, format: "webp", sources: [clear] })).picture.bytes, 50, 50),
    ).toEqual([0, 5, 0]);
    const grey = await sharp(await solid("#ffffff"))
      .greyscale()
      .jpeg()
      .toBuffer();
    expect(
      await colorAt((await makePicture({ recipe, format: "webp", sources: [grey] })).picture.bytes, 50, 50),
    ).toEqual([5, 5, 5]);
    const halves = sharp(await solid("#ff0000")).composite([{ input: await solid("#0000ff", 20), left: 20, top: 0 }]);
    const turned = await sharp(await halves.png().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = (await makePicture({ recipe: { ...recipe, height: 200 }, format: "webp", sources: [turned] }))
      .picture;
    expect(await Promise.all([50, 150].map((y) => colorAt(bytes, 50, y)))).toEqual([
      [5, 0, 0],
      [0, 0, 5],
    ]);
  });

  test("drawn in strips is drawn as in one piece", async () => {
    const recipe = parsed({
      boxes: [0.05, 0.4, 0.7].map((y) => ({
        x: 0.1,
        y,
        width: 0.7,
        height: 0.2,
        text: "Strip 😂",
        outline,
        rotation: 3,
      })),
    });
    const list = layOut(recipe, await library.open(recipe));
    const whole = {
      ...list,
      layers: list.layers.map((layer) => ({ ...layer, bounds: { left: 0, top: 0, right: 360, bottom: 360 } })),
    };
    const [strips, piece] = [await drawStill(recipe, list, []), await drawStill(recipe, whole, [])];
    expect(strips.data.equals(piece.data)).toBeTrue();
  });
});

test("a moving base keeps its frames, delays and loops, with the words over every one", async () => {
  const gif = await starter("just-finishing-up.gif");
  const before = await readHeader(gif, "gif");
  expect(before.frames).toBeGreaterThan(5);
  const recipe = recipeOf(
    "■",
    { color: "#ff00ff", size: { kind: "fixed", size: 0.2 }, font: "inter" },
    {
      panels: [{ ...upload, crop: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 } }],
      width: 160,
      height: 120,
    },
  );
  const { picture, frames } = await makePicture({ recipe, format: "film", sources: [gif] });
  const after = await readHeader(picture.bytes, "webp");
  expect(after).toMatchObject({
    width: 160,
    height: 120,
    frames: before.frames,
    delays: before.delays,
    loop: before.loop,
  });
  expect(frames).toBe(before.frames);
  for (let page = 0; page < frames; page++) {
    const frame = await sharp(picture.bytes, { page }).png().toBuffer();
    expect(await colorAt(frame, 80, 60)).toEqual([5, 0, 5]);
  }
  // Only the first frame, where nothing should move.
  expect((await makePicture({ recipe, format: "webp", sources: [gif] })).frames).toBe(1);
});

/** An animation of plain frames, each as long as it says. */
const film = (frames: readonly [color: string, delay: number][]) =>
  Promise.all(frames.map(([color]) => solid(color))).then((pictures) =>
    sharp(pictures, { join: { animated: true } })
      .webp({ lossless: true, delay: frames.map(([, delay]) => delay), loop: 0 })
      .toBuffer(),
  );

test("of several panels that move, the longest sets the pace, and the others start again", async () => {
  const [red, green, blue, black] = ["#ff0000", "#00ff00", "#0000ff", "#000000"] as const;
  const short = await film([
    [red, 100],
    [green, 200],
  ]);
  const long = await film([
    [blue, 200],
    [black, 100],
    [blue, 100],
    [black, 300],
  ]);
  const grey = { base: { kind: "color" as const, color: "#999999" } };
  const recipe = parsed({ panels: [upload, grey, upload], width: 90, height: 90 });
  const { picture, frames } = await makePicture({ recipe, format: "film", sources: [short, long] });
  expect(frames).toBe(4);
  expect((await readHeader(picture.bytes, "webp")).delays).toEqual([200, 100, 100, 300]);
  const seen: number[][][] = [];
  for (let page = 0; page < frames; page++) {
    const frame = await sharp(picture.bytes, { page }).png().toBuffer();
    seen.push(await Promise.all([15, 45, 75].map((y) => colorAt(frame, 45, y))));
  }
  const [r, g, b, k, middle] = [
    [5, 0, 0],
    [0, 5, 0],
    [0, 0, 5],
    [0, 0, 0],
    [3, 3, 3],
  ];
  // The short one shows green from 100 ms on, starts again at 300 ms, and is green at 400 ms.
  expect(seen).toEqual([
    [r, middle, b],
    [g, middle, k],
    [r, middle, b],
    [g, middle, k],
  ] as number[][][]);
});

describe("refuses", () => {
  test("a recipe without the pictures it names", async () => {
    const recipe = parsed({ panels: [upload, upload] });
    await expect(makePicture({ recipe, format: "webp", sources: [await solid("#000000")] })).rejects.toThrow(
      "The recipe needs 2 pictures, but 1 came with it.",
    );
  });

  test("characters that no font has, by name", async () => {
    await expect(makePicture({ recipe: recipeOf("ᚠ"), format: "webp", sources: [] })).rejects.toThrow(
      "Our fonts don't have these characters: ᚠ.",
    );
  });

  test("an animation with more pixels than we would take as an upload", async () => {
    const recipe = parsed({ panels: [upload], width: 4000, height: 4000 });
    await expect(
      makePicture({ recipe, format: "film", sources: [await starter("just-finishing-up.gif")] }),
    ).rejects.toThrow("megapixels across all its frames");
  });
});

describe("CPU time", () => {
  /** Asks a worker for the same thing until it is killed. Returns what it had used before that. */
  async function askUntilKilled(seconds: number): Promise<{ reason: DeathReason; before: number[] }> {
    const box = { x: 0, y: 0, width: 1, height: 1, font: "comic-relief", text: "Wg&@%ßQé ".repeat(40) } as const;
    const about = { recipe: parsed({ width: 3000, height: 3000, boxes: [box] }), format: "jpeg", lengths: [] };
    const worker = await WorkerProcess.start();
    const atStart = usageOf(worker.pid)!.seconds;
    const before: number[] = [];
    worker.beginLease(seconds);
    for (;;) {
      const death = await worker.ask("recipe", about, []).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (death) return { reason: (death as WorkerDeath).reason, before };
      before.push(usageOf(worker.pid)!.seconds - atStart);
    }
  }

  test("is limited to two seconds for a still and fifteen for an animation", () => {
    expect((["jpeg", "webp", "film"] as const).map(secondsFor)).toEqual([2, 2, 15]);
  });

  test.each([2, 3])("of %d seconds is all a worker has, then it is killed", async (seconds) => {
    const { reason, before } = await askUntilKilled(seconds);
    expect(reason).toBe("time");
    expect(before.length).toBeGreaterThan(0);
    // It is looked at every few milliseconds; on a busy machine, whenever we are let.
    expect(Math.max(...before)).toBeLessThan(seconds * 3);
  });

  test("that a still has used up is explained, and the next one does its work", async () => {
    const before = workerDeaths().time;
    using lease = await leaseWorker(undefined, 0.01);
    const about = { recipe: recipeOf("Hi", {}, { width: 4000, height: 4000 }), format: "jpeg", lengths: [] };
    await expect(lease.ask("recipe", "recipe", about, [])).rejects.toThrow("This picture takes too long to draw.");
    expect(workerDeaths().time).toBe(before + 1);
    lease[Symbol.dispose]();
    expect((await makePicture({ recipe: recipeOf("Hi"), format: "webp", sources: [] })).frames).toBe(1);
  });
});

describe("the SVG loader", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#f00"/></svg>';
  const bytesOf = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
  const DISGUISES: [string, Uint8Array][] = [
    ["as it is", bytesOf(svg)],
    ["with an XML declaration", bytesOf('<?xml version="1.0"?>\n', svg)],
    ["packed", Bun.gzipSync(svg)],
    ["behind the start of a JPEG", bytesOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), svg)],
    ["behind the start of a PNG", bytesOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), svg)],
    ["behind the start of a GIF", bytesOf("GIF89a", svg)],
    ["behind the start of a WebP", bytesOf("RIFF\x00\x00\x00\x00WEBP", svg)],
    ["behind the start of an AVIF", bytesOf("\x00\x00\x00\x20ftypavif", svg)],
  ];

  test("draws what we wrote", async () => {
    const { data, info } = await drawOwnSvg(svg);
    expect(info).toEqual({ width: 90, height: 90, channels: 4 });
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  test.each(DISGUISES)("is closed to someone's file, %s, also after it was open", async (_, file) => {
    await drawOwnSvg(svg);
    await expect(sharp(file).metadata()).rejects.toThrow();
    const recipe = recipeOf("Hi", {}, { panels: [upload] });
    // The same worker has just drawn our SVG.
    await makePicture({ recipe, format: "webp", sources: [await solid("#000000")] });
    await expect(makePicture({ recipe, format: "webp", sources: [file] })).rejects.toThrow(/image/);
    await expect(processImage(file)).rejects.toThrow(/image/);
    await expect(processAvatar(file, "someone")).rejects.toThrow(/image/);
    await expect(processLogo(file)).rejects.toThrow(/image/);
  });

  test("is closed while a worker prepares a base, even if its header passes for a picture", async () => {
    // As a base goes through the same checks as an upload, ask the worker itself, past those of this process.
    for (const [, file] of DISGUISES) {
      using lease = await leaseWorker();
      const about = { recipe: recipeOf("Hi", {}, { panels: [upload] }), format: "webp", lengths: [file.length] };
      const answer = lease.ask("image", "recipe", about, [file]);
      await expect(answer).rejects.toThrow();
    }
  });

  test("is closed again after our own SVG was broken", async () => {
    await expect(drawOwnSvg("<svg")).rejects.toThrow();
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow();
  });
});
