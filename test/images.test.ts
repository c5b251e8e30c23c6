import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { DomainError } from "../src/errors.ts";
import { MAX_BYTES } from "../src/images/limits.ts";
import { similarTo, differenceOf, MAX_DIFFERENCE, piecesOf } from "../src/images/similarity.ts";
import "../src/images/decode.ts"; // so that this process's sharp is as restricted as a worker's
import { framesToHash } from "../src/images/perceptual-hash.ts";
import * as images from "../src/images/process.ts";
import { type ProcessedImage, processImage } from "../src/images/process.ts";
import { waitingForWorkers } from "../src/worker/pool.ts";
import {
  animation,
  moving,
  noise,
  pngThatClaims,
  raw,
  solid,
  tinyGif,
  whiteOnNothing,
  withPngChunk,
} from "./pictures.ts";

const looksOfStored = async (bytes: Uint8Array) => (await images.looksOfStored(bytes)).perceptualHashes;

const SECRET = "MUST-NOT-SURVIVE";
const ZIP = Buffer.from(`PK\x03\x04${SECRET}`, "latin1");
const FORMATS = ["jpeg", "png", "webp", "gif"] as const;
const EXTENSION = { jpeg: "jpg", png: "png", webp: "webp", gif: "gif" } as const;

const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();
/** Ignores the colour of fully transparent pixels. */
const visible = (data: Buffer) => data.map((value, at) => (data[at | 3] === 0 ? 0 : value));
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};
const renditions = (image: ProcessedImage) => [image.original, image.display, image.thumbnail];

