import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { listBackupNames } from "../../src/core/backup/format.ts";
import { MAKE_BACKUP } from "../../src/core/backup/list-backups.ts";
import { listBackups } from "../../src/data/backups.ts";
import { advanceJob, enqueueJob, findJob } from "../../src/data/jobs.ts";
import { openBackupBucket } from "../../src/storage/backup-bucket.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { fill } from "../core/backups.ts";
import { type S3Server, startS3 } from "../s3.ts";
import { startProxy } from "../tcp-proxy.ts";
import { until } from "../until.ts";
import { DIALECTS, freshFolder, openWorld, type World } from "../world.ts";
import { guffaw, launchServer } from "./guffaw.ts";

const HOUR = 3_600_000;

/** Twelve hours from now, so that it never comes during a test. */
const far = new Date(Date.now() + 12 * HOUR);
const SCHEDULE = `daily ${far.toISOString().slice(11, 16)}`;
const settings = (to: string) => ({ GUFFAW_BACKUP_SCHEDULE: SCHEDULE, GUFFAW_BACKUP_TO: to, GUFFAW_BACKUP_KEEP: "2" });

const jobOf = async (world: World) => (await findJob(world.db, MAKE_BACKUP, ""))!;
/** As if nothing had run for two days. */
const miss = (world: World) => enqueueJob(world.db, MAKE_BACKUP, "", Date.now() - 48 * HOUR);
const isNextDay = (at: number) => at > Date.now() + 11 * HOUR && at < Date.now() + 13 * HOUR;

let s3: S3Server;
beforeAll(async () => void (s3 = await startS3()));
afterAll(() => s3.stop());

describe.each(DIALECTS)("a scheduled backup of %s", (dialect) => {
  test("that was missed is made once, by one of two servers, and restored on trial", async () => {
    await using world = await openWorld(dialect);
    await fill(world);
    await miss(world);
    const folder = freshFolder("backup");
    const env = { ...world.env, ...settings(folder) };
    const servers = await Promise.all([launchServer(env), launchServer(env)]);
    await until(async () => isNextDay((await jobOf(world)).runAt));
    const figures = await (await fetch(`${servers[0]!.origin()}/metrics`)).text();
    expect(figures).toMatch(/^guffaw_backup_last_success_timestamp_seconds 1\d{9}/m);
    expect(figures).toMatch(/^guffaw_backup_last_failed 0$/m);
    for (const server of servers) await server.stop();
    const made = await listBackups(world.db, { amount: 5 });
    expect(made).toEqual([expect.objectContaining({ images: 6, error: undefined, verifiedAt: expect.any(Number) })]);
    expect(await listBackupNames(openBackupFolder(folder))).toHaveLength(1);
    expect(await jobOf(world)).toMatchObject({ attempts: 0, error: undefined });
    const doctor = await guffaw(["doctor"], { env });
    expect(doctor.stdout).toMatch(/The last backup is from \S+ and was restored on trial\./);
    const next = await guffaw(["doctor"], { env: { ...env, ...settings(freshFolder("backup")) } });
    expect(next.stdout).toMatch(
      /✓ backups +No backup is in the folder \S+ yet; the last one \(\S+\) is in the folder /,
    );
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    const lost = await guffaw(["doctor"], { env });
    expect(lost.stdout).toMatch(/✗ backups +There is no backup in the folder \S+, although one was made\./);
    const logs = (await Promise.all(servers.map(({ stderr }) => stderr))).join("");
    expect(logs.match(/"backup made and verified"/g)).toHaveLength(1);
  });
});

