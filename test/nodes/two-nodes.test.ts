import { describe, expect, test } from "bun:test";

import { blockPerson, unblockPerson } from "../../src/core/filters/block-person.ts";
import { createKey } from "../../src/core/keys/create-key.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { changeSite } from "../../src/core/site/change-site.ts";
import { liftSuspension } from "../../src/core/users/lift-suspension.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { enqueueJob, findJob } from "../../src/data/jobs.ts";
import type { JobKind } from "../../src/jobs/job-kind.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { until } from "../until.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { DIALECTS, openWorld, type DialectName, type WorldOptions } from "../world.ts";

const ROUNDS = 20;
const A_KEY = { name: "test", permissions: [], readOnly: false };

/** Two servers on one database, each with what it keeps. */
async function openNodes(dialect: DialectName, options: WorldOptions = {}) {
  await using opened = new AsyncDisposableStack();
  const one = opened.use(await openWorld(dialect, options));
  const other = opened.use(await openWorld(dialect, { ...options, env: one.env }));
  const done = opened.move();
  return { one, other, [Symbol.asyncDispose]: () => done.disposeAsync() };
}

describe.each(DIALECTS)("two nodes on %s", (dialect) => {
  test("know at once what the other one has revoked, hidden, suspended or blocked", async () => {
    await using nodes = await openNodes(dialect);
    const { one, other } = nodes;
    const [author, fan] = [await one.member(), await one.member()];
    const meme = await one.meme({ by: author });
    const look = async (key = fan.key) => (await other.as(key).get(`/v1/meme/${meme.id}`)).status;
    const mine = one.ctx(author);
    for (let round = 0; round < ROUNDS; round++) {
      expect(await look()).toBe(200);
      await disableMeme(mine, meme.id);
      expect(await look()).toBe(404);
      await enableMeme(mine, meme.id);
      expect(await look()).toBe(200);
      await blockPerson(mine, fan.user.id);
      expect(await look()).toBe(404);
      await unblockPerson(mine, fan.user.id);
      expect(await look()).toBe(200);
      await suspendUser(one.ctx(), { user: fan.user.id, reason: "a test" });
      expect(await look()).toBe(403);
      await liftSuspension(one.ctx(), { user: fan.user.id });
      expect(await look()).toBe(200);
      const { apiKey, key } = await createKey(one.ctx(), { user: fan.user.id, ...A_KEY });
      expect(await look(key)).toBe(200);
      await revokeKey(one.ctx(), apiKey.id);
      expect(await look(key)).toBe(401);
    }
  });

  test("show the same name of the site", async () => {
    await using nodes = await openNodes(dialect);
    for (const name of ["First", "Second", "Third"]) {
      await changeSite(nodes.one.ctx(), { name });
      for (const { origin } of [nodes.other, nodes.one])
        expect(/<title>(.+?)</.exec(await (await fetch(`${origin}/about`)).text())?.[1]).toBe(`About · ${name}`);
    }
  });

  test("tell people about news that comes from the other one", async () => {
    await using nodes = await openNodes(dialect);
    const { one, other } = nodes;
    const [author, fan] = [await one.member(), await one.member()];
    const meme = await one.meme({ by: author });
    const leave = new AbortController();
    const heard: Record<string, string> = {};
    const cookie = await sessionCookie(one, author);
    const listening = [one, other].map(async ({ origin }) => {
      const stream = await fetch(`${origin}/notifications/live`, { headers: { Cookie: cookie }, signal: leave.signal });
      for await (const chunk of stream.body!) heard[origin] = (heard[origin] ?? "") + new TextDecoder().decode(chunk);
    });
    await until(() => [one, other].every(({ origin }) => heard[origin]?.includes('"unseen":0')), "Two streams");
    expect((await other.as(fan).put(`/v1/meme/${meme.id}/rate?rating=5`)).status).toBe(200);
    // Each node looks every two seconds: see TICK_MS.
    await until(() => [one, other].every(({ origin }) => heard[origin]!.includes('"unseen":1')), "News on both");
    leave.abort();
    await Promise.allSettled(listening);
  });

  test("run a scheduled job once for both of them, each time it is due", async () => {
    let now = 1_800_000_000_000;
    await using nodes = await openNodes(dialect, { clock: () => now });
    const { one, other } = nodes;
    const runs: number[] = [];
    const hourly: JobKind = {
      name: "test hourly",
      nextAt: (_, at) => (Math.floor(at / 3_600_000) + 1) * 3_600_000,
      async run() {
        runs.push(now);
        await Bun.sleep(5);
      },
    };
    for (const { db } of [one, other]) await enqueueJob(db, hourly.name, "", now);
    const due: number[] = [];
    for (let hour = 0; hour < 10; hour++) {
      due.push(now);
      const both = [one, other, one, other].map(({ services }) => runDueJobs(services, { kinds: [hourly] }));
      await Promise.all(both);
      expect(runs).toEqual(due);
      now = (await findJob(one.db, hourly.name, ""))!.runAt;
    }
  });
});
