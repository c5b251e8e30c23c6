import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

import { examineVideo as examineSettings } from "../../src/cli/examine-video.ts";
import { sniffVideo } from "../../src/shared/video-format.ts";
import type { Clip } from "../../src/video/clip.ts";
import { encodeVideo } from "../../src/video/encode.ts";
import { examineVideo } from "../../src/video/examine-video.ts";
import { expectedMs } from "../../src/video/expected-time.ts";
import { findFfmpeg, requireFfmpeg, type Ffmpeg } from "../../src/video/ffmpeg.ts";
import { posterOf } from "../../src/video/frames.ts";
import { readClip } from "../../src/video/probe.ts";
import { runFfmpeg, safely } from "../../src/video/run-ffmpeg.ts";
import { diskFolder } from "../folders.ts";
import { FFMPEG, makeClip, RULES, type ClipName } from "./clips.ts";

const clips = diskFolder("clips");
const ffmpeg = (await findFfmpeg(FFMPEG)) as Ffmpeg;
let folders = 0;

/** A file in a folder of its own. */
async function alone(bytes: Uint8Array | Blob): Promise<{ folder: string; path: string }> {
  const folder = join(clips, `alone-${++folders}`);
  await mkdir(folder);
  const path = join(folder, "source");
  await Bun.write(path, bytes as Blob);
  return { folder, path };
}

