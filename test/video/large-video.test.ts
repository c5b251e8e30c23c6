import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sourceKey } from "../../src/core/memes/formats.ts";
import { findMeme } from "../../src/data/memes.ts";
import { PROCESS_NAME } from "../../src/process-name.ts";
import { diskFolder } from "../folders.ts";
import { guffaw } from "../cli/guffaw.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { FFMPEG, makeClip } from "./clips.ts";
import { padded } from "./padded.ts";

const MB = 1024 * 1024;
const ENV = { GUFFAW_FFMPEG: FFMPEG, GUFFAW_VIDEO_MB: "60", GUFFAW_POSTS_PER_HOUR: "off" };
const clips = diskFolder("large-clips");

const BOUNDARY = "----guffaw";
const part = (head: string, content: Uint8Array | string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const film = (content: Uint8Array) => part('name="image"; filename="a.mov"', content);
const caption = (text: string) => part('name="caption"', text);

async function send(world: World, by: TestMember, body: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const response = await world.as(by).post("/v1/submit", { body, headers: { "Content-Type": type, ...headers } });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Record<string, never> };
}

/** Files of this process that wait for something. The last ones go after the answer. */
async function untilNoScratch() {
  while (readdirSync(tmpdir()).some((name) => name.startsWith(`guffaw-scratch-${PROCESS_NAME}`))) await Bun.sleep(10);
}

test("a video larger than any picture is written to disk as it arrives, and its form is read from there", async () => {
  await using world = await openWorld("SQLite", { env: ENV });
  const by = await world.member();
  const bytes = padded(await Bun.file(await makeClip(clips, "turned.mov")).bytes(), 40 * MB);
  // Fields before and after it, and one that nobody asked for.
  const form = Buffer.concat([
    caption("größer als ein Bild"),
    film(bytes),
    part('name="age"', "1"),
    part('name="x"', "y"),
    END,
  ]);
  const once = { "Idempotency-Key": "large-1" };
  const { status, json } = await send(world, by, form, once);
  expect({ status, json }).toMatchObject({ status: 201 });
  const meme = (await findMeme(world.db, String(json.memeid)))!;
  expect(meme).toMatchObject({ caption: "größer als ein Bild", age: 1, held: "encoding" });
  const stored = await world.services.storage.open(sourceKey(meme.image));
  expect(Bun.SHA256.hash(await new Response(stored!.slice(0, stored!.size)).bytes(), "hex")).toBe(
    Bun.SHA256.hash(bytes, "hex"),
  );
  const again = await send(world, by, Buffer.from(form), once);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.json.memeid).toBe(json.memeid);
  await untilNoScratch();
});

test("a large body that is no video, no form or too large is refused, and nothing of it stays", async () => {
  await using world = await openWorld("SQLite", { env: ENV });
  const by = await world.member();
  const video = padded(await Bun.file(await makeClip(clips, "turned.mov")).bytes(), 40 * MB);
  const refused = async (body: Buffer<ArrayBuffer>, headers?: Record<string, string>) => {
    const { status, json } = await send(world, by, body, headers);
    return `${status} ${String(json.error)}`;
  };
  const noVideo = Buffer.concat([film(Buffer.alloc(40 * MB, "x")), END]);
  expect(await refused(noVideo)).toBe("413 What you sent is too large; the limit here is 30 MB.");
  const tooLarge = Buffer.concat([film(padded(video, 30 * MB)), END]);
  expect(await refused(tooLarge)).toBe("413 What you sent is too large; the limit here is 60 MB.");
  expect(await refused(film(video))).toStartWith("400 ");
  expect(await refused(Buffer.concat([film(video), caption("x".repeat(70_000)), END]))).toStartWith(
    "400 The field caption",
  );
  expect(await refused(Buffer.concat([film(video), ...Array(200).fill(caption("a")), END]))).toStartWith("400 ");
  expect(await refused(Buffer.concat([film(video), film(video.subarray(0, 10)), END]))).toStartWith("413 ");
  expect(await refused(Buffer.concat([caption("only words"), Buffer.alloc(40 * MB, " "), END]))).toStartWith("400 ");
  const text = { "Content-Type": "application/json" };
  expect(await refused(Buffer.alloc(40 * MB, "x"), text)).toBe(
    "413 What you sent is too large; the limit here is 30 MB.",
  );
  await untilNoScratch();
  expect((await send(world, by, Buffer.concat([film(video), END]))).status).toBe(201);
});

test("a large body that does not state its length is told that a video has to", async () => {
  const refused = async (env: Record<string, string>) => {
    await using world = await openWorld("SQLite", { env });
    // One byte too many, so that nothing is left to send when it is refused.
    const lengths = [...Array<number>(30).fill(MB), 1];
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        const length = lengths.shift();
        return length === undefined ? to.close() : to.enqueue(new Uint8Array(length));
      },
    });
    const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
    const response = await world.as(await world.member()).post("/v1/submit", { body, headers });
    return `${response.status} ${((await response.json()) as { error: string }).error}`;
  };
  const tooLarge = "413 What you sent is too large; the limit here is 30 MB.";
  expect(await refused(ENV)).toBe(`${tooLarge} Send a larger video in a multipart form with a Content-Length.`);
  expect(await refused({ ...ENV, GUFFAW_FFMPEG: "off" })).toBe(tooLarge);
});

test("without an encoder, no body is larger than the largest picture's", async () => {
  await using world = await openWorld("SQLite", { env: { ...ENV, GUFFAW_FFMPEG: "off" } });
  const body = Buffer.concat([film(Buffer.alloc(40 * MB)), END]);
  expect((await send(world, await world.member(), body)).status).toBe(413);
});

test("the command line posts a video, which the server then encodes", async () => {
  await using world = await openWorld("SQLite", { env: ENV });
  const { user } = await world.member();
  const clip = await makeClip(clips, "turned.mov");
  const add = ["meme", "add", clip, "--author", user.username, "--json"];
  const { code, json, stderr } = await guffaw(add, { env: world.env });
  expect([code, stderr]).toEqual([0, ""]);
  expect(await findMeme(world.db, String(json.memeid))).toMatchObject({ held: "encoding" });
  const off = await guffaw(add, { env: { ...world.env, GUFFAW_FFMPEG: "off" } });
  expect(off.code).toBe(1);
  const unknown = join(clips, "unknown");
  await Bun.write(unknown, "hello");
  const refused = await guffaw(["meme", "add", unknown, "--author", user.username], { env: world.env });
  expect(refused.stderr).toContain("or a video (MP4, MOV or WebM)");
});
