import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { DELETE_IMAGE } from "../../src/core/memes/discard-image.ts";
import { FORMATS } from "../../src/entities/format.ts";
import { keyOf, RENDITIONS, renditionsOf } from "../../src/core/memes/renditions.ts";
import { SHARED_KEYS } from "../../src/data/memes.ts";
import { seedSite } from "../../src/core/seed/seed-site.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { smallImage, type World } from "../world.ts";
import { EVERYWHERE, failing, keysIn, openWorldOn } from "./storages.ts";

const jobs = (world: World) => world.db.selectFrom("jobs").selectAll().orderBy("subject").execute();

describe.each(EVERYWHERE)("the image of a deleted meme on %s with a %s", (dialect, storage) => {
  test("is completely gone at once, and leaves no job", async () => {
    await using world = await openWorldOn(dialect, storage);
    const by = await world.member();
    const [gone, kept] = [await world.meme({ by }), await world.meme({ by })];
    expect(await keysIn(world.services.storage)).toHaveLength(6);
    await deleteMeme(world.ctx(by), gone.id);
    expect(await keysIn(world.services.storage)).toEqual(
      renditionsOf(kept.image)
        .map((which) => keyOf(kept.image, which))
        .sort(),
    );
    expect(await jobs(world)).toEqual([]);
  });

  test("is deleted later if the storage fails, without asking again", async () => {
    let now = Date.now();
    await using world = await openWorldOn(dialect, storage, { clock: () => now });
    const by = await world.member();
    const meme = await world.meme({ by });
    world.services.storage = failing(world.services.storage, 3 * (RENDITIONS.length + FORMATS.length));
    await deleteMeme(world.ctx(by), meme.id);
    expect(await world.db.selectFrom("memes").select("id").execute()).toEqual([]);
    expect(await jobs(world)).toEqual([
      { kind: DELETE_IMAGE, subject: keyOf(meme.image, "original"), run_at: now + 15_000, attempts: 0, error: null },
    ]);
    const startedAt = now;
    while ((await jobs(world)).length > 0 && now - startedAt < 600_000) {
      now += 1000;
      await runDueJobs(world.services);
    }
    expect(now - startedAt).toBeLessThan(60_000);
    expect(await keysIn(world.services.storage)).toEqual([]);
    await world.services.log.flush();
    const warnings = world.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatchObject({ kind: DELETE_IMAGE, error: "The image storage is unavailable.", attempts: 1 });
  });
});

describe.each(EVERYWHERE)("the images of a deleted account on %s with a %s", (dialect, storage) => {
  test("are deleted with it, now or later", async () => {
    let now = Date.now();
    await using world = await openWorldOn(dialect, storage, { clock: () => now });
    const by = await world.member();
    for (let i = 0; i < 3; i++) await world.meme({ by });
    world.services.storage = failing(world.services.storage, 1);
    await deleteUser(world.ctx(), by.user.id);
    expect(await jobs(world)).toHaveLength(3);
    now += 15_000;
    await runDueJobs(world.services);
    expect(await jobs(world)).toEqual([]);
    expect(await keysIn(world.services.storage)).toEqual([]);
  });
});

test("pictures that seeded memes share stay", async () => {
  await using world = await openWorldOn("SQLite", "folder");
  const size = { users: 2, memes: 4, ratings: 0, comments: 0, randomSeed: 1 };
  await seedSite(world.ctx(), { ...size, pictures: [await smallImage()], onRows: () => {} });
  const before = await keysIn(world.services.storage);
  const { id } = await world.db.selectFrom("memes").select("id").executeTakeFirstOrThrow();
  await deleteMeme(world.ctx(), id);
  expect(await jobs(world)).toEqual([]);
  expect(await keysIn(world.services.storage)).toEqual(before);
  expect(before[0]).toStartWith(SHARED_KEYS);
});