const bytesOf = async (name: ClipName) => Bun.file(await makeClip(clips, name)).bytes();
const examine = async (bytes: Uint8Array) => examineVideo(ffmpeg, RULES, await alone(bytes));
const refusal = async (bytes: Uint8Array) => (await examine(bytes).catch((error: Error) => error)) as Error;
const cornerOf = async (picture: Uint8Array) => [
  ...(await sharp(picture).extract({ left: 10, top: 10, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

test("the program of the tests can encode, and a missing or wrong one is explained", async () => {
  expect(ffmpeg).toMatchObject({ path: FFMPEG, canToneMap: true });
  expect(await findFfmpeg("no-such-ffmpeg")).toContain("install ffmpeg");
  expect(await findFfmpeg("/bin/true")).toContain("cannot be run as ffmpeg");
  expect(await findFfmpeg(undefined)).toContain("GUFFAW_FFMPEG is off");
  await expect(requireFfmpeg(undefined)).rejects.toThrow("takes no videos");
});

test("an MP4 becomes three that play everywhere, without its metadata", async () => {
  const bytes = await bytesOf("plain.mp4");
  expect(Buffer.from(bytes).includes("Kodak")).toBe(true);
  const source = await examine(bytes);
  expect(source.clip).toEqual({
    seconds: expect.closeTo(2, 1),
    width: 160,
    height: 90,
    fps: 25,
    hasSound: true,
    brightness: "standard",
  });
  const seen: number[] = [];
  const made = await encodeVideo(ffmpeg, source, RULES, { onProgress: (seconds) => seen.push(seconds) });
  expect(made.map(({ format, width, height, hasSound }) => [format, width, height, hasSound])).toEqual([
    ["mp4", 160, 90, true],
    ["tinymp4", 160, 90, false],
    ["nanomp4", 150, 84, false],
  ]);
  expect(seen.at(-1)).toBeWithin(1.8, 2.2);
  const mp4 = Buffer.from(await Bun.file(made[0]!.file).bytes());
  // The index comes first, so that it plays before all of it is there.
  expect(mp4.indexOf("moov")).toBeLessThan(mp4.indexOf("mdat"));
  expect(mp4.includes("Kodak")).toBe(false);
  const avcC = mp4.indexOf("avcC");
  expect([mp4[avcC + 5], mp4[avcC + 7]]).toEqual([100, 41]);
});

test("a site without sound gets none, and one that wants WebM gets it", async () => {
  const source = await examine(await bytesOf("film.webm"));
  const made = await encodeVideo(ffmpeg, source, { ...RULES, sound: false, webm: true }, {});
  expect(made.map(({ format, hasSound }) => [format, hasSound])).toEqual([
    ["mp4", false],
    ["tinymp4", false],
    ["nanomp4", false],
    ["webm", false],
  ]);
  expect(sniffVideo(await Bun.file(made[3]!.file).bytes())).toBe("webm");
});

test("a phone's video stands upright, in its poster too", async () => {
  const source = await examine(await bytesOf("turned.mov"));
  expect(source.clip).toMatchObject({ width: 90, height: 160 });
  const poster = await posterOf(ffmpeg, source);
  expect(await sharp(poster).metadata()).toMatchObject({ format: "jpeg", width: 90, height: 160 });
  const [mp4] = await encodeVideo(ffmpeg, source, RULES, {});
  expect(mp4).toMatchObject({ width: 90, height: 160 });
});

test("bright HEVC is mapped to what screens show", async () => {
  const source = await examine(await bytesOf("bright.mov"));
  expect(source.clip.brightness).toBe("hlg");
  const [red = 0, green = 0] = await cornerOf(await posterOf(ffmpeg, source));
  expect(red).toBeGreaterThan(green + 50);
  const [mp4] = await encodeVideo(ffmpeg, source, RULES, {});
  const again = await examineVideo(ffmpeg, RULES, { folder: source.folder, path: mp4!.file });
  expect(again.clip.brightness).toBe("standard");
});

test("limits are checked before anything is decoded", async () => {
  expect((await refusal(await bytesOf("long.mp4"))).message).toBe(
    "The video is 90 seconds long; the limit is 60. Shorten it.",
  );
  expect((await refusal(await bytesOf("large.mp4"))).message).toContain("2600 pixels; the limit is 1920");
  expect((await refusal(await bytesOf("fast.mp4"))).message).toContain("120 frames per second; the limit is 60");
  const file = await alone(await bytesOf("silent.mp4"));
  await expect(examineVideo(ffmpeg, { ...RULES, maxBytes: 1000 }, file)).rejects.toThrow("the limit is 0");
});

test("damaged, truncated and hostile files are refused with a sentence", async () => {
  const mp4 = await bytesOf("plain.mp4");
  const webm = await bytesOf("film.webm");
  const text = (words: string) => Buffer.from(words);
  const hostile = {
    truncated: mp4.slice(0, mp4.length / 2),
    "without an index": (await bytesOf("silent.mp4")).slice(0, 3000),
    "truncated WebM": webm.slice(0, webm.length / 2),
    "only a start": mp4.slice(0, 40),
    "a playlist": text("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"),
    "a list of files": text("ffconcat version 1.0\nfile /etc/passwd\n"),
    "nonsense with the right start": Buffer.concat([mp4.slice(0, 40), Buffer.alloc(5000, "moov")]),
    "a WebM of nothing": Buffer.concat([webm.slice(0, 60), Buffer.alloc(2000)]),
  };
  for (const [name, bytes] of Object.entries(hostile))
    expect((await refusal(bytes)).message, name).toStartWith("This video is damaged or incomplete.");
});

test.each(["sound.mp4", "cover.mp4"] as const)("a file with sound alone is refused for that: %s", async (name) => {
  expect((await refusal(await bytesOf(name))).message).toBe(
    "This video has sound but no picture. Upload one that people can see.",
  );
});

test("a Matroska file with what MP4 has in it is taken as WebM is", async () => {
  const source = await examine(await bytesOf("film.mkv"));
  expect(source).toMatchObject({ format: "webm", clip: { width: 160, height: 90, hasSound: true } });
  const [mp4] = await encodeVideo(ffmpeg, source, RULES, {});
  expect(mp4).toMatchObject({ format: "mp4", width: 160, height: 90 });
});

test("a file whose end is noise is refused once it is decoded", async () => {
  const bytes = await bytesOf("plain.mp4");
  const at = Buffer.from(bytes).indexOf("mdat") + 4;
  const noisy = bytes.slice();
  noisy.fill(0x5a, at + (bytes.length - at) * 0.1);
  const source = await examine(noisy);
  await expect(encodeVideo(ffmpeg, source, RULES, {})).rejects.toThrow("damaged or incomplete");
});

test("a run is killed at its deadline, or when we stop", async () => {
  const { folder, path } = await alone(await bytesOf("silent.mp4"));
  // The same two seconds for ever.
  const endless = ["-v", "error", "-stream_loop", "-1", ...safely("mp4", path), "-f", "null", "-"];
  const limits = { folder, maxBytes: 1e6 };
  const late = await runFfmpeg(ffmpeg, endless, { ...limits, deadlineMs: 300 });
  expect(late).toMatchObject({ ok: false, tookTooLong: true });
  const stopping = new AbortController();
  const run = runFfmpeg(ffmpeg, endless, { ...limits, deadlineMs: 60_000, signal: stopping.signal });
  stopping.abort(new Error("the server stops"));
  await expect(run).rejects.toThrow("the server stops");
});

test("a file too large for its limit is not written", async () => {
  const { folder, path } = await alone(await bytesOf("silent.mp4"));
  const out = join(folder, "out.nut");
  const args = ["-v", "error", ...safely("mp4", path), "-c:v", "rawvideo", out];
  const { ok } = await runFfmpeg(ffmpeg, args, { folder, maxBytes: 20_000, deadlineMs: 20_000 });
  expect(ok).toBe(false);
  expect(Bun.file(out).size).toBeLessThanOrEqual(20_000);
});

test("what newer and older versions say about a video is understood", () => {
  const say = (stream: string) => readClip(`  Duration: 00:01:02.50, start: 0.000000, bitrate: 1 kb/s\n${stream}\n`);
  expect(
    say(
      "  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(progressive), 640x480 [SAR 1:1 DAR 4:3], 5 kb/s, 29.97 fps, 30 tbr, 15360 tbn (default)",
    ),
  ).toMatchObject({ seconds: 62.5, width: 640, height: 480, fps: 29.97, hasSound: false });
  expect(
    say(
      "    Stream #0:0: Video: hevc (Main 10), yuv420p10le(tv, bt2020nc/bt2020/smpte2084), 10x20, 1k fps\n      displaymatrix: rotation of -90.00 degrees",
    ),
  ).toMatchObject({ width: 20, height: 10, fps: 1000, brightness: "pq" });
  expect(say("    Stream #0:0: Audio: aac")).toBeUndefined();
});

test("larger, faster, longer and noisier videos are expected to take longer", () => {
  const clip = { seconds: 10, width: 640, height: 360, fps: 30, hasSound: true, brightness: "standard" } as const;
  const expected = (about: Partial<Clip>, megabytes = 2) =>
    expectedMs({ clip: { ...clip, ...about } }, megabytes * 1024 ** 2);
  expect(expected({})).toBe(6175);
  // As many pixels are written for each frame.
  expect([expected({ width: 1280, height: 720 }), expected({ width: 1920, height: 1080 })]).toEqual([11_981, 11_981]);
  expect(expected({ fps: 60 })).toBe(9911);
  // A file does not always say.
  expect(expected({ fps: 0 })).toBe(6175);
  expect(expected({ seconds: 60 })).toBe(24_852);
  expect(expected({}, 100)).toBe(27_735);
});

test("doctor names the program, and does not mind if there is none", async () => {
  const said = async (video: Partial<typeof RULES>, given: string[] = []) =>
    examineSettings({ video: { ...RULES, ...video }, given });
  expect(await said({})).toEqual([
    { ok: true, said: `People can post videos: ffmpeg ${ffmpeg.version} (${FFMPEG}) encodes them.` },
  ]);
  expect(await said({ ffmpeg: "no-such-ffmpeg" })).toEqual([
    { ok: true, said: expect.stringContaining("install ffmpeg") },
  ]);
  expect(await said({ ffmpeg: "/no/ffmpeg" }, ["GUFFAW_FFMPEG"])).toMatchObject([{ warning: true }]);
});
