import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { DELETE_IMAGE } from "../../src/core/memes/discard-image.ts";
import { formatKeys } from "../../src/core/memes/formats.ts";
import { RENDITIONS } from "../../src/core/memes/renditions.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import { claimDueJob, countFailingJobs, enqueueJob, keepJob, listFailingJobs } from "../../src/data/jobs.ts";
import { DAY_MS } from "../../src/data/periods.ts";
import { runDueJobs, startRunner } from "../../src/jobs/runner.ts";
import { Log } from "../../src/log.ts";
import { openServices } from "../../src/services.ts";
import { until } from "../until.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { beforeDelete, failing } from "./storages.ts";

const jobs = (world: World) => world.db.selectFrom("jobs").selectAll().orderBy("kind").orderBy("subject").execute();
/** Of one picture, and its video. */
const FILES = RENDITIONS.length + formatKeys({ key: "" }).length + 1;
const imageOf = (i: number) => `ab/${String(i).padStart(18, "0")}-${"0".repeat(32)}.png`;

describe.each(DIALECTS)("jobs on %s", (dialect) => {
  test("the longest overdue one is claimed, by one process, until its lease ends", async () => {
    await using world = await openWorld(dialect);
    await world.services.storage.probe(); // makes its folder
    for (const [subject, at] of Object.entries({ later: 300, first: 100, second: 200 }))
      await enqueueJob(world.db, "a", subject, at);
    await enqueueJob(world.db, "a", "second", 1);
    const claim = (now: number) => claimDueJob(world.db, ["a"], now, now + 1000);
    expect(await claim(99)).toBeUndefined();
    expect(await claimDueJob(world.db, ["b"], 999, 1999)).toBeUndefined();
    expect(await claim(250)).toEqual({ kind: "a", subject: "first", runAt: 1250, attempts: 1, error: undefined });
    const second = await claim(250);
    expect(second?.subject).toBe("second");
    expect(await claim(250)).toBeUndefined();
    // A running job's lease can be renewed; an expired one is free again.
    expect(await keepJob(world.db, second!, 5000)).toMatchObject({ runAt: 5000 });
    expect(await keepJob(world.db, second!, 6000)).toBeUndefined();
    expect((await claim(1250))?.subject).toBe("later");
    expect(await claim(1250)).toMatchObject({ subject: "first", attempts: 2 });
    expect(await claim(1250)).toBeUndefined();
  });

  test("two processes on one database run each one once, and together all of them", async () => {
    await using world = await openWorld(dialect);
    await world.services.storage.probe(); // makes its folder
    await using other = await openServices(world.services.config, { log: new Log("silent", async () => {}) });
    const done: string[][] = [[], []];
    for (const [i, services] of [world.services, other].entries())
      services.storage = beforeDelete(services.storage, async (key) => {
        done[i]!.push(key);
        await Bun.sleep(1);
      });
    const subjects = Array.from({ length: 150 }, (_, i) => imageOf(i));
    for (const subject of subjects) await enqueueJob(world.db, DELETE_IMAGE, subject, 1);
    await Promise.all([world.services, other, world.services, other].map((services) => runDueJobs(services)));
    expect(done.flat()).toHaveLength(subjects.length * FILES);
    expect(new Set(done.flat()).size).toBe(subjects.length * FILES);
    for (const some of done) expect(some.length).toBeGreaterThan(0);
    expect(await jobs(world)).toEqual([]);
  });

  test("a failing one is retried with growing delays, and holds nothing else up", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    await world.services.storage.probe(); // makes its folder
    world.services.storage = failing(world.services.storage, Infinity);
    await enqueueJob(world.db, DELETE_IMAGE, imageOf(1), now);
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      await runDueJobs(world.services);
      const [job] = await jobs(world);
      expect(job).toMatchObject({ attempts: i + 1, error: "The image storage is unavailable." });
      waits.push((job!.run_at - now) / 1000);
      expect(await listFailingJobs(world.db, 3)).toHaveLength(i + 1 >= 3 ? 1 : 0);
      now = job!.run_at;
    }
    expect(waits).toEqual([5, 15, 45, 135, 405, 600, 600]);
    // If the storage is unavailable, each of a thousand jobs would wait for its deadline.
    for (let i = 2; i < 6; i++) await enqueueJob(world.db, DELETE_IMAGE, imageOf(i), now);
    await enqueueJob(world.db, "forget-answers", "", now);
    await runDueJobs(world.services);
    const tried = (await jobs(world)).filter(({ kind, attempts }) => kind === DELETE_IMAGE && attempts > 0);
    expect(tried).toHaveLength(1);
    expect((await jobs(world)).find(({ kind }) => kind === "forget-answers")?.run_at).toBe(now + 3_600_000);
  });

  test("failed ones are found without reading all that wait", async () => {
    await using world = await openWorld(dialect);
    const waiting = Array.from({ length: 20_000 }, (_, i) => ({
      kind: "a",
      subject: `${i}`,
      run_at: 1,
      attempts: 0,
      error: null,
    }));
    for (let at = 0; at < waiting.length; at += 2000)
      await world.db
        .insertInto("jobs")
        .values(waiting.slice(at, at + 2000))
        .execute();
    await sql`analyze`.execute(world.db);
    const asked: string[] = [];
    const watched = world.db.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(world.db.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await listFailingJobs(watched, 1, 50)).toEqual([]);
    expect(await countFailingJobs(watched, 3, 1000)).toBe(0);
    expect(asked).toHaveLength(2);
    for (const statement of asked)
      expect((await dialectOf(world.db).explain(world.db, statement)).join("\n")).toContain("jobs_failing");
  });

  test("recurring ones exist from the first start on, and keep their schedule across restarts", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    await world.services.storage.probe(); // makes its folder
    await enqueueJob(world.db, "of-a-newer-version", "", 0);
    const first = await startRunner(world.services);
    await until(async () => (await jobs(world)).filter(({ run_at }) => run_at <= now).length === 1);
    await first.stop();
    const startedAt = now;
    const schedule = [
      ["crown-memes", 300_000],
      ["end-sessions", 3_600_000],
      ["forget-answers", 3_600_000],
      ["forget-deletions", 86_400_000],
      ["forget-events", 600_000],
      ["forget-failures", 3_600_000],
      ["forget-notifications", 300_000],
      ["forget-traffic", 3_600_000],
      ["make-formats", 90_000],
      ["measure-sizes", 120_000],
      ["of-a-newer-version", -startedAt],
      ["queue-weekly-mails", 60_000],
      ["roll-days", 60_000],
      ["sweep-litter", 60_000],
      ["trim-changes", 300_000],
    ];
    const seen = async () => (await jobs(world)).map(({ kind, run_at }) => [kind, run_at - startedAt]);
    expect(await seen()).toEqual(schedule);
    now += 30_000;
    await (await startRunner(world.services)).stop();
    expect(await seen()).toEqual(schedule);
    now += 30_000;
    await runDueJobs(world.services);
    const later = [
      ["queue-weekly-mails", 120_000],
      ["roll-days", 120_000],
      ["sweep-litter", 86_460_000],
      schedule.at(-1)!,
    ];
    expect(await seen()).toEqual([...schedule.slice(0, 11), ...later]);
  });

  test("those that a fast clock has put off are due again once a server starts with the right time", async () => {
    const [fast, right] = [Date.now() + 40 * 86_400_000, Date.now()];
    let now = fast;
    await using world = await openWorld(dialect, { clock: () => now });
    await world.services.storage.probe();
    await (await startRunner(world.services)).stop();
    await enqueueJob(world.db, "make-renditions", "gone", fast);
    now = right;
    await enqueueJob(world.db, "delete-image", "soon", right + 15_000);
    await (await startRunner(world.services)).stop();
    const ahead = (await jobs(world)).filter(({ run_at }) => run_at > right + 86_400_000);
    expect(ahead).toEqual([]);
    const due = Object.fromEntries((await jobs(world)).map(({ kind, run_at }) => [kind, run_at - right]));
    expect(due).toMatchObject({ "crown-memes": 300_000, "sweep-litter": 60_000, "delete-image": 15_000 });
  });

  test("days leave the standings of a period, however many there are", async () => {
    await using world = await openWorld(dialect);
    await world.services.storage.probe(); // makes its folder
    const today = Math.floor(world.services.clock() / DAY_MS);
    const rated = { sum: 5, count: 1 };
    const subjects = Array.from({ length: 1100 }, (_, i) => String(i).padStart(18, "0"));
    for (let at = 0; at < subjects.length; at += 100) {
      const some = subjects.slice(at, at + 100);
      await world.db
        .insertInto("rated_days")
        .values(some.map((subject) => ({ subject, day: today - 3, within: 3, ...rated })))
        .execute();
      await world.db
        .insertInto("scores")
        .values(some.map((subject) => ({ subject, board: "memers" as const, sum_1d: 5, count_1d: 1 })))
        .execute();
    }
    await enqueueJob(world.db, "roll-days", "", 0);
    await runDueJobs(world.services);
    expect(await world.db.selectFrom("scores").select("subject").execute()).toEqual([]);
    const days = await world.db.selectFrom("rated_days").select("within").distinct().execute();
    expect(days).toEqual([{ within: 2 }]);
  });

  test("stored answers are deleted after a day", async () => {
    await using world = await openWorld(dialect);
    await world.services.storage.probe(); // makes its folder
    const { user } = await world.member();
    const now = world.services.clock();
    const answer = { user_id: user.id, fingerprint: "f", token: "t", body: "{}" };
    for (const [key, age] of Object.entries({ old: 24.1, young: 23.9 }))
      await world.db
        .insertInto("kept_answers")
        .values({ ...answer, key, created_at: Math.round(now - age * 3_600_000) })
        .execute();
    await enqueueJob(world.db, "forget-answers", "", 0);
    await runDueJobs(world.services);
    expect(await world.db.selectFrom("kept_answers").select("key").execute()).toEqual([{ key: "young" }]);
  });
});

