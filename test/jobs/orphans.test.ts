import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { adoptStorage, claimStorage, sweepRefusal } from "../../src/core/memes/claim-storage.ts";
import { countOrphans } from "../../src/core/memes/find-orphans.ts";
import { keyOf, renditionsOf } from "../../src/core/memes/renditions.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { readSiteId } from "../../src/data/site.ts";
import { runDueJobs, startRunner } from "../../src/jobs/runner.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { bucketEnv, EVERYWHERE, keysIn, openWorldOn } from "./storages.ts";

const HOUR = 3_600_000;
const HASH = "0123456789abcdef0123456789abcdef";
const bytes = new Uint8Array(100);

/** What an upload, a probe and a put leave behind when their process dies. */
const LITTER = [
  `01/123456789012345678-${HASH}.png`,
  `01/123456789012345678-${HASH}.display.webp`,
  `ff/99999999999999999-${HASH}.thumbnail.webp`,
  `probe-${crypto.randomUUID()}`,
];
/** Names that are never ours. */
const FOREIGN = [
  "shared/cat.webp",
  "notes.txt",
  "backup/2026.tar.gz",
  `01/12345-${HASH}.png`,
  `01/123456789012345678-${HASH}`,
  `x1/123456789012345678-${HASH}.png`,
  `deep/01/123456789012345678-${HASH}.png`,
  "probe-1",
];
const LEFTOVERS = [`.${crypto.randomUUID()}.tmp`, `0a/.${crypto.randomUUID()}.tmp`];

async function put({ services }: World, keys: string[]) {
  for (const key of keys) await services.storage.put(key, bytes, "image/png");
}

describe.each(EVERYWHERE)("orphaned files on %s with a %s", (dialect, storage) => {
  test("are counted and swept; recent, foreign and used files stay", async () => {
    await using world = await openWorldOn(dialect, storage);
    await claimStorage(world.ctx());
    const by = await world.member();
    const meme = await world.meme({ by });
    const kept = renditionsOf(meme.image).map((which) => keyOf(meme.image, which));
    await put(world, [...LITTER, ...FOREIGN]);
    const now = Date.now();
    const nothing = { files: 0, bytes: 0 };
    const litter = { files: LITTER.length, bytes: LITTER.length * 100 };
    expect(await countOrphans(world.ctx(), { now })).toEqual({ old: nothing, young: litter });
    expect(await sweepOrphans(world.ctx(), { now })).toEqual(nothing);
    const later = now + HOUR + 5000;
    expect(await countOrphans(world.ctx(), { now: later })).toEqual({ old: litter, young: nothing });
    expect(await sweepOrphans(world.ctx(), { now: later })).toEqual(litter);
    expect(await keysIn(world.services.storage)).toEqual([...FOREIGN, ...kept, "site.id"].sort());
    expect(await sweepOrphans(world.ctx(), { now: later })).toEqual(nothing);
  });

  test("are swept automatically, a minute after the first start and then every day", async () => {
    let now = Date.now();
    await using world = await openWorldOn(dialect, storage, { clock: () => now });
    await claimStorage(world.ctx());
    await put(world, LITTER);
    await (await startRunner(world.services)).stop();
    now += 60_000;
    await runDueJobs(world.services);
    expect(await keysIn(world.services.storage)).toHaveLength(LITTER.length + 1);
    now += 24 * HOUR;
    await runDueJobs(world.services);
    expect(await keysIn(world.services.storage)).toEqual(["site.id"]);
    await world.services.log.flush();
    expect(world.logLines.at(-1)).toContain(
      `"orphaned files deleted","files":${LITTER.length},"bytes":${LITTER.length * 100}`,
    );
  });
});

describe.each(DIALECTS)("many orphaned files on %s", (dialect) => {
  test("are found among more files than fit into a batch", async () => {
    await using world = await openWorld(dialect);
    await claimStorage(world.ctx());
    const by = await world.member();
    const memes = [await world.meme({ by }), await world.meme({ by })];
    const many = Array.from({ length: 520 }, (_, i) => `00/${100_000_000_000_000_000n + BigInt(i)}-${HASH}.gif`);
    await Promise.all(many.map((key) => world.services.storage.put(key, bytes, "image/gif")));
    expect((await sweepOrphans(world.ctx(), { now: Date.now() + 2 * HOUR })).files).toBe(many.length);
    expect(await keysIn(world.services.storage)).toHaveLength(memes.length * 3 + 1);
  });
});