async function refused(bytes: Uint8Array): Promise<DomainError> {
  const error = await processImage(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect((error as DomainError).message).toMatch(/^[A-Z][^!\n]*\.$/);
  return error as DomainError;
}

function expectNoSecret(image: ProcessedImage) {
  for (const { bytes } of renditions(image)) {
    const text = Buffer.from(bytes).toString("latin1");
    for (const trace of [SECRET, "PK\x03\x04", "Exif", "GPS", "http://ns.adobe.com", "ICC_PROFILE", "<script"]) {
      expect(text.includes(trace), trace).toBe(false);
    }
  }
}

function expectNear(color: string, expected: string) {
  const [found, wanted] = [Buffer.from(color, "hex"), Buffer.from(expected, "hex")];
  for (const [at, value] of wanted.entries()) expect(Math.abs(found[at]! - value), color).toBeLessThan(4);
}

describe.each(FORMATS)("a %s", (format) => {
  const make = () => raw(noise(60 * 40 * 3), 60, 40)[format]();

  test("comes out in its own format, with a display picture and a thumbnail in WebP", async () => {
    const image = await processImage(await make().toBuffer());
    const type = `image/${format}`;
    expect(image.original).toMatchObject({ type, extension: EXTENSION[format] });
    expect(image.display).toMatchObject({ type: "image/webp", extension: "webp" });
    expect(image.thumbnail).toMatchObject({ type: "image/webp", extension: "webp" });
    const found = await Promise.all(renditions(image).map(({ bytes }) => sharp(bytes).metadata()));
    expect(found.map((one) => one.format)).toEqual([format, "webp", "webp"]);
    expect([image.width, image.height, image.animated]).toEqual([60, 40, false]);
    expect(image.color).toMatch(/^[0-9a-f]{6}$/);
    expect(image.hash).toBe(new Bun.CryptoHasher("sha256").update(image.original.bytes).digest("hex"));
  });

  test("comes out the same every time", async () => {
    const bytes = await make().toBuffer();
    expect(await processImage(bytes)).toEqual(await processImage(bytes.subarray()));
  });

  test("loses everything around and after its pixels", async () => {
    const bytes = await make()
      .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`)
      .toBuffer();
    if (format !== "gif") expect((await sharp(bytes).metadata()).exif?.includes(SECRET)).toBe(true);
    const image = await processImage(Buffer.concat([bytes, ZIP]));
    expectNoSecret(image);
    for (const one of renditions(image)) {
      const { exif, xmp, icc, iptc, comments } = await sharp(one.bytes).metadata();
      expect([exif, xmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    }
  });

  test("is refused when cut short or damaged", async () => {
    const bytes = await make().toBuffer();
    for (const part of [0.9, 0.5, 0.2]) {
      const error = await refused(bytes.subarray(0, bytes.length * part));
      expect([error.code, error.message.slice(0, 21)]).toEqual(["invalid", "This image is damaged"]);
    }
    expect((await refused(Buffer.concat([bytes.subarray(0, 16), noise(500)]))).code).toBe("invalid");
  });

  test("has the colour of a picture in one colour", async () => {
    const { color } = await processImage(await solid(50, 30, "#3366cc")[format]().toBuffer());
    expectNear(color, "3366cc");
    if (format === "png") expect(color).toBe("3366cc");
  });
});

describe("pixels", () => {
  test("are kept exactly in PNG, lossless WebP and GIF", async () => {
    const picture = raw(noise(40 * 30 * 4), 40, 30);
    const moves = moving(3, 20, 10);
    for (const image of [picture.clone().png(), picture.clone().webp({ lossless: true }), picture.gif(), moves.gif()]) {
      const bytes = await image.toBuffer();
      const { original } = await processImage(bytes);
      expect(visible(await pixelsOf(original.bytes))).toEqual(visible(await pixelsOf(bytes)));
    }
  });

  test("are rotated as the EXIF orientation says", async () => {
    const left = await solid(20, 20, "#ff0000").png().toBuffer();
    const sideways = await solid(40, 20, "#0000ff")
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const image = await processImage(sideways);
    expect([image.width, image.height]).toEqual([20, 40]);
    for (const { bytes } of renditions(image)) {
      expect(await sizeOf(bytes)).toEqual([20, 40]);
      const pixels = await pixelsOf(bytes);
      expect(pixels[0], "red above").toBeGreaterThan(200);
      expect(pixels[pixels.length - 2], "blue below").toBeGreaterThan(200);
    }
  });

  test("of an animation are rotated in none of its renditions", async () => {
    const bytes = await moving(3, 120, 80).webp().withMetadata({ orientation: 6 }).toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, pages: 3 });
    const image = await processImage(bytes);
    expect([image.width, image.height]).toEqual([120, 80]);
    for (const one of renditions(image)) expect(await sizeOf(one.bytes)).toEqual([120, 80]);
  });

  test("in another colour space become sRGB", async () => {
    const wide = await solid(20, 20, "#3366cc").withIccProfile("p3").png().toBuffer();
    expectNear((await processImage(wide)).color, "3366cc");
    const printed = await solid(20, 20, "#cc3333").toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer();
    const { original } = await processImage(printed);
    expect((await sharp(original.bytes).metadata()).space).toBe("srgb");
  });

  test("are scaled down for large pictures and never up for small ones", async () => {
    const sizes = { "2000x1000": [1080, 540, 320, 160], "100x9000": [67, 6000, 14, 1280], "7x5": [7, 5, 7, 5] };
    for (const [size, expected] of Object.entries(sizes)) {
      const [width, height] = size.split("x").map(Number) as [number, number];
      const image = await processImage(await solid(width, height, "#123456").png().toBuffer());
      expect(await sizeOf(image.original.bytes)).toEqual([width, height]);
      expect([...(await sizeOf(image.display.bytes)), ...(await sizeOf(image.thumbnail.bytes))]).toEqual(expected);
    }
  });

  test("that are translucent keep their colours in smaller pictures", async () => {
    const one = [100, 60, 20, 160];
    const pixels = Uint8Array.from({ length: 2000 * 40 * 4 }, (_, at) => one[at % 4]!);
    const image = await processImage(await raw(pixels, 2000, 40).png().toBuffer());
    expectNear(image.color, "643c14");
    for (const { bytes } of [image.display, image.thumbnail]) {
      const found = (await pixelsOf(bytes)).subarray(0, 3);
      for (const [at, value] of found.entries()) expect(Math.abs(value - one[at]!), `${found}`).toBeLessThan(8);
    }
  });

  test("that are invisible give a neutral colour", async () => {
    const clear = await raw(new Uint8Array(400), 10, 10).png().toBuffer();
    expect((await processImage(clear)).color).toBe("808080");
  });
});

describe("an animation", () => {
  test.each([
    ["gif", 0],
    ["gif", 1],
    ["gif", 5],
    ["webp", 0],
    ["webp", 3],
  ] as const)("in %s that loops %d times keeps its frames, delays and loop", async (format, loop) => {
    const delay = [50, 200, 1000, 120];
    const bytes = await moving(4, 30, 20)[format]({ delay, loop }).toBuffer();
    const image = await processImage(Buffer.concat([bytes, ZIP]));
    expect([image.animated, image.width, image.height]).toEqual([true, 30, 20]);
    for (const one of [image.original, image.display]) {
      const found = await sharp(one.bytes).metadata();
      expect(found).toMatchObject({ pages: 4, delay, loop, width: 30, height: 20 });
    }
    expect((await sharp(image.thumbnail.bytes).metadata()).pages).toBeUndefined();
    expectNoSecret(image);
  });

  test("still moves when it is made smaller", async () => {
    const image = await processImage(await moving(3, 1500, 100).gif().toBuffer());
    expect(await sharp(image.display.bytes).metadata()).toMatchObject({ pages: 3, width: 1080, height: 72 });
    expect(await sharp(image.original.bytes).metadata()).toMatchObject({ pages: 3, width: 1500, height: 100 });
  });

  test("keeps frames that repeat, and 100 of them", async () => {
    const { original } = await processImage(tinyGif({ width: 10, height: 10, frames: 100 }));
    expect((await sharp(original.bytes).metadata()).delay).toEqual(Array.from({ length: 100 }, () => 70));
  });

  test("whose screen claims more than its frames fill has its recorded size", async () => {
    const image = await processImage(tinyGif({ width: 65_535, height: 65_535, frames: 2 }));
    const screen = Buffer.from(image.original.bytes);
    expect([screen.readUInt16LE(6), screen.readUInt16LE(8)]).toEqual([image.width, image.height]);
    expect([image.width, image.height]).toEqual([1, 1]);
  });

  test("without the trailer that some programs omit is intact", async () => {
    const bytes = tinyGif({ width: 10, height: 10, frames: 2 });
    expect((await processImage(bytes.subarray(0, -1))).original).toEqual((await processImage(bytes)).original);
  });

  test("in PNG is treated as the still picture it begins with", async () => {
    const png = await solid(10, 10, "#112233").png().toBuffer();
    const control = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0);
    const image = await processImage(withPngChunk(png, "acTL", control));
    expect([image.animated, image.original.extension]).toEqual([false, "png"]);
    expect(Buffer.from(image.original.bytes).includes("acTL")).toBe(false);
  });
});

describe("a file of two kinds", () => {
  const script = `<script>alert("${SECRET}")</script>`;

  test("loses a script in a PNG's text", async () => {
    const png = await solid(10, 10, "#112233").png().toBuffer();
    expectNoSecret(await processImage(withPngChunk(png, "tEXt", Buffer.from(`Comment\0${script}`))));
  });

  test("loses a script in a JPEG's comment", async () => {
    const jpeg = await solid(10, 10, "#112233").jpeg().toBuffer();
    const remark = Buffer.concat([Uint8Array.of(0xff, 0xfe, 0, script.length + 2), Buffer.from(script)]);
    expectNoSecret(await processImage(Buffer.concat([jpeg.subarray(0, 2), remark, jpeg.subarray(2)])));
  });

  test("loses a GIF's comments and anything after its pixels", async () => {
    const bytes = tinyGif({ width: 10, height: 10, frames: 2, comment: script, hidden: script });
    const image = await processImage(Buffer.concat([bytes, Buffer.from(script)]));
    expectNoSecret(image);
    expect((await sharp(image.original.bytes).metadata()).pages).toBe(2);
  });
});

describe("a file is refused", () => {
  test.each([
    ["when it is empty", new Uint8Array(), "is empty"],
    ["over 20 MB", new Uint8Array(MAX_BYTES + 1), "the limit is 20 MB"],
    ["that claims 900 megapixels", pngThatClaims(30_000, 30_000), "900 megapixels; the limit is 40"],
    [
      "with 41 megapixels over its frames",
      tinyGif({ width: 700, height: 700, frames: 84 }),
      "42 megapixels across all its frames",
    ],
    ["a pixel high and very long", pngThatClaims(1_000_000, 1), "1000000 pixels; the limit is"],
    ["with 101 frames", tinyGif({ width: 2, height: 2, frames: 101 }), "101 frames; the limit is 100"],
    ["that is an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), "isn't a JPEG"],
    ["that is a PDF", Buffer.from("%PDF-1.7\n"), "isn't a JPEG"],
    ["that is an SVG behind a PNG's signature", Buffer.from("\x89PNG\r\n\x1a\n<svg/>", "latin1"), "is damaged"],
    ["that is text", Buffer.from("hello"), "isn't a JPEG"],
  ])("%s", async (_, bytes, words) => {
    const error = await refused(bytes);
    expect(error.code).toBe("invalid");
    expect(error.message).toContain(words);
  });

  test("only above 20 MB, and padding is not kept", async () => {
    const padded = Buffer.alloc(MAX_BYTES);
    padded.set(await solid(20, 20, "#112233").png().toBuffer());
    expect((await processImage(padded)).original.bytes.length).toBeLessThan(1000);
  });

  test("in any other format, by us and by sharp itself", async () => {
    const picture = solid(20, 20, "#112233");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [await picture.clone().tiff().toBuffer(), svg]) {
      expect((await refused(bytes)).message).toContain("isn't a JPEG");
      await expect(sharp(bytes).metadata()).rejects.toThrow("unsupported image format");
    }
  });

  test("as HEIC, with advice", async () => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    expect((await refused(heic)).message).toContain("HEIC");
  });

  test("by sharp if given as a path, so that no picture can point at a file of ours", async () => {
    const folder = await mkdtemp(join(tmpdir(), "guffaw-images-"));
    const path = join(folder, "real.png");
    await Bun.write(path, await solid(20, 20, "#112233").png().toBuffer());
    await expect(sharp(path).metadata()).rejects.toThrow("unsupported image format");
    await rm(folder, { recursive: true });
  });

  test("or well processed, whatever its bytes", async () => {
    const starts = [
      "",
      "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf",
      "\xff\xd8\xff",
      "\x89PNG\r\n\x1a\n",
      "GIF89a",
      "RIFF\x40\0\0\0WEBPVP8 ",
    ];
    const films = FORMATS.map((format) => moving(2, 9, 7)[format]().toBuffer());
    const whole = await Promise.all([...films, solid(9, 7, "#123").avif({ effort: 0 }).toBuffer()]);
    const garbage = fc
      .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, "latin1"), rest]));
    const damaged = fc
      .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }))
      .map(([bytes, changes]) => {
        const copy = Buffer.from(bytes);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        return copy;
      });
    const property = fc.asyncProperty(fc.oneof(garbage, damaged), async (bytes) => {
      const image = await processImage(bytes).catch((error: unknown) => error);
      if (image instanceof DomainError) return;
      for (const one of renditions(image as ProcessedImage)) await pixelsOf(one.bytes);
    });
    await fc.assert(property, { numRuns: 300 });
  }, 600_000);

  test("when too many are waiting, and none is forgotten", async () => {
    const bytes = await solid(20, 20, "#112233").png().toBuffer();
    const uploads = Array.from({ length: 60 }, () => processImage(bytes));
    expect(waitingForWorkers()).toBe(50);
    const results = await Promise.allSettled(uploads);
    const late = results.filter((one) => one.status === "rejected").map((one) => one.reason as DomainError);
    expect(late.map((error) => error.code)).toEqual(Array.from({ length: 8 }, () => "unavailable" as const));
    expect(waitingForWorkers()).toBe(0);
  });
});

describe("perceptual hashes of a picture", () => {
  const FOLDER = join(import.meta.dir, "../assets/starter");
  type Change = (image: Sharp, width: number, height: number) => Sharp;
  /** White strokes with black outlines, like large letters in a row. */
  function lettering(width: number, height: number, letters: number, size: number) {
    const [tall, wide] = [Math.round(height * size), Math.floor((width * 0.9) / letters)];
    const stroke = (side: number, color: string) => ({
      create: { width: side, height: tall, channels: 3 as const, background: color },
    });
    const top = Math.round(height * 0.96) - tall;
    return Array.from({ length: letters }, (_, at) => at * wide + Math.round(width * 0.05)).flatMap((left) => [
      { input: stroke(Math.max(3, Math.round(wide * 0.6)), "#000"), left, top },
      { input: stroke(Math.max(1, Math.round(wide * 0.4)), "#fff"), left: left + Math.round(wide * 0.1), top },
    ]);
  }
  const cropped =
    (by: number): Change =>
    (image, w, h) => {
      const [left, top] = [Math.round(w * by), Math.round(h * by)];
      return image.extract({ left, top, width: w - 2 * left, height: h - 2 * top });
    };
  const framed =
    (by: number, background: string): Change =>
    (image, w, h) => {
      const [x, y] = [Math.round(w * by), Math.round(h * by)];
      return image.extend({ left: x, right: x, top: y, bottom: y, background });
    };
  /** In cinema format, with the whole picture in it. */
  const letterboxed: Change = (image, w, h) => {
    const x = Math.max(0, Math.round((h * 16) / 9 - w) >> 1);
    const y = x > 0 ? 0 : Math.round(h * 0.15);
    return image.extend({ left: x, right: x, top: y, bottom: y, background: "#000" });
  };

  // How far the perceptual hashes of each starter picture may move at most, as measured.
  const SAME: [name: string, most: number, change: Change][] = [
    ["JPEG of low quality", 4, (image) => image.flatten({ background: "#fff" }).jpeg({ quality: 20 })],
    ["WebP of low quality", 4, (image) => image.webp({ quality: 30 })],
    ["half as large", 4, (image, w) => image.resize(Math.round(w / 2))],
    ["as small as a thumbnail", 4, (image) => image.resize(160).jpeg()],
    ["stretched", 4, (image, w, h) => image.resize(Math.round(w * 1.1), h, { fit: "fill" })],
    ["brighter", 8, (image) => image.modulate({ brightness: 1.2 })],
    ["darker", 4, (image) => image.modulate({ brightness: 0.8 })],
    ["of more contrast", 8, (image) => image.linear(1.25, -20)],
    ["without colours", 2, (image) => image.greyscale()],
    ["blurred", 4, (image) => image.blur(2)],
    ["cropped by 1 % on each side", 6, cropped(0.01)],
    ["cropped by 2 % on each side", 8, cropped(0.02)],
    ["with a small frame", 4, framed(0.01, "#fff")],
    ["with a wide frame", 6, framed(0.3, "#fff")],
    ["with a wide frame in a JPEG", 6, (image, w, h) => framed(0.3, "#d35400")(image, w, h).jpeg({ quality: 40 })],
    ["with a transparent border", 6, framed(0.15, "#0000")],
    ["in black bars", 6, letterboxed],
    ["with a watermark", 4, (image, w, h) => image.composite(lettering(w, h, 40, 0.03))],
    ["with a caption", 6, (image, w, h) => image.composite(lettering(w, h, 14, 0.12))],
  ];

  async function starters() {
    const files = [...new Glob("*.{png,jpg,webp,gif}").scanSync(FOLDER)].sort();
    const small = { fit: "inside", withoutEnlargement: true } as const;
    return Promise.all(
      files.map(async (file) =>
        sharp(await Bun.file(join(FOLDER, file)).bytes())
          .resize(300, 300, small)
          .png({ compressionLevel: 0 })
          .toBuffer(),
      ),
    );
  }

  const nearest = (some: string[], others: string[]) =>
    Math.min(...some.flatMap((one) => others.map((other) => differenceOf(one, other))));

  test("hardly change with what people do to a picture, and tell different ones apart", async () => {
    const pictures = await starters();
    const looks = await Promise.all(pictures.map(looksOfStored));
    const furthest: Record<string, number> = {};
    for (const [name, , change] of SAME)
      for (const [i, bytes] of pictures.entries()) {
        const { width, height } = await sharp(bytes).metadata();
        const changed = await change(sharp(bytes).png({ compressionLevel: 0 }), width, height).toBuffer();
        furthest[name] = Math.max(furthest[name] ?? 0, nearest(looks[i]!, await looksOfStored(changed)));
      }
    for (const [name, most] of SAME) expect(furthest[name], name).toBeLessThanOrEqual(most);
    const apart = looks.flatMap((one, i) => looks.slice(i + 1).map((other) => nearest(one, other)));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(2 * MAX_DIFFERENCE);
  }, 600_000);
  const starter = (file: string) => Bun.file(join(FOLDER, file)).bytes();

  test("of an upload match those of the stored file, even for an animation", async () => {
    for (const file of ["printer.png", "old-server.jpg", "bouncer.webp", "just-finishing-up.gif"]) {
      const { perceptualHashes: looks, original } = await processImage(await starter(file));
      const stored = await looksOfStored(original.bytes);
      for (const look of looks) expect(look).toMatch(/^[0-9a-f]{16}$/);
      expect(looks, file).not.toBeEmpty();
      for (const look of looks) expect(nearest([look], stored), file).toBeLessThanOrEqual(2);
    }
  });

  test("of an animation cover its frames, including the first, the last and the longest", async () => {
    expect(framesToHash({ frames: 1, delays: [] })).toEqual([0]);
    expect(framesToHash({ frames: 8, delays: [] })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const delays = Array.from({ length: 100 }, (_, at) => (at === 42 ? 60_000 : 20));
    expect(framesToHash({ frames: 100, delays })).toEqual([0, 17, 33, 42, 50, 66, 83, 99]);
    expect(framesToHash({ frames: 100, delays: [] })).toEqual([0, 17, 33, 50, 66, 83, 99]);
    const files = ["printer.png", "ship-it.png", "line-up.png"];
    const frames = await Promise.all(files.map(async (file) => sharp(await starter(file))));
    for (const format of ["gif", "webp"] as const) {
      const { perceptualHashes: looks } = await processImage(await animation(frames, { format, delay: [20, 20, 20] }));
      for (const frame of frames) {
        const still = await looksOfStored(await frame.clone().png().toBuffer());
        expect(nearest(looks, still), format).toBeLessThanOrEqual(8);
      }
    }
  });

  test("cover black and white backgrounds for translucent pictures, and only for them", async () => {
    const image = sharp(await starter("printer.png")).resize(320, 240, { fit: "fill" });
    const still = await looksOfStored(await image.clone().png().toBuffer());
    const white = await whiteOnNothing(image);
    const looks = await looksOfStored(white);
    expect(nearest(looks, still)).toBeLessThanOrEqual(2);
    expect(await looksOfStored(await sharp(white).flatten({ background: "#fff" }).png().toBuffer())).toEqual([]);
    expect(await looksOfStored(await image.clone().ensureAlpha().png().toBuffer())).toEqual(still);
    const grey = await sharp(white).toColourspace("b-w").png().toBuffer();
    expect(await sharp(grey).metadata()).toMatchObject({ channels: 2 });
    expect(nearest(await looksOfStored(grey), still)).toBeLessThanOrEqual(2);
  });

  test("see no border in the empty space around letters, which would make all texts look alike", async () => {
    const page = (letters: number) => solid(640, 480, "#fff").composite(lettering(640, 480, letters, 0.1));
    for (const letters of [9, 13, 21]) {
      const looks = await looksOfStored(await page(letters).png().toBuffer());
      expect(looks.length, String(letters)).toBeLessThanOrEqual(1);
    }
  });

  test("are empty if there is nothing to see", async () => {
    const gradient = Uint8Array.from({ length: 64 * 48 * 3 }, (_, at) => Math.floor(((at / 3) % 64) * 4));
    const halves = Uint8Array.from({ length: 64 * 48 * 3 }, (_, at) => ((at / 3) % 64 < 32 ? 0 : 255));
    const square = await solid(80, 60, "#c0392b").png().toBuffer();
    const flat = [
      solid(90, 60, "#c0392b").png(),
      solid(90, 60, "#ffffff").jpeg({ quality: 30 }),
      raw(gradient, 64, 48).png(),
      raw(halves, 64, 48).png(),
      raw(new Uint8Array(64 * 48 * 4), 64, 48).png(),
      sharp(square).extend({ top: 9, bottom: 9, left: 9, right: 9, background: "#0000" }).png(),
      moving(3, 20, 10).gif(),
    ];
    for (const one of flat) expect((await processImage(await one.toBuffer())).perceptualHashes).toEqual([]);
  });

  test("shares a piece with every similar hash", () => {
    const look = "0123456789abcdef";
    const parts = piecesOf([look]);
    expect(parts.map(({ value }) => value).join("")).toHaveLength(63);
    const bits = fc.uniqueArray(fc.integer({ min: 0, max: 62 }), { maxLength: MAX_DIFFERENCE });
    fc.assert(
      fc.property(bits, (changed) => {
        const other = changed.reduce((all, bit) => all ^ (1n << BigInt(bit)), BigInt(`0x${look}`));
        const near = other.toString(16).padStart(16, "0");
        expect(differenceOf(look, near)).toBe(changed.length);
        expect(piecesOf([near]).some(({ value }, band) => value === parts[band]!.value)).toBe(true);
        expect(similarTo(["7edcba9876543210", look])([near])).toBe(true);
      }),
    );
    expect(similarTo([look])(["7edcba9876543210"])).toBe(false);
    expect(piecesOf([look, look])).toEqual(parts);
  });
});