describe("a runner", () => {
  test("that is stopped finishes the running job and begins no other", async () => {
    await using world = await openWorld("SQLite");
    await world.services.storage.probe(); // makes its folder
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.services.storage = beforeDelete(world.services.storage, () => {
      begun.resolve();
      return release.promise;
    });
    for (const i of [1, 2]) await enqueueJob(world.db, DELETE_IMAGE, imageOf(i), i);
    const runner = await startRunner(world.services);
    await begun.promise;
    let stopped = false;
    const stopping = runner.stop().then(() => (stopped = true));
    await Bun.sleep(50);
    expect(stopped).toBe(false);
    release.resolve();
    await stopping;
    const left = (await jobs(world)).filter(({ kind }) => kind === DELETE_IMAGE);
    expect(left).toEqual([{ kind: DELETE_IMAGE, subject: imageOf(2), run_at: 2, attempts: 0, error: null }]);
  });

  test("wakes up when a job becomes due", async () => {
    await using world = await openWorld("SQLite");
    await world.services.storage.probe(); // makes its folder
    const runner = await startRunner(world.services);
    await enqueueJob(world.db, DELETE_IMAGE, imageOf(1), Date.now() + 200);
    await until(async () => !(await jobs(world)).some(({ kind }) => kind === DELETE_IMAGE));
    await runner.stop();
  });

  test("that is stopped in a long job leaves the rest for later, without an error", async () => {
    await using world = await openWorld("SQLite");
    await world.services.storage.probe(); // makes its folder
    const stopping = new AbortController();
    const { storage } = world.services;
    await storage.put("ab/123456789012345678-0123456789abcdef0123456789abcdef.png", new Uint8Array(3), "image/png");
    world.services.storage = {
      ...beforeDelete(storage, () => {}),
      async *list() {
        stopping.abort();
        yield* storage.list();
      },
    };
    await storage.put("site.id", new TextEncoder().encode(await siteId(world)), "text/plain");
    await enqueueJob(world.db, "sweep-litter", "", 0);
    await runDueJobs(world.services, { signal: stopping.signal });
    const [job] = await jobs(world);
    expect(job).toMatchObject({ attempts: 0, error: null });
    expect(job!.run_at).toBeLessThanOrEqual(Date.now());
    await world.services.log.flush();
    expect(world.logLines.join("\n")).not.toContain('"warn"');
  });
});

const siteId = async (world: World) =>
  (await world.db.selectFrom("site").select("value").where("name", "=", "id").executeTakeFirstOrThrow()).value;
