import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { measureImages } from "../../src/core/memes/measure-images.ts";
import { keyOf } from "../../src/core/memes/renditions.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { enqueueJob, hasJob } from "../../src/data/jobs.ts";
import { findMemes } from "../../src/data/memes.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { read } from "../v1/http.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { EVERYWHERE, openWorldOn } from "./storages.ts";

/** As in a database that was just migrated. */
async function forgetMeasures({ db }: World) {
  const empty = { bytes: null, width: null, height: null };
  const columns = Object.entries(empty).flatMap(([what, value]) =>
    (what === "bytes" ? ["original", "display", "thumbnail"] : ["display", "thumbnail"]).map((which) => [
      `${which}_${what}`,
      value,
    ]),
  );
  await db.updateTable("memes").set(Object.fromEntries(columns)).execute();
  await db.updateTable("users").set({ stored_bytes: 0 }).execute();
  await db.updateTable("counters").set({ value: 0 }).where("name", "=", "bytes").execute();
  await enqueueJob(db, "measure-images", "", 0);
}

const renditionsOf = async (world: World, by: TestMember, id: string) =>
  (await read<{ renditions: Record<string, object> }>(world, by, `/v1/meme/${id}`)).renditions;

describe.each(EVERYWHERE)("files stored before sizes were recorded, on %s with a %s", (dialect, storage) => {
  test("are measured and counted; a lost one is left out", async () => {
    await using world = await openWorldOn(dialect, storage);
    const members = [await world.member(), await world.member()];
    const made = [];
    for (let i = 0; i < 20; i++) made.push(await world.meme({ by: members[i % 2]!, disabled: i === 3 }));
    const ids = made.map(({ id }) => id);
    const before = await findMemes(world.db, ids);
    await forgetMeasures(world);
    expect(await renditionsOf(world, members[0]!, ids[0]!)).toEqual({});
    expect(await checkDatabase(world.db)).toEqual([]);
    await world.services.storage.delete(keyOf(made[7]!.image, "thumbnail"));
    await runDueJobs(world.services);
    expect(await hasJob(world.db, "measure-images", "")).toBe(false);
    const whole = before.get(ids[7]!)!;
    const lost = { ...whole, image: { ...whole.image, thumbnail: undefined } };
    expect(await findMemes(world.db, ids)).toStrictEqual(new Map(before).set(lost.id, lost));
    expect(Object.keys(await renditionsOf(world, members[1]!, ids[7]!))).toEqual(["medium"]);
    for (const id of [ids[7]!, ids[8]!]) await deleteMeme(world.ctx(), id);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});

describe.each(DIALECTS)("measuring on %s", (dialect) => {
  test("resumes where it was interrupted, and counts nothing twice", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member();
    for (let i = 0; i < 40; i++) await world.meme({ by });
    await forgetMeasures(world);
    const stop = new AbortController();
    stop.abort();
    await expect(measureImages(world.ctx(), stop.signal)).rejects.toThrow();
    const [first, second] = await Promise.all([measureImages(world.ctx()), measureImages(world.ctx())]);
    expect(first + second).toBeGreaterThanOrEqual(24);
    expect(await measureImages(world.ctx())).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
