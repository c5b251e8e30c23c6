import { describe, expect, test } from "bun:test";

import { MAKE_BACKUP } from "../../src/core/backup/list-backups.ts";
import { readConfig } from "../../src/config.ts";
import { claimNode, newToken, releaseNode } from "../../src/data/nodes.ts";
import { enqueueJob, failJob, findJob } from "../../src/data/jobs.ts";
import { startRunner } from "../../src/jobs/runner.ts";
import { Log } from "../../src/log.ts";
import { openServices } from "../../src/services.ts";
import { DIALECTS, freshFolder, openWorld, ROOT, type World } from "../world.ts";

const HOUR = 3_600_000;

const jobOf = (world: World) => findJob(world.db, MAKE_BACKUP, "");

/** Another node of the same site, which runs jobs until it stops. */
async function startNode(world: World, { scheduled }: { scheduled: boolean }) {
  const time = new Date(Date.now() + 12 * HOUR).toISOString().slice(11, 16);
  const schedule = { GUFFAW_BACKUP_SCHEDULE: `daily ${time}`, GUFFAW_BACKUP_TO: freshFolder("backup") };
  const config = readConfig({ ...world.env, ...(scheduled ? schedule : {}) }, ROOT);
  const services = await openServices(config, { log: new Log("silent", async () => {}) });
  const runner = await startRunner(services);
  return {
    async stop() {
      await runner.stop();
      await services[Symbol.asyncDispose]();
    },
  };
}

/** A node without a schedule starts and stops. */
const passBy = async (world: World) => (await startNode(world, { scheduled: false })).stop();

describe.each(DIALECTS)("a schedule on %s", (dialect) => {
  test("stays while a node has it, and goes with the last one", async () => {
    await using world = await openWorld(dialect);
    const nodes = [await startNode(world, { scheduled: true }), await startNode(world, { scheduled: true })];
    const planned = await jobOf(world);
    expect(planned).toMatchObject({ attempts: 0 });
    await passBy(world);
    expect(await jobOf(world)).toEqual(planned);
    await nodes[0]!.stop();
    await passBy(world);
    expect(await jobOf(world)).toEqual(planned);
    await nodes[1]!.stop();
    expect(await jobOf(world)).toEqual(planned);
    await passBy(world);
    expect(await jobOf(world)).toBeUndefined();
  });

  test("that a node of the version before may have stays", async () => {
    await using world = await openWorld(dialect);
    await enqueueJob(world.db, MAKE_BACKUP, "", Date.now() + HOUR);
    const token = newToken("0029-verified-backups");
    const number = await claimNode(world.db, token, Date.now());
    await passBy(world);
    expect(await jobOf(world)).toBeDefined();
    await releaseNode(world.db, number, token);
    await passBy(world);
    expect(await jobOf(world)).toBeUndefined();
  });

  test("keeps a backup that is due or has failed for a day, in case its node comes back", async () => {
    await using world = await openWorld(dialect);
    const due = async (ms: number, error?: string) => {
      await enqueueJob(world.db, MAKE_BACKUP, "", 0);
      await world.db
        .updateTable("jobs")
        .set({ run_at: Date.now() + ms, attempts: error ? 1 : 0, error: null })
        .where("kind", "=", MAKE_BACKUP)
        .execute();
      if (error) await failJob(world.db, MAKE_BACKUP, "", error, Date.now() + ms);
      await passBy(world);
      return (await jobOf(world)) !== undefined;
    };
    expect(await due(-HOUR)).toBe(true);
    expect(await due(HOUR, "The disk is full.")).toBe(true);
    expect(await due(-25 * HOUR)).toBe(false);
    expect(await due(-25 * HOUR, "The disk is full.")).toBe(false);
  });
});
