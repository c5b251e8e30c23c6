import { expect, test } from "bun:test";
import sharp from "sharp";

import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { diskFolder } from "../folders.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { FFMPEG, makeClip } from "./clips.ts";

const clips = diskFolder("strip-clips");

async function visit(world: World, by: TestMember, path: string) {
  const response = await fetch(world.origin + path, { headers: { Cookie: await sessionCookie(world, by) } });
  return { status: response.status, type: response.headers.get("content-type"), bytes: await response.bytes() };
}

test("staff see moments from all over a video that is reported, and nobody else does", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_FFMPEG: FFMPEG } });
  const [author, other] = [await world.member(), await world.member()];
  const staff = await world.member({ perks: ["staff"] });
  const image = await Bun.file(await makeClip(clips, "turned.mov")).bytes();
  const { meme } = await submitMeme(world.ctx(author), { image, caption: "a film", age: 2 });
  await runDueJobs(world.services);
  const path = `/moderation/memes/${meme.id}/strip`;
  expect((await visit(world, staff, path)).status).toBe(404);

  await reportMeme(world.ctx(other), { memeId: meme.id, reason: "spam", description: "" });
  expect((await visit(world, other, path)).status).toBe(403);
  const { status, type, bytes } = await visit(world, staff, path);
  expect([status, type]).toEqual([200, "image/jpeg"]);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 3 * 90, height: 2 * 160 });
  const page = new TextDecoder().decode((await visit(world, staff, `/moderation/memes/${meme.id}`)).bytes);
  expect(page).toContain(`src="${path}"`);
});
