import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { transact } from "../../src/data/transaction.ts";
import { SiteFigures } from "../../src/http/ops/site-figures.ts";
import { textOf } from "../../src/http/ops/families.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { until } from "../until.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

describe.each(DIALECTS)("/metrics on %s", (dialect) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(dialect)));
  afterAll(() => world?.[Symbol.asyncDispose]());

  const scrape = async () => (await world.as().get("/metrics")).text();
  const value = (text: string, name: string) => {
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
  /** As a server that has just started would answer: the figures of a running one are up to a minute old. */
  const figures = async () => textOf(await new SiteFigures(world.services).read());

  test("sizes, disks and people", async () => {
    const author = await world.member();
    await world.meme({ by: author });
    const text = await figures();
    expect(value(text, "guffaw_database_size_bytes")).toBeGreaterThan(10_000);
    expect(value(text, "guffaw_pictures_size_bytes")).toBeGreaterThan(100);
    expect(value(text, "guffaw_memes")).toBe(1);
    expect(value(text, "guffaw_users")).toBeGreaterThanOrEqual(1);
    expect(text).toMatch(/guffaw_disk_free_bytes\{holds="(database and )?pictures"\} \d+/);
    expect(value(text, "guffaw_disk_ballast_spent")).toBe(0);
  });

  test("jobs that fail", async () => {
    const { db } = world;
    expect(value(await figures(), "guffaw_jobs_failing")).toBe(0);
    await enqueueJob(db, "reindex-author", "nobody", Date.now() + 1e9);
    await failJob(db, "reindex-author", "nobody", "no", Date.now() + 1e9);
    await db.updateTable("jobs").set({ attempts: 3 }).execute();
    expect(value(await figures(), "guffaw_jobs_failing")).toBe(1);
    await db.deleteFrom("jobs").execute();
    const counts = async () => {
      const text = await scrape();
      return ["done", "failed"].map((result) => value(text, `guffaw_jobs_total{result="${result}"}`));
    };
    const run = async (fails: boolean) => {
      await enqueueJob(db, "test", "", 0);
      const act = async () => {
        if (fails) throw new Error("no");
      };
      await runDueJobs(world.services, { kinds: [{ name: "test", run: act }] });
    };
    expect(await counts()).toEqual([0, 0]);
    await run(false);
    await run(true);
    expect(await counts()).toEqual([1, 1]);
  });

  test("the last good backup, and whether the last one failed", async () => {
    const at = "guffaw_backup_last_success_timestamp_seconds";
    expect(value(await figures(), at)).toBe(0);
    expect(value(await figures(), "guffaw_backup_last_failed")).toBe(0);
    const good = await insertBackup(world.db, "/backups", 5000);
    await finishBackup(world.db, good, { rows: 1, images: 2, bytes: 3, endedAt: 6000 });
    const bad = await insertBackup(world.db, "/backups", 7000);
    await insertBackup(world.db, "/backups", 9000);
    expect(value(await figures(), "guffaw_backup_last_failed")).toBe(0);
    await finishBackup(world.db, bad, { rows: 0, images: 0, bytes: 0, error: "no room", endedAt: 8000 });
    const text = await figures();
    expect(value(text, at)).toBe(5);
    expect(value(text, "guffaw_backup_last_failed")).toBe(1);
    expect(value(text, 'guffaw_backup_last_success_size{content="image_files"}')).toBe(2);
  });

  test("sign-ins that were refused", async () => {
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const body = new URLSearchParams({ name: "nobody", password: "four blue otters" });
    await world.as().post("/sign-in", { body, headers });
    await world.as().post("/sign-in/recovery", { body: new URLSearchParams({ name: "nobody", code: "x" }), headers });
    const text = await scrape();
    expect(value(text, 'guffaw_sign_ins_total{result="failed"}')).toBe(2);
    expect(value(text, 'guffaw_sign_ins_total{result="ok"}')).toBe(0);
  });

  test("connections, and how long acts have waited for one", async () => {
    const holding = Promise.withResolvers<void>();
    const acts = Array.from({ length: 5 }, () => transact(world.db, () => holding.promise));
    await until(() => world.services.database.meter.waiting > 0);
    holding.resolve();
    await Promise.all(acts);
    const text = await scrape();
    expect(value(text, 'guffaw_database_connections{state="max"}')).toBe(dialect === "SQLite" ? 1 : 4);
    expect(value(text, 'guffaw_database_connections{state="in_use"}')).toBe(0);
    expect(value(text, "guffaw_database_wait_seconds_total")).toBeGreaterThan(0);
    expect(value(text, "guffaw_database_seconds_total")).toBeGreaterThan(0);
    expect(value(text, "guffaw_event_loop_delay_seconds_count")).toBeDefined();
  });

  test("reads the figures of the site once a minute, however often it is asked", async () => {
    const site = new SiteFigures(world.services);
    const [one, two] = [site.read(), site.read()];
    expect(two).toBe(one);
    const before = await one;
    await world.member();
    expect(await site.read()).toBe(before);
  });
});
