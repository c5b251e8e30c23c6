import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { JobTimes } from "../../src/core/jobs/job-times.ts";
import { listFailed } from "../../src/core/overview/list-failed.ts";
import { listSlowest, readMinute } from "../../src/core/traffic/read-minute.ts";
import { readTraffic } from "../../src/core/traffic/read-traffic.ts";
import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { insertFailures } from "../../src/data/failures.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { addJobMinutes, insertSlowRequests, listJobMinutes, listSlowRequests } from "../../src/data/minutes.ts";
import { addTraffic, MINUTE_MS, minuteOf } from "../../src/data/traffic.ts";
import { Gate } from "../../src/http/gate.ts";
import { MAX_SLOW, Slowest } from "../../src/core/traffic/slowest.ts";
import { keepTraffic, TrafficCount } from "../../src/http/ops/traffic.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "../web/signed-in.ts";

const NOW = Date.UTC(2026, 10, 16, 14, 30);
const AT = Date.UTC(2026, 10, 16, 14, 3);

describe.each(DIALECTS)("a minute on %s", (dialect) => {
  let world: World;
  let founder: TestMember;
  let now = NOW;

  beforeAll(async () => {
    world = await openWorld(dialect, { clock: () => now });
    founder = await world.member({ name: "founder", perks: ["founder"] });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const get = async (path: string) => {
    const headers = { Cookie: await sessionCookie(world, founder) };
    return (await world.as().get(path, { headers })).text();
  };

  test("tells what was slow, which jobs and backups ran, and what failed, at all nodes", async () => {
    const { db } = world;
    const minute = minuteOf(AT);
    const slow = (request: string, ms: number) => ({
      request,
      method: "GET",
      route: "/v1/meme/{id}",
      status: 200,
      ms,
      databaseMs: ms - 100,
      waitedMs: 70,
    });
    for (const node of [1, 2]) {
      const load = { queries: 1000, databaseMs: 2500, waitedMs: 800, maxWaiting: 10 * node };
      await addTraffic(db, minute, node, { requests: 40, failed: 1, times: [60, 40], load });
      await insertSlowRequests(db, minute, node, [slow(`one-${node}`, 1000 * node), slow(`two-${node}`, 300)]);
      await addJobMinutes(db, minute, node, [{ kind: "sweep-litter", runs: 0, failed: 0, ms: 60_000 }]);
      await addJobMinutes(db, minute, node, [{ kind: "sweep-litter", runs: 1, failed: 1, ms: 500 }]);
    }
    await addTraffic(db, minute - 1, 1, { requests: 40, failed: 0, times: [10, 40] });
    await insertSlowRequests(db, minute + 1, 1, [slow("later", 9000)]);
    for (const [place, from, to] of [
      ["/copies/during", -30, 30],
      ["/copies/before", -90, -60],
      ["/copies/after", 1, 2],
    ] as const)
      await finishBackup(db, await insertBackup(db, place, AT + from * MINUTE_MS), {
        rows: 1,
        images: 1,
        bytes: 1,
        error: "no room",
        endedAt: AT + to * MINUTE_MS,
      });
    const failure = { route: "/broken", error: "Error: oh no", stack: "" };
    await insertFailures(db, [
      { ...failure, request: "in-it", createdAt: AT + 59_999 },
      { ...failure, request: "beyond", createdAt: AT + 60_000 },
    ]);

    const found = await readMinute(world.ctx(founder), AT + 12_345);
    expect(found).toMatchObject({
      start: AT,
      traffic: { requests: 80, failed: 2 },
      load: { queries: 2000, databaseMs: 5000, waitedMs: 1600, maxWaiting: 20 },
      usual: { requests: 40 },
      jobs: [{ kind: "sweep-litter", runs: 2, failed: 2, ms: 121_000 }],
      backups: [{ place: "/copies/during" }],
      failures: [{ request: "in-it" }],
    });
    expect(found.slow.map(({ request }) => request)).toEqual(["one-2", "one-1", "two-1", "two-2"]);
    expect(found.traffic.p99!).toBeGreaterThan(100 * found.usual.p99!);
    expect((await listSlowest(world.ctx(founder), "hour")).map(({ ms }) => ms)).toEqual([9000, 2000, 1000, 300, 300]);

    const page = await get("/admin/minute?at=2026-11-16T14:03");
    for (const said of [
      "<code>one-2</code>",
      "900 ms in the database, 70 ms waiting",
      "At most 20 requests at a time",
      "sweep-litter",
      "/copies/during",
      "/admin/errors?find=in-it",
      "at=2026-11-16T14%3A02",
      "at=2026-11-16T14%3A04",
    ])
      expect(page).toContain(said);
    for (const other of ["beyond", "later", "/copies/after", "/copies/before"]) expect(page).not.toContain(other);
    expect(await get("/admin?range=hour")).toContain("at=2026-11-16T14%3A04");
    for (const wrong of ["", "?at=", "?at=nonsense", "?at=2026-99-99T99:99", "?at=9999-12-31T23:59"])
      expect(await get(`/admin/minute${wrong}`)).toContain("No requests in this minute.");
  });

  test("is one point of the last hour", async () => {
    const { points, stepMs } = await readTraffic(world.ctx(founder), "hour");
    expect([points.length, stepMs]).toEqual([60, MINUTE_MS]);
    expect(points.find(({ start }) => start === AT)).toMatchObject({ requests: 80 });
  });

  test("is written down when it is over, with the slowest requests and the jobs", async () => {
    await using other = await openWorld(dialect);
    const { services, db } = other;
    const count = new TrafficCount();
    count.takeWaited = () => ({ waitedMs: 12.4, maxWaiting: 3 });
    const keeper = keepTraffic(services, count);
    const minute = minuteOf(Date.now());
    await enqueueJob(db, "forget-traffic", "", 0);
    {
      using run = services.jobTimes.begin("slow-job");
      run.failed = true;
    }
    count.add(200, 0.5);
    count.slowest.add({ requestId: "mine", method: "GET", route: "/", databaseMs: 1.6, queueMs: 2 }, 200, 0.5);
    await runDueJobs(services);
    await keeper.stop();
    const range = { from: minute - 1, to: minute + 3, amount: 9 };
    expect(await listSlowRequests(db, range)).toMatchObject([{ request: "mine", ms: 500, databaseMs: 2, waitedMs: 2 }]);
    const [row] = await db.selectFrom("traffic").selectAll().execute();
    expect(row).toMatchObject({ requests: 1, waited_ms: 12, max_waiting: 3 });
    expect(row!.queries).toBeGreaterThan(0);
    const jobs = (await Promise.all([-1, 0, 1, 2].map((more) => listJobMinutes(db, minute + more)))).flat();
    expect(jobs.find(({ kind }) => kind === "slow-job")).toMatchObject({ runs: 1, failed: 1 });
  });

  test("is forgotten after eight days", async () => {
    now = NOW + 9 * 86_400_000;
    await enqueueJob(world.db, "forget-traffic", "", 0);
    await runDueJobs(world.services);
    for (const table of ["traffic", "slow_requests", "job_minutes"] as const)
      expect(await world.db.selectFrom(table).select("minute").execute()).toEqual([]);
    now = NOW;
  });

  test("the overview lists what failed, whatever it was", async () => {
    await enqueueJob(world.db, "trim-changes", "", now + 1);
    await failJob(world.db, "trim-changes", "", "no luck", now + 1);
    await world.db.updateTable("jobs").set({ attempts: 1 }).where("kind", "=", "trim-changes").execute();
    const failed = await listFailed(world.ctx(founder));
    expect(failed[0]).toMatchObject({ kind: "job", job: "trim-changes", error: "no luck" });
    expect(new Set(failed.map(({ kind }) => kind))).toEqual(new Set(["job", "request", "backup"]));
    const page = await get("/admin");
    for (const said of ["Job trim-changes: no luck", "/broken: Error: oh no", "Backup to /copies/during: no room"])
      expect(page).toContain(said);
  });

  test("is refused to everyone but founders", async () => {
    const ctx = world.ctx(await world.member({ perks: ["staff"] }));
    for (const asked of [readMinute(ctx, AT), listSlowest(ctx, "day"), listFailed(ctx)])
      await expect(asked as Promise<unknown>).rejects.toMatchObject({ code: "not_allowed" });
  });
});

test("only the slowest requests of a minute are kept", () => {
  const slowest = new Slowest();
  const add = (ms: number) =>
    slowest.add({ requestId: `r${ms}`, method: "GET", route: "/", databaseMs: 0, queueMs: 0 }, 200, ms / 1000);
  for (let i = 1; i <= 20; i++) add(100 * i);
  const kept = slowest.take();
  expect(kept.map(({ request }) => request)).toEqual(["r2000", "r1900", "r1800", "r1700", "r1600"]);
  expect(slowest.take()).toEqual([]);
  add(1850);
  slowest.giveBack(kept);
  expect(slowest.take().map(({ ms }) => ms)).toEqual([2000, 1900, 1850, 1800, 1700]);
  expect(kept).toHaveLength(MAX_SLOW);
});

test("a job that goes on counts in every minute it takes", async () => {
  const times = new JobTimes();
  const run = times.begin("long");
  await Bun.sleep(30);
  expect(times.take()).toMatchObject([{ kind: "long", runs: 0, failed: 0 }]);
  run[Symbol.dispose]();
  times.giveBack([{ kind: "long", runs: 0, failed: 0, ms: 1000 }]);
  const [long] = times.take();
  expect(long).toMatchObject({ runs: 1, failed: 0 });
  expect(long!.ms).toBeGreaterThanOrEqual(1000);
  expect(times.take()).toEqual([]);
});

test("the gate tells how long requests have waited, once", async () => {
  const gate = new Gate();
  const work = Promise.withResolvers<void>();
  const held = gate.holdBack(() => work.promise);
  const entries = [gate.reads.enter(performance.now() - 50), gate.pages.enter(performance.now() - 50)];
  work.resolve();
  await Promise.all([held, ...entries]);
  const { waitedMs, maxWaiting } = gate.takeWaited();
  expect(maxWaiting).toBe(2);
  expect(waitedMs).toBeGreaterThanOrEqual(100);
  expect(gate.takeWaited()).toEqual({ waitedMs: 0, maxWaiting: 0 });
});
