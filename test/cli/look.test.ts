import { describe, expect, test } from "bun:test";

import { DELETE_IMAGE } from "../../src/core/memes/discard-image.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { recordStored } from "../../src/core/memes/stored-amount.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { claimDueJob, enqueueJob, failJob } from "../../src/data/jobs.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { guffaw } from "./guffaw.ts";

describe.each(DIALECTS)("commands that look, on %s", (dialect) => {
  test("meme show has everything about a meme, hidden or not", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member({ name: "ann" });
    const meme = await world.meme({ by, caption: "Mondays" });
    await rateMeme(world.ctx(by), { memeId: meme.id, rating: 4 });
    const env = { ...world.env, GUFFAW_URL: "https://memes.example" };
    const show = () => guffaw(["meme", "show", meme.id, "--json"], { env });
    expect((await show()).json).toEqual({
      memeid: meme.id,
      author: "ann",
      caption: "Mondays",
      alt: "",
      age: 2,
      state: "shown",
      created: new Date(meme.createdAt).toISOString(),
      rating: { average: 4, total: 1 },
      comments: 0,
      width: meme.image.width,
      height: meme.image.height,
      bytes: meme.image.bytes,
      permalink: `https://memes.example/meme/${meme.id}`,
      url: expect.stringMatching(`https://memes.example/i/${meme.id}/`),
    });
    await guffaw(["meme", "disable", meme.id], { env });
    expect((await show()).json.state).toBe("disabled");
    await hideMeme(world.ctx(), { memeId: meme.id, reason: "Too Monday" });
    expect((await show()).json.state).toBe("hidden by staff");
    const { stdout } = await guffaw(["meme", "show", meme.id], { env });
    expect(stdout).toStartWith(`${meme.id}  by ann\n  caption    Mondays\n`);
    expect(stdout).toContain("\n  rating     4 from 1 rating\n");
    for (const id of ["123456789012345678", "../1"])
      expect(await guffaw(["meme", "show", id], { env })).toMatchObject({ code: 1, stdout: "" });
  });

  test("job list shows failed jobs first, then those that wait", async () => {
    await using world = await openWorld(dialect);
    const { env, db } = world;
    const none = await guffaw(["job", "list"], { env });
    expect([none.code, none.stdout]).toEqual([0, "There are no jobs.\n"]);
    const later = Date.UTC(2100, 0, 1);
    await enqueueJob(db, "roll-days", "", later);
    await enqueueJob(db, "end-sessions", "", 1000);
    await enqueueJob(db, DELETE_IMAGE, "ab/1.png", 1);
    await claimDueJob(db, [DELETE_IMAGE], 2, 3);
    await failJob(db, DELETE_IMAGE, "ab/1.png", "The storage is away.", later);
    const { stdout } = await guffaw(["job", "list"], { env });
    expect(stdout.split("\n")).toEqual([
      `2100-01-01T00:00:00.000Z  ${DELETE_IMAGE} ab/1.png  failed 1 time: The storage is away.`,
      "due now                   end-sessions",
      "2100-01-01T00:00:00.000Z  roll-days",
      "",
    ]);
    const listed = async (...args: string[]) => (await guffaw(["job", "list", "--json", ...args], { env })).json.jobs;
    expect(await listed("--failed")).toEqual([
      {
        kind: DELETE_IMAGE,
        subject: "ab/1.png",
        due: "2100-01-01T00:00:00.000Z",
        running: false,
        attempts: 1,
        error: "The storage is away.",
      },
    ]);
    expect(await listed("--amount", "1")).toHaveLength(2);
    for (const args of [["--amount", "0"], ["--amount", "many"], ["extra"]])
      expect(await guffaw(["job", "list", ...args], { env })).toMatchObject({ code: 2 });
  });

  test("stats counts what everybody may see, and what it takes", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member();
    await world.member();
    await world.meme({ by });
    await world.meme({ by, disabled: true });
    const stats = async () => (await guffaw(["stats", "--json"], { env: world.env })).json;
    const counted = { memes: 1, ratings: 0, website_users: 2, unique_memers: 1, database_bytes: expect.any(Number) };
    expect(await stats()).toEqual({ ...counted, picture_bytes: null, picture_files: null });
    const nothing = { files: 0, bytes: 0 };
    await recordStored(world, { at: 1, kept: { files: 6, bytes: 1_234_567 }, young: nothing, swept: nothing });
    expect(await stats()).toEqual({ ...counted, picture_bytes: 1_234_567, picture_files: 6 });
    const { stdout } = await guffaw(["stats"], { env: world.env });
    expect(stdout).toContain("accounts  2 (1 with memes)\n");
    expect(stdout).toEndWith("pictures  1.2 MB in 6 files\n");
  });
});

test("config prints every setting, without a site and without secrets", async () => {
  const env = {
    GUFFAW_DATA: freshFolder("config"),
    GUFFAW_DATABASE_URL: "postgres://guffaw:hush@db.example:5433/memes?sslmode=require",
    GUFFAW_OPS_TOKEN: "hush-hush-hush-hush-hush-hush-hush",
    GUFFAW_SIGNUP: "closed",
  };
  const { code, stdout } = await guffaw(["config"], { env });
  expect(code).toBe(0);
  expect(stdout).not.toContain("hush");
  expect(stdout).toMatch(/^GUFFAW_DATABASE_URL +postgres:\/\/…@db\.example:5433\/memes\?…$/m);
  expect(stdout).toMatch(/^GUFFAW_OPS_TOKEN +\(secret\)$/m);
  expect(stdout).toMatch(/^GUFFAW_SIGNUP +closed$/m);
  expect(stdout).toMatch(/^GUFFAW_PORT +8420 {2}\(default\)$/m);
  expect(stdout).toMatch(/^GUFFAW_SMTP_URL +\(none\)$/m);
  const { settings } = (await guffaw(["config", "--json"], { env })).json as { settings: object[] };
  expect(settings).toContainEqual({ name: "GUFFAW_SIGNUP", value: "closed", secret: false, given: true });
  expect(await guffaw(["config", "extra"], { env })).toMatchObject({ code: 2 });
});
