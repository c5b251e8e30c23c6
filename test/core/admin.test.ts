import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { FailureLog, MAX_A_MINUTE } from "../../src/core/failures/failure-log.ts";
import { isAtWork, listFailedJobs, listWaitingJobs } from "../../src/core/jobs/list-jobs.ts";
import { runJobNow } from "../../src/core/jobs/run-job-now.ts";
import { listAllKeys } from "../../src/core/keys/list-all-keys.ts";
import { listKeys } from "../../src/data/keys.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { bucketOf, percentile, TIME_BUCKETS } from "../../src/core/traffic/latency.ts";
import { listAccounts } from "../../src/core/users/list-accounts.ts";
import { searchAccounts } from "../../src/core/users/search-accounts.ts";
import { listBackups } from "../../src/core/backup/list-backups.ts";
import { findFailure, listFailures } from "../../src/core/failures/list-failures.ts";
import { invitePerson } from "../../src/core/users/invite-person.ts";
import { makeResetLink } from "../../src/core/users/make-reset-link.ts";
import { readAccountDetails } from "../../src/core/users/read-account-details.ts";
import { readOverview, type Machine } from "../../src/core/overview/read-overview.ts";
import { readStorage } from "../../src/core/overview/read-storage.ts";
import { readTraffic } from "../../src/core/traffic/read-traffic.ts";
import { setPerks } from "../../src/core/users/set-perks.ts";
import { dayOf } from "../../src/core/overview/forecast.ts";
import { measureSizes } from "../../src/jobs/measure-sizes.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { listSizes, writeSize } from "../../src/data/sizes.ts";
import { recordStored } from "../../src/core/memes/stored-amount.ts";
import { OPERATORS_POLICY, type Ctx } from "../../src/core/ctx.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { claimStorage } from "../../src/core/memes/claim-storage.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { startSession } from "../../src/core/sessions/start-session.ts";
import { isInvite } from "../../src/core/users/invite.ts";
import { findReset } from "../../src/core/users/reset-password.ts";
import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { addTraffic, listTraffic, MINUTE_MS, minuteOf } from "../../src/data/traffic.ts";
import type { Disk } from "../../src/disks.ts";
import { keepTraffic, TrafficCount } from "../../src/http/ops/traffic.ts";
import { forgetFailures } from "../../src/jobs/forget-failures.ts";
import { forgetTraffic } from "../../src/jobs/forget-traffic.ts";
import type { JobKind } from "../../src/jobs/job-kind.ts";
import { DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";

const DAY = 86_400_000;
const NOBODY = "123456789012345678";
const DISK: Disk = { folder: "/srv", free: 100e9, size: 200e9, database: true, images: true };

const refusal = (code: string) => expect.objectContaining({ code });
const page = { amount: 10 };

describe("times in buckets", () => {
  test("give percentiles to within a fifth", () => {
    for (let round = 0; round < 50; round++) {
      // From a tenth of a millisecond to ten seconds, crowded at one end.
      const times = Array.from(
        { length: 1 + Math.floor(Math.random() * 400) },
        () => 1e-4 * 10 ** (5 * Math.random() ** 3),
      );
      const counts = new Uint32Array(TIME_BUCKETS);
      for (const time of times) counts[bucketOf(time)]!++;
      times.sort((a, b) => a - b);
      for (const share of [0.5, 0.95, 0.99, 1]) {
        const exact = times[Math.ceil(share * times.length) - 1]!;
        const ratio = percentile(counts, share)! / exact;
        expect(ratio).toBeGreaterThan(0.83);
        expect(ratio).toBeLessThan(1.2);
      }
    }
  });

  test("give no percentile without requests, and the first or last at the limits", () => {
    expect(percentile(new Uint32Array(TIME_BUCKETS), 0.5)).toBeUndefined();
    expect([bucketOf(0), bucketOf(-1), bucketOf(Number.NaN), bucketOf(1e-4), bucketOf(1e9)]).toEqual([
      0,
      0,
      0,
      0,
      TIME_BUCKETS - 1,
    ]);
  });
});

/** Has just signed in. */
const proof = { password: "", since: Date.now() };

describe.each(DIALECTS)("the operator's view on %s", (dialect) => {
  let world: World;
  let founder: TestMember;
  let now = Date.UTC(2026, 5, 15, 12, 10);

  beforeAll(async () => {
    world = await openWorld(dialect, { clock: () => now });
    founder = await world.member({ name: "founder", perks: ["founder"] });
  });

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  const run = (kind: JobKind) =>
    kind.run({
      ctx: world.ctx(),
      subject: "",
      deaths: 0,
      config: world.services.config,
      log: world.services.log,
      addresses: world.addresses,
      mailer: undefined,
      signal: new AbortController().signal,
      disks: async () => [DISK, { ...DISK, free: 7e9 }],
    });
  const acts = () => world.db.selectFrom("acts").selectAll().orderBy("id").execute();

  test("is refused to everyone but founders", async () => {
    const verbs: ((ctx: Ctx) => unknown)[] = [
      (ctx) => readOverview(ctx, { disks: [], ballastSpent: false, replicas: [], unknown: [] }),
      (ctx) => readTraffic(ctx, "day"),
      (ctx) => readStorage(ctx, []),
      (ctx) => listAccounts(ctx, page),
      (ctx) => searchAccounts(ctx, "founder"),
      (ctx) => readAccountDetails(ctx, founder.user.id),
      (ctx) => setPerks(ctx, { user: founder.user.id, perks: [] }),
      (ctx) => invitePerson(ctx, { days: 1 }),
      (ctx) => makeResetLink(ctx, founder.user.id),
      (ctx) => listAllKeys(ctx, page),
      (ctx) => listFailedJobs(ctx),
      (ctx) => listWaitingJobs(ctx, page),
      (ctx) => runJobNow(ctx, { kind: "roll-days", subject: "" }),
      (ctx) => listFailures(ctx, page),
      (ctx) => findFailure(ctx, "x"),
      (ctx) => listBackups(ctx, page),
    ];
    const staff = await world.member({ perks: ["staff", "translator", "verified", "service", "pro"] });
    for (const ctx of [world.ctx(staff), { ...world.ctx(), actor: { kind: "guest" } as const }])
      for (const verb of verbs)
        expect(
          Promise.resolve().then(() => verb(ctx)),
          String(verb),
        ).rejects.toEqual(refusal("not_allowed"));
    const { id: keyId } = (await listKeys(world.db, founder.user.id))[0]!;
    expect(revokeKey(world.ctx(staff), keyId)).rejects.toEqual(refusal("not_found"));
    expect(revokeKey({ ...world.ctx(), actor: { kind: "guest" } }, keyId)).rejects.toEqual(refusal("not_signed_in"));
    expect(await acts()).toEqual([]);
  });

  test("adds up what several processes counted, and finds the percentiles of all of it", async () => {
    const minute = minuteOf(now);
    const times: number[] = [];
    for (const node of [1, 2, 3])
      for (const back of [0, 1, 2]) {
        const count = new TrafficCount();
        for (let i = 0; i < 40; i++) {
          const seconds = node * 0.001 * 10 ** (2 * Math.random());
          times.push(seconds);
          count.add(i === 0 ? 500 : 200, seconds);
        }
        await addTraffic(world.db, minute - back, node, count.take()!);
      }
    await addTraffic(world.db, minute - 60, 1, { requests: 7, failed: 0, times: [3, 7] });
    await addTraffic(world.db, minute - 3 * 24 * 60, 1, { requests: 5, failed: 1, times: [3, 5] });
    times.sort((a, b) => a - b);

    const day = await readTraffic(world.ctx(founder), "day");
    expect(day.points).toHaveLength(48);
    const last = day.points.at(-1)!;
    expect(last).toMatchObject({ start: Date.UTC(2026, 5, 15, 12), requests: 360, failed: 9 });
    for (const [name, share] of [
      ["median", 0.5],
      ["p95", 0.95],
      ["p99", 0.99],
    ] as const) {
      const ratio = last[name]! / times[Math.ceil(share * times.length) - 1]!;
      expect(ratio).toBeGreaterThan(0.83);
      expect(ratio).toBeLessThan(1.2);
    }
    expect(day.points.at(-3)).toMatchObject({ requests: 7, failed: 0 });
    expect(day.points.at(-2)).toMatchObject({ requests: 0, median: undefined });
    expect(day.total).toMatchObject({ requests: 367, failed: 9 });
    const week = await readTraffic(world.ctx(founder), "week");
    expect(week.points).toHaveLength(56);
    expect(week.total).toMatchObject({ requests: 372, failed: 10 });
  });

  test("records the requests of each minute once, and nothing without requests", async () => {
    const count = new TrafficCount();
    const keeper = keepTraffic(world.services, count);
    const { node } = world.services.ids;
    const written = async () => (await listTraffic(world.db, began, began + 5)).filter(({ times }) => times[0] === 0);
    const began = minuteOf(now) + 10;
    await keeper.flush();
    now = began * MINUTE_MS;
    await keeper.flush(); // recorded for this minute
    count.add(200, 0);
    await keeper.flush();
    // The same minute continues, as after a restart.
    count.add(503, 0);
    now += MINUTE_MS;
    await keeper.flush();
    expect(await written()).toMatchObject([{ minute: began, requests: 2, failed: 1, times: [0, 2] }]);
    await keeper.stop();
    expect(await written()).toHaveLength(1);
    expect(await world.db.selectFrom("traffic").select("node").where("minute", "=", began).execute()).toEqual([
      { node },
    ]);
  });

  test("counts that could not be written are added to the next ones", () => {
    const count = new TrafficCount();
    count.add(200, 0.001);
    const taken = count.take()!;
    expect(count.take()).toBeUndefined();
    count.add(500, 0.001);
    count.giveBack(taken);
    expect(count.take()).toEqual({ requests: 2, failed: 1, times: [bucketOf(0.001), 2] });
  });

  test("deletes minutes older than any range", async () => {
    const limit = minuteOf(now - 8 * DAY);
    for (let i = 0; i < 5; i++) await addTraffic(world.db, limit - 3 + i, 1, { requests: 1, failed: 0, times: [1, 1] });
    await run(forgetTraffic);
    const left = await listTraffic(world.db, limit - 10, limit + 10);
    expect(left.map(({ minute }) => minute - limit)).toEqual([0, 1]);
  });

  test("records failures without secrets or the caller's text, and never too many", async () => {
    await using log = new FailureLog(world.db, world.services.log, () => now, ["hunter2-secret"]);
    const key = `gfw_${"a1B2".repeat(10)}`;
    const error = new Error(`no way to postgres://me:pass@host/db with hunter2-secret, ${key}: /x?invite=abc 100%`);
    log.note({ request: "first", route: "/v1/meme/{id}", error });
    log.note({ request: "first", route: "/again", error: "another one" });
    log.note({ request: "thrown", route: "/x", error: "a\0text" });
    await log.flush();
    const found = (await findFailure(world.ctx(founder), "first"))!;
    expect(found.error).toBe("Error: no way to postgres://…@host/db with …, …: /x?… 100%");
    expect(found).toMatchObject({ route: "/v1/meme/{id}", createdAt: now });
    expect(found.stack).toContain("admin.test.ts");
    expect(found.stack).not.toMatch(/hunter2|pass@|a1B2|invite/);
    expect(await findFailure(world.ctx(founder), "thrown")).toMatchObject({ error: "atext", stack: "" });
    expect(await findFailure(world.ctx(founder), "' or 1=1")).toBeUndefined();

    now += 1000;
    for (let i = 0; i < 2 * MAX_A_MINUTE; i++) log.note({ request: `many-${i}`, route: "/x", error: "many" });
    await log.flush();
    const kept = await world.db.selectFrom("failures").select("request").where("error", "=", "many").execute();
    expect(kept).toHaveLength(MAX_A_MINUTE - 3);
    const first = await listFailures(world.ctx(founder), { amount: 20 });
    const second = await listFailures(world.ctx(founder), { amount: 20, after: first.next });
    expect([first.items.length, second.items.length, second.next]).toEqual([20, MAX_A_MINUTE - 21, undefined]);
    expect(new Set([...first.items, ...second.items].map(({ request }) => request)).size).toBe(MAX_A_MINUTE - 1);
    expect(second.items.at(-1)!.createdAt).toBeLessThan(first.items[0]!.createdAt);
  });

  test("deletes old failures, and all but a thousand", async () => {
    const rows = Array.from({ length: 1010 }, (_, i) => ({
      request: `old-${i}`,
      route: "/",
      error: "",
      stack: "",
      created_at: now - 20 * DAY + i,
    }));
    for (let i = 0; i < rows.length; i += 101)
      await world.db
        .insertInto("failures")
        .values(rows.slice(i, i + 101))
        .execute();
    await world.db
      .insertInto("failures")
      .values({ ...rows[0]!, request: "older", created_at: now - 31 * DAY })
      .execute();
    await run(forgetFailures);
    const left = await world.db.selectFrom("failures").select(["request"]).execute();
    expect(left).toHaveLength(1000);
    expect(left.some(({ request }) => request === "first")).toBe(true);
    now += 25 * DAY;
    await run(forgetFailures);
    expect(
      (await listFailures(world.ctx(founder), page)).items.every(({ request }) => !request.startsWith("old")),
    ).toBe(true);
  });

  test("a log that cannot be written delays or fails no request", async () => {
    const closed = await openWorld(dialect);
    const { db, log } = { db: closed.db, log: world.services.log };
    await closed[Symbol.asyncDispose]();
    const failures = new FailureLog(db, log, () => now, []);
    failures.note({ request: "lost", route: "/", error: new Error("x") });
    await failures.flush();
    await log.flush();
    expect(world.logLines.some((line) => line.includes("could not note failures"))).toBe(true);
    await failures[Symbol.asyncDispose]();
  });

  test("failures while the database is unavailable are recorded once it is back", async () => {
    await using site = await openWorld(dialect);
    const failures = new FailureLog(site.db, world.services.log, () => now, []);
    await sql`alter table failures rename to gone`.execute(site.db);
    failures.note({ request: "kept", route: "/", error: new Error("x") });
    await failures.flush();
    await sql`alter table gone rename to failures`.execute(site.db);
    await failures[Symbol.asyncDispose]();
    expect(await site.db.selectFrom("failures").select("request").execute()).toEqual([{ request: "kept" }]);
  });

  test("finds people by name, id and address, and lists them newest first", async () => {
    const ann = await world.member({ name: "Ann" });
    await world.db
      .updateTable("users")
      .set({ email: "Ann@x.org", email_key: "ann@x.org" })
      .where("id", "=", ann.user.id)
      .execute();
    const ctx = world.ctx(founder);
    for (const text of ["ann", " ANN ", "@Ann", ann.user.id, "ann@X.org"])
      expect(
        (await searchAccounts(ctx, text)).map(({ id }) => id),
        text,
      ).toEqual([ann.user.id]);
    for (const text of ["", "an", "\0", NOBODY, "x".repeat(5000)]) expect(await searchAccounts(ctx, text)).toEqual([]);
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const { items, next } = await listAccounts(ctx, { amount: 2, after });
      seen.push(...items.map(({ id }) => id));
      if (!(after = next)) break;
    }
    const all = await world.db.selectFrom("users").select("id").orderBy("id", "desc").execute();
    expect(seen).toEqual(all.map(({ id }) => id));

    await startSession(world.ctx(), ann.user.id, "a browser");
    const account = await readAccountDetails(ctx, ann.user.id);
    expect(account).toMatchObject({ user: { username: "Ann" }, sessions: 1 });
    expect(account.keys).toHaveLength(1);
    expect(readAccountDetails(ctx, NOBODY)).rejects.toEqual(refusal("not_found"));
  });

  test("grants and removes perks, and logs who did it", async () => {
    const { user } = await world.member({ name: "ben" });
    const before = (await acts()).length;
    const ctx = world.ctx(founder);
    expect(await setPerks(ctx, { user: user.id, perks: ["staff", "service"], proof })).toMatchObject({
      staff: true,
      founder: false,
    });
    const changed = await setPerks(ctx, { user: user.id, perks: ["staff", "verified"], proof });
    expect(changed).toMatchObject({ staff: true, service: false, verified: true, proSince: undefined });
    await setPerks(ctx, { user: user.id, perks: ["staff", "verified"], proof });
    const added = (await acts()).slice(before);
    expect(added.map(({ kind, note, staff_name, user_name }) => [kind, note, staff_name, user_name])).toEqual([
      ["perk", "+staff +service", "founder", "ben"],
      ["perk", "+verified −service", "founder", "ben"],
    ]);
  });

  test("never leaves the site without a founder", async () => {
    const ctx = world.ctx(founder);
    expect(setPerks(ctx, { user: founder.user.id, perks: [], proof })).rejects.toEqual(refusal("not_allowed"));
    const other = await world.member({ name: "second", perks: ["founder"] });
    // Two founders demote each other at the same time.
    const done = await Promise.allSettled([
      setPerks(ctx, { user: other.user.id, perks: [], proof }),
      setPerks(world.ctx(other), { user: founder.user.id, perks: [], proof }),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const founders = await world.db.selectFrom("users").select("id").where("founder", "=", 1).execute();
    expect(founders).toHaveLength(1);
    for (const { user } of [founder, other]) await setPerks(world.ctx(), { user: user.id, perks: ["founder"] });
  });

  test("makes working links, and logs for whom", async () => {
    const { user } = await world.member({ name: "cleo" });
    const before = (await acts()).length;
    expect(await isInvite(world.ctx(), await invitePerson(world.ctx(founder), { days: 7, proof }))).toBe(true);
    const { secret } = await makeResetLink(world.ctx(founder), user.id, { proof });
    expect((await findReset(world.ctx(), secret)).id).toBe(user.id);
    await world.db.updateTable("users").set({ suspended_at: now }).where("id", "=", user.id).execute();
    expect(makeResetLink(world.ctx(founder), user.id, { proof })).rejects.toEqual(refusal("suspended"));
    expect(makeResetLink(world.ctx(founder), NOBODY, { proof })).rejects.toEqual(refusal("not_found"));
    const added = (await acts()).slice(before);
    expect(added.map(({ kind, user_name }) => [kind, user_name])).toEqual([
      ["invite", ""],
      ["reset", "cleo"],
    ]);
    expect(JSON.stringify(added)).not.toContain(secret);
  });

  test("lists everyone's keys, and revokes any of them", async () => {
    const dora = await world.member({ name: "dora" });
    const { items } = await listAllKeys(world.ctx(founder), { amount: 1 });
    expect(items).toMatchObject([{ owner: { username: "dora" }, key: { name: "test", revokedAt: undefined } }]);
    expect((await world.as(dora).get("/v1/profile/me")).status).toBe(200);
    await revokeKey(world.ctx(founder), items[0]!.key.id);
    expect((await world.as(dora).get("/v1/profile/me")).status).toBe(401);
    expect(revokeKey(world.ctx(founder), items[0]!.key.id)).rejects.toEqual(refusal("invalid"));
    expect(revokeKey(world.ctx(founder), NOBODY)).rejects.toEqual(refusal("not_found"));
    expect((await acts()).at(-1)).toMatchObject({ kind: "revoke-key", user_name: "dora", note: "test" });
  });

  test("lists jobs, failing ones separately, and runs one at once", async () => {
    const ctx = world.ctx(founder);
    await enqueueJob(world.db, "roll-days", "", now + DAY);
    await enqueueJob(world.db, "delete-image", "aa/x.png", now + 2 * DAY);
    await world.db.updateTable("jobs").set({ attempts: 4 }).where("kind", "=", "delete-image").execute();
    await failJob(world.db, "delete-image", "aa/x.png", "the disk is away", now + 2 * DAY);
    expect([...(await listFailedJobs(ctx))]).toMatchObject([
      { kind: "delete-image", attempts: 4, error: "the disk is away" },
    ]);
    await enqueueJob(world.db, "sweep-litter", "", now + 3 * DAY);
    const first = await listWaitingJobs(ctx, { amount: 1 });
    expect(first.items).toMatchObject([{ kind: "roll-days" }]);
    const second = await listWaitingJobs(ctx, { amount: 1, after: first.next });
    expect([second.items.map(({ kind }) => kind), second.next]).toEqual([["sweep-litter"], undefined]);

    await runJobNow(ctx, { kind: "roll-days", subject: "" });
    expect((await listWaitingJobs(ctx, { amount: 1 })).items[0]!.runAt).toBe(now);
    expect((await acts()).at(-1)).toMatchObject({ kind: "run-job", note: "roll-days" });
    expect(runJobNow(ctx, { kind: "roll-days", subject: "x" })).rejects.toEqual(refusal("not_found"));
    await world.db.updateTable("jobs").set({ attempts: 1 }).where("kind", "=", "roll-days").execute();
    const [busy] = (await listWaitingJobs(ctx, { amount: 1 })).items;
    expect(isAtWork(busy!)).toBe(true);
    expect(runJobNow(ctx, { kind: "roll-days", subject: "" })).rejects.toEqual(refusal("conflict"));
  });

  test("shows what the sweep counted, and the growth once a week has passed", async () => {
    const ctx = world.ctx(founder);
    expect(await readStorage(ctx, [DISK])).toMatchObject({ databaseName: dialect, stored: undefined });
    await world.meme({ by: founder });
    await claimStorage(ctx);
    await world.services.storage.put(`aa/${NOBODY}-${"0".repeat(32)}.png`, new Uint8Array(9), "image/png");
    await sweepOrphans(world.ctx(), { now: Date.now() });
    const use = await readStorage(ctx, [DISK]);
    expect(use.stored).toMatchObject({ kept: { files: 3 }, young: { files: 1, bytes: 9 }, swept: { files: 0 } });
    expect([use.stored!.kept.bytes > 0, use.databaseBytes > 10_000]).toEqual([true, true]);
    expect([use.forecast.growth.images, use.daysLeft]).toEqual([undefined, undefined]);

    const { bytes } = use.stored!.kept;
    const today = dayOf(ctx.now);
    for (let back = 40; back >= 0; back--)
      await writeSize(world.db, {
        day: today - back,
        databaseBytes: 5e6,
        imageBytes: bytes + (40 - back) * 1e9,
        imageFiles: 3,
        freeBytes: DISK.free,
      });
    const later = await readStorage(ctx, [DISK]);
    expect(later.forecast.growth.images).toBeCloseTo(1e9, -6);
    expect(later.forecast.growth.database).toBeCloseTo(0, 3);
    expect(later.daysLeft).toBeCloseTo(100, 0);
    // A storage that does not grow will never be full, and a bucket has no known limit.
    expect((await readStorage(ctx, [])).daysLeft).toBeUndefined();
  });

  test("notes the sizes of each day once, and draws them with what is to come", async () => {
    await world.db.deleteFrom("sizes").execute();
    await run(measureSizes);
    await run(measureSizes);
    const [size, ...others] = await listSizes(world.db, 0);
    expect(others).toEqual([]);
    expect(size).toMatchObject({ day: dayOf(now), freeBytes: 7e9, imageFiles: 3 });
    expect(size!.databaseBytes).toBeGreaterThan(10_000);
    const headers = { Cookie: await sessionCookie(world, founder) };
    const page = async () => (await world.as().get("/admin/storage", { headers })).text();
    expect(await page()).toContain("After a week there is a forecast.");
    for (const back of [20, 10])
      await writeSize(world.db, { ...size!, day: dayOf(now) - back, imageBytes: size!.imageBytes! - back * 10 });
    const drawn = await page();
    for (const said of [
      "In 30 days",
      "In 90 days",
      "the last 20 days",
      "line-measured",
      "line-expected",
      " left on the disk",
    ])
      expect(drawn).toContain(said);
    for (const back of [20, 10]) await writeSize(world.db, { ...size!, day: dayOf(now) - back, imageBytes: 0 });
    await writeSize(world.db, { ...size!, imageBytes: 1e18 });
    expect(await page()).toContain(" too much for the disk");
    await world.db.deleteFrom("sizes").execute();
  });

  test("says what is wrong, and nothing when all is well", async () => {
    const ctx = world.ctx(founder);
    const machine: Machine = {
      disks: [{ ...DISK, free: 5e8 }],
      ballastSpent: false,
      replicas: [],
      unknown: ["GUFFAW_TYPO"],
    };
    const kinds = async (of = machine) => (await readOverview(world.ctx(founder), of)).problems.map(({ kind }) => kind);
    await world.db
      .insertInto("failures")
      .values({ request: "now", route: "/", error: "", stack: "", created_at: now })
      .execute();
    expect(await kinds({ ...machine, ballastSpent: true })).toContain("ballast-spent");
    const replica = { host: "db-2:5432", isInUse: true, problem: undefined };
    expect(await kinds({ ...machine, replicas: [replica] })).not.toContain("replica");
    const lost = { ...replica, isInUse: false, problem: "does not answer" };
    expect(await kinds({ ...machine, replicas: [replica, lost] })).toContain("replica");
    expect(await kinds()).toEqual(["disk", "jobs", "failures", "no-backup", "unknown-setting"]);
    const { storage } = world.services;
    const newcomer = { ...world.ctx(await world.member()), policy: { ...OPERATORS_POLICY, approveFirst: 1 } };
    const { meme } = await submitMeme(newcomer, { image: await smallImage(), caption: "", age: 1 });
    world.services.storage = { ...storage, probe: async () => Promise.reject(new Error("The bucket is gone.")) };
    const { problems } = await readOverview(world.ctx(founder), machine);
    expect(problems).toContainEqual({ kind: "storage", said: "The bucket is gone." });
    expect(problems).toContainEqual({ kind: "waiting", count: 1 });
    world.services.storage = storage;
    await deleteMeme(newcomer, meme.id);
    const bad = await insertBackup(world.db, "/copies/1", now - 20 * DAY);
    await finishBackup(world.db, bad, { rows: 0, images: 0, bytes: 0, error: "no room", endedAt: now - 20 * DAY });
    await insertBackup(world.db, "/copies/2", now);
    expect((await listBackups(ctx, page)).lastGood).toBeUndefined();
    const old = await insertBackup(world.db, "/copies/3", now - 8 * DAY);
    await finishBackup(world.db, old, { rows: 9, images: 3, bytes: 4e9, endedAt: now - 8 * DAY + 5 });
    expect(await kinds()).toContain("old-backup");
    const good = await insertBackup(world.db, "/copies/4", now - DAY);
    await finishBackup(world.db, good, { rows: 9, images: 3, bytes: 4e9, endedAt: now - DAY + 5 });
    const backups = await listBackups(ctx, { amount: 3 });
    expect([backups.items.map(({ place }) => place), backups.overdue]).toEqual([
      ["/copies/4", "/copies/3", "/copies/2"],
      false,
    ]);
    expect(backups.lastGood).toMatchObject({ place: "/copies/4", rows: 9, images: 3, bytes: 4e9, error: undefined });

    await world.db.deleteFrom("failures").execute();
    await world.db.deleteFrom("jobs").execute();
    const stored = { kept: { files: 3, bytes: 5 }, young: { files: 0, bytes: 0 }, swept: { files: 0, bytes: 0 } };
    await recordStored(ctx, { at: now, ...stored });
    expect(await kinds({ disks: [DISK], ballastSpent: false, replicas: [], unknown: [] })).toEqual([]);
    now += 5 * DAY;
    expect(await kinds({ disks: [DISK], ballastSpent: false, replicas: [], unknown: [] })).toEqual(["not-swept"]);
  });
});