test("an interrupted put leaves an orphaned file too", async () => {
  await using world = await openWorld("SQLite");
  await claimStorage(world.ctx());
  for (const name of LEFTOVERS) await Bun.write(`${world.env.GUFFAW_DATA}/images/${name}`, bytes);
  expect(await sweepOrphans(world.ctx(), { now: Date.now() })).toEqual({ files: 0, bytes: 0 });
  expect(await sweepOrphans(world.ctx(), { now: Date.now() + 2 * HOUR })).toEqual({ files: 2, bytes: 200 });
  expect(await keysIn(world.services.storage)).toEqual(["site.id"]);
});

describe.each(EVERYWHERE)("ownership of images, on %s with a %s", (dialect, storage) => {
  const later = () => ({ now: Date.now() + 2 * HOUR });
  const owners = async ({ services }: World) => {
    const file = (await services.storage.open("site.id"))!;
    return (await new Response(file.slice(0, file.size)).text()).trim().split("\n");
  };
  /** Two sites that share one storage. */
  async function twoSites() {
    const opened = new AsyncDisposableStack();
    const first = opened.use(await openWorldOn(dialect, storage));
    const env =
      storage === "S3"
        ? Object.fromEntries(Object.keys(await bucketEnv()).map((name) => [name, first.env[name]!]))
        : { GUFFAW_STORAGE: `file:${first.env.GUFFAW_DATA}/images` };
    const second = opened.use(await openWorldOn(dialect, "folder", { env }));
    // Test databases are copies of one, down to their id.
    await second.db.updateTable("site").set({ value: crypto.randomUUID() }).where("name", "=", "id").execute();
    return { first, second, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  }

  test("an empty storage becomes ours, and so does one with only our images", async () => {
    await using world = await openWorldOn(dialect, storage);
    expect(await sweepRefusal(world.ctx())).toBeUndefined();
    expect(await keysIn(world.services.storage)).toEqual([]);
    await world.meme({ by: await world.member() });
    expect(await sweepOrphans(world.ctx(), later())).toEqual({ files: 0, bytes: 0 });
    expect(await owners(world)).toEqual([await readSiteId(world.db)]);
  });

  test("of two sites with one storage, neither sweeps until one is alone", async () => {
    await using sites = await twoSites();
    const { first, second } = sites;
    const by = await first.member();
    const [gone, kept] = [await first.meme({ by }), await first.meme({ by })];
    expect(await claimStorage(first.ctx())).toBeUndefined();
    expect(await claimStorage(second.ctx())).toContain("Another site keeps its images in");
    expect(await owners(first)).toEqual([await readSiteId(first.db), await readSiteId(second.db)]);
    for (const world of [first, second]) {
      await expect(sweepOrphans(world.ctx(), later())).rejects.toThrow("./guffaw sweep --adopt");
      expect(await sweepRefusal(world.ctx())).toContain("according to the file site.id there");
    }
    expect(await keysIn(first.services.storage)).toHaveLength(7);
    // A site may delete its own files.
    await deleteMeme(first.ctx(by), gone.id);
    await put(first, LITTER);
    await adoptStorage(first.ctx());
    expect((await sweepOrphans(first.ctx(), later())).files).toBe(LITTER.length);
    expect(await keysIn(first.services.storage)).toEqual(
      [...renditionsOf(kept.image).map((which) => keyOf(kept.image, which)), "site.id"].sort(),
    );
  });

  test("a storage with unknown images does not become ours automatically", async () => {
    await using world = await openWorldOn(dialect, storage);
    await world.meme({ by: await world.member() });
    await put(world, LITTER);
    const before = await keysIn(world.services.storage);
    expect(await claimStorage(world.ctx())).toContain("no file site.id says whose they are");
    await expect(sweepOrphans(world.ctx(), later())).rejects.toThrow("that no meme of this site owns");
    expect(await keysIn(world.services.storage)).toEqual(before);
    await adoptStorage(world.ctx());
    expect((await sweepOrphans(world.ctx(), later())).files).toBe(LITTER.length);
  });

  test("a refusal is logged once a day, and is not a failed job", async () => {
    let now = Date.now();
    await using world = await openWorldOn(dialect, storage, { clock: () => now });
    await put(world, LITTER);
    await (await startRunner(world.services)).stop();
    now += 60_000;
    await runDueJobs(world.services);
    const job = await world.db.selectFrom("jobs").selectAll().where("kind", "=", "sweep-litter").executeTakeFirst();
    expect(job).toMatchObject({ run_at: now + 24 * HOUR, attempts: 0, error: null });
    await world.services.log.flush();
    expect(world.logLines.at(-1)).toContain('"orphaned files not deleted","reason":"There are images in');
  });
});
