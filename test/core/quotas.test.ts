import { describe, expect, test } from "bun:test";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findUser } from "../../src/data/users.ts";
import { keysIn } from "../jobs/storages.ts";
import { noise, raw } from "../pictures.ts";
import { json } from "../v1/http.ts";
import { CROWD, DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
/** Of each picture: the original, display, thumbnail and preview. */
const FILES = 4;

/** Not a picture: anything that decodes it answers 400. */
const RUBBISH = new Uint8Array(1000);
/** About 300 KB when stored. */
const large = () =>
  raw(noise(260 * 260 * 3), 260, 260)
    .png()
    .toBuffer();

async function post(world: World, by: TestMember | string, image: Uint8Array) {
  const response = await world.as(by).post("/v1/submit", json({ image: base64(image) }));
  const { error, memeid } = (await response.json()) as { error?: string; memeid?: string };
  const { headers } = response;
  return {
    status: response.status,
    code: headers.get("x-error-code"),
    retry: headers.get("retry-after"),
    error,
    memeid,
  };
}

const usedBy = async ({ db }: World, { user }: TestMember) => (await findUser(db, user.id))!.storedBytes;

describe.each(DIALECTS)("the storage of an account on %s", (dialect) => {
  test("is not exceeded by concurrent posts, and is freed by deleting", async () => {
    await using world = await openWorld(dialect, { ...CROWD, env: { GUFFAW_STORAGE_PER_ACCOUNT: "1MB" } });
    const [me, other] = [await world.member(), await world.member()];
    const picture = await large();
    const first = await post(world, me, picture);
    const one = await usedBy(world, me);
    const fit = Math.floor(1e6 / one);
    expect(fit).toBeGreaterThan(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(world, me, picture)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(fit - 1);
    expect(await usedBy(world, me)).toBe(fit * one);
    for (const { status, code, error } of answers.filter(({ status }) => status !== 201)) {
      expect([status, code]).toEqual([403, "quota_full"]);
      expect(error).toMatch(/^Your memes use .+ of the 1 MB an account can have, .+ Delete a few, or ask/);
    }
    // A last-minute refusal leaves no files behind.
    expect(await keysIn(world.services.storage)).toHaveLength(fit * FILES);
    expect((await post(world, other, picture)).status).toBe(201);
    await deleteMeme(world.ctx(me), first.memeid!);
    expect((await post(world, me, picture)).status).toBe(201);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is checked before the picture is decoded, and does not apply to staff and the command line", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_STORAGE_PER_ACCOUNT: "1MB" } });
    const [me, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    expect((await post(world, me, RUBBISH)).status).toBe(400);
    for (const { user } of [me, staff])
      await world.db.updateTable("users").set({ stored_bytes: 1e6 }).where("id", "=", user.id).execute();
    expect((await post(world, me, RUBBISH)).status).toBe(403);
    expect((await post(world, staff, await smallImage())).status).toBe(201);
    const operator = { ...world.ctx(me), policy: OPERATORS_POLICY };
    await submitMeme(operator, { image: await smallImage(), caption: "", age: 2 });
  });
});

describe.each(DIALECTS)("posts in an hour on %s", (dialect) => {
  test("are limited per account, refill evenly, and are not refunded by deleting", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { ...CROWD, env: { GUFFAW_POSTS_PER_HOUR: "3" }, clock: () => now });
    const [me, other] = [await world.member(), await world.member()];
    const secondKey = await world.key(me.user);
    const image = await smallImage();
    const answers = await Promise.all([me, me, secondKey, secondKey, me].map((by) => post(world, by, image)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
    const refused = await post(world, me, RUBBISH);
    expect(refused).toMatchObject({ status: 429, code: "too_many", retry: "1200" });
    expect(refused.error).toBe("You can post 3 memes an hour. Try again in 20 minutes.");
    await deleteMeme(world.ctx(me), answers.find(({ memeid }) => memeid)!.memeid!);
    expect((await post(world, me, image)).status).toBe(429);
    expect((await post(world, other, image)).status).toBe(201);
    now += 19 * MINUTE;
    expect((await post(world, me, RUBBISH)).error).toEndWith(" Try again in 1 minute.");
    now += MINUTE;
    expect((await post(world, me, image)).status).toBe(201);
    expect((await post(world, me, image)).status).toBe(429);
    // Nobody is locked out for a day because the clock was set back by one.
    now -= 24 * HOUR;
    expect((await post(world, me, image)).status).toBe(201);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are limited for the whole site, including staff", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, {
      ...CROWD,
      env: { GUFFAW_POSTS_PER_HOUR_SITE: "4" },
      clock: () => now,
    });
    const members = [await world.member(), await world.member({ perks: ["staff", "service"] })];
    const image = await smallImage();
    const answers = await Promise.all(Array.from({ length: 7 }, (_, i) => post(world, members[i % 2]!, image)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await post(world, members[1]!, RUBBISH)).toMatchObject({ status: 429, code: "too_many", retry: "900" });
    await submitMeme({ ...world.ctx(members[0]), policy: OPERATORS_POLICY }, { image, caption: "", age: 2 });
    now += 15 * MINUTE;
    expect((await post(world, members[0]!, image)).status).toBe(201);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});

describe.each(DIALECTS)("the storage of the site on %s", (dialect) => {
  test("is not exceeded by all accounts together", async () => {
    await using world = await openWorld(dialect, { ...CROWD, env: { GUFFAW_STORAGE_TOTAL: "1MB" } });
    const members = await Promise.all([1, 2, 3].map(() => world.member()));
    const picture = await large();
    const first = await post(world, members[0]!, picture);
    const fit = Math.floor(1e6 / (await usedBy(world, members[0]!)));
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => post(world, members[i % 3]!, picture)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(fit - 1);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused).toMatchObject({ status: 503, code: "unavailable", retry: "600" });
    expect(refused.error).toStartWith("This site has no space left for new memes.");
    expect(await keysIn(world.services.storage)).toHaveLength(fit * FILES);
    await deleteMeme(world.ctx(), first.memeid!);
    expect((await post(world, members[1]!, picture)).status).toBe(201);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