describe("a scheduled backup", () => {
  test("is made by one of several server processes", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    await miss(world);
    const server = await launchServer({ ...world.env, ...settings(freshFolder("backup")), GUFFAW_WORKERS: "2" });
    await until(async () => isNextDay((await jobOf(world)).runAt));
    await server.stop();
    expect(await listBackups(world.db, { amount: 5 })).toEqual([
      expect.objectContaining({ error: undefined, verifiedAt: expect.any(Number) }),
    ]);
    expect(await server.stderr).toContain("backup made and verified");
  });

  test("waits for its time, follows a changed schedule, and is forgotten without one", async () => {
    await using world = await openWorld("SQLite");
    const folder = freshFolder("backup");
    const run = async (env: Record<string, string>) => {
      const server = await launchServer({ ...world.env, ...env });
      await until(async () => (await fetch(`${server.origin()}/readyz`)).ok);
      expect(await server.stop()).toBe(0);
    };
    await run(settings(folder));
    expect(isNextDay((await jobOf(world)).runAt)).toBe(true);
    const sooner = new Date(Date.now() + 6 * HOUR).toISOString().slice(11, 16);
    await run({ ...settings(folder), GUFFAW_BACKUP_SCHEDULE: `daily ${sooner}` });
    expect((await jobOf(world)).runAt).toBeLessThan(Date.now() + 7 * HOUR);
    await run({});
    expect(await jobOf(world)).toBeUndefined();
    expect(await listBackups(world.db, { amount: 5 })).toEqual([]);
  });

  test("that fails is a failed job, and tried again", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    await miss(world);
    const file = join(freshFolder("backup"), "a-file");
    await Bun.write(file, "");
    const server = await launchServer({ ...world.env, ...settings(file) });
    await until(async () => (await jobOf(world)).error !== undefined);
    expect((await jobOf(world)).error).toContain("There is a file where the backup folder");
    expect((await listBackups(world.db, { amount: 1 }))[0]!.error).toContain("There is a file where");
    await Bun.file(file).delete();
    await until(async () => isNextDay((await jobOf(world)).runAt));
    await server.stop();
    expect(await jobOf(world)).toMatchObject({ attempts: 0, error: undefined });
  });

  test("that has a flaw is a failed job, and the next one comes at its time", async () => {
    await using world = await openWorld("SQLite");
    const { meme } = await fill(world);
    await world.services.storage.delete(`${meme.image.key}.${meme.image.extension}`);
    await miss(world);
    const folder = freshFolder("backup");
    const server = await launchServer({ ...world.env, ...settings(folder) });
    await until(async () => (await jobOf(world)).error !== undefined);
    await server.stop();
    const job = await jobOf(world);
    expect([job.error, isNextDay(job.runAt)]).toEqual(["1 image file was missing.", true]);
    expect(await listBackups(world.db, { amount: 5 })).toHaveLength(1);
    const doctor = await guffaw(["doctor"], { env: { ...world.env, ...settings(folder) } });
    expect(doctor.stdout).toMatch(/The last backup \(\S+\) has a problem: 1 image file was missing\./);
  });

  test.each(["SIGTERM", "SIGKILL"] as const)("to S3, cut short by %s, is made by the next server", async (signal) => {
    await using world = await openWorld("SQLite");
    await fill(world);
    await miss(world);
    await using proxy = await startProxy(new URL(s3.endpoint));
    const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3;
    const prefix = crypto.randomUUID();
    const place = openBackupBucket({ bucket, prefix, region, endpoint, accessKeyId, secretAccessKey });
    const keys = async (within: string) =>
      (await Array.fromAsync(place.list())).filter(({ key }) => key.startsWith(within));
    const env = (server: string) => ({
      ...world.env,
      ...settings(`s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(server)}&region=${region}`),
      GUFFAW_BACKUP_ACCESS_KEY_ID: accessKeyId,
      GUFFAW_BACKUP_SECRET_ACCESS_KEY: secretAccessKey,
    });
    proxy.loseAnswerTo(["/images/"], "silence");
    const first = await launchServer(env(`http://127.0.0.1:${proxy.port}`));
    await until(async () => (await keys("images/")).length > 0);
    first.child.kill(signal);
    await first.child.exited;
    expect(await listBackupNames(place)).toEqual([]);
    // A killed server's lease ends after two minutes; the test does not wait for that.
    const job = await jobOf(world);
    if (signal === "SIGTERM") expect(job.runAt).toBeLessThanOrEqual(Date.now());
    else await advanceJob(world.db, MAKE_BACKUP, "", Date.now());
    proxy.thaw();
    const second = await launchServer(env(endpoint));
    await until(async () => isNextDay((await jobOf(world)).runAt));
    await second.stop();
    expect(await listBackupNames(place)).toHaveLength(1);
    expect(await keys("locks/")).toEqual([]);
    expect((await listBackups(world.db, { amount: 1 }))[0]).toMatchObject({ images: 6, error: undefined });
  });
});
