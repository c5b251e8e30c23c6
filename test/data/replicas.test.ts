// Two real PostgreSQL servers: a primary, and a streaming replica that is made to lag, killed and restarted.
import { afterAll, beforeAll, expect, test } from "bun:test";

import { sql, type RawBuilder } from "kysely";

import { migrate } from "../../src/data/migrate.ts";
import { openDatabase } from "../../src/data/open.ts";
import { describePostgres } from "../postgres-test.ts";
import { startOwnPostgres, startReplica, type OwnPostgres } from "../postgres.ts";
import { signalTree } from "../process-tree.ts";
import { until } from "../until.ts";
import { guffaw } from "../cli/guffaw.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { openWorld, type TestMember, type World } from "../world.ts";

describePostgres("replicas", () => {
  let primary: OwnPostgres;
  let replica: OwnPostgres;

  beforeAll(async () => {
    primary = await startOwnPostgres(["fsync=off"]);
    replica = await startReplica(primary);
  }, 600_000);
  afterAll(async () => {
    await replica?.stop();
    await primary?.stop();
  });

  /** A node of a new site on the two servers. */
  async function openSite(env: Record<string, string> = {}) {
    const name = `site_${Math.random().toString(36).slice(2)}`;
    await using admin = new Bun.SQL(primary.url, { max: 1 });
    await admin.unsafe(`create database ${name}`);
    const at = (server: OwnPostgres) => server.url.replace(/postgres$/, name);
    await using open = await openDatabase({ kind: "postgres", url: at(primary) });
    await migrate(open.db);
    const settings = {
      GUFFAW_DATABASE_URL: at(primary),
      GUFFAW_DATABASE_REPLICA_URL: at(replica),
      GUFFAW_REPLICA_MAX_LAG_MS: "5000",
      // Nothing is kept, so every read asks a database.
      GUFFAW_CACHE_MB: "0",
      ...env,
    };
    return { settings, node: () => openWorld("SQLite", { env: settings }) };
  }

  const answeredByReplica = (world: World) => world.services.database.meter.replicaQueries;
  const inUse = (world: World) => world.services.database.replicas!.states.filter(({ isInUse }) => isInUse).length;
  const listOf = async (world: World, path = "/v1/meme/recents"): Promise<string[]> => {
    const response = await world.as(reader).get(path);
    expect(response.status).toBe(200);
    return ((await response.json()) as { memeid: string }[]).map(({ memeid }) => memeid);
  };
  let reader = "";

  /** Looks begin with requests. */
  const untilUsed = (world: World) =>
    until(async () => {
      await world.as().get("/v1/stats");
      return inUse(world) === 1;
    }, "The replica's use");

  async function replay(on: boolean) {
    await using sql = new Bun.SQL(replica.url, { max: 1 });
    await sql.unsafe(`select pg_wal_replay_${on ? "resume" : "pause"}()`);
    await until(async () => {
      const [{ state }] = await sql`select pg_get_wal_replay_pause_state() as state`;
      return (state === "not paused") === on;
    });
  }

  test.each(["0", "64"])(
    "answer what is as new as the request on any node, with %s MB kept",
    async (megabytes) => {
      const { node } = await openSite({ GUFFAW_CACHE_MB: megabytes });
      await using here = await node();
      await using there = await node();
      const ann = await here.member({ name: "ann" });
      reader = ann.key;
      await untilUsed(here);
      await untilUsed(there);
      for (let i = 0; i < 20; i++) {
        const { id } = await here.meme({ by: ann, caption: `unicorn${i}` });
        expect(await listOf(there)).toContain(id);
        expect(await listOf(here, "/v1/profile/ann/memes")).toContain(id);
        expect(await listOf(there, `/v1/meme/search?search=unicorn${i}`)).toEqual([id]);
        expect((await here.as(ann).put(`/v1/meme/${id}/disable`)).status).toBe(200);
        expect(await listOf(there, `/v1/meme/search?search=unicorn${i}`)).toEqual([]);
        expect(await (await there.as(ann).get("/v1/profile/ann")).json()).toMatchObject({ username: "ann" });
      }
      expect(answeredByReplica(there)).toBeGreaterThan(megabytes === "0" ? 60 : 0);
      expect(inUse(there)).toBe(1);
    },
    240_000,
  );

  test("get every statement that reads, and none that writes", async () => {
    const { node } = await openSite();
    await using world = await node();
    await untilUsed(world);
    const { reading } = world.services.database;
    const asksReplica = async (query: RawBuilder<unknown>) => {
      // What was written before sends reads to the primary until the next look.
      await world.as().get("/v1/stats");
      const before = answeredByReplica(world);
      await query.execute(reading);
      return answeredByReplica(world) > before;
    };
    expect(await asksReplica(sql`select 1 as one from users`)).toBe(true);
    expect(await asksReplica(sql`with a as materialized (select 1 as one) select one from a`)).toBe(true);
    expect(await asksReplica(sql`insert into site (name, value) values ('a', 'b')`)).toBe(false);
    const deleted = sql`with a as (delete from site where name = 'a' returning 1) select 1 as one from a`;
    expect(await asksReplica(deleted)).toBe(false);
    expect(await world.db.selectFrom("site").selectAll().where("name", "=", "a").execute()).toEqual([]);
  }, 600_000);

  test("are left out while they are behind, and return by themselves", async () => {
    const { node } = await openSite({ GUFFAW_REPLICA_MAX_LAG_MS: "50" });
    await using here = await node();
    await using there = await node();
    const ann = await here.member({ name: "ann" });
    const bob = await here.member({ name: "bob" });
    reader = bob.key;
    await untilUsed(there);
    const shown = await here.meme({ by: ann });
    const hidden = await here.meme({ by: ann });
    expect(await listOf(there)).toEqual([hidden.id, shown.id]);
    await replay(false);
    try {
      expect((await here.as(ann).put(`/v1/meme/${hidden.id}/disable`)).status).toBe(200);
      expect(await listOf(there)).toEqual([shown.id]);
      expect((await there.as(bob).get(`/v1/meme/${hidden.id}`)).status).toBe(404);
      expect(inUse(there)).toBe(0);
      const posted = await here.meme({ by: ann });
      expect(await listOf(there, "/v1/profile/ann/memes")).toEqual([posted.id, shown.id]);
      await here.db.updateTable("api_keys").set({ revoked_at: 1 }).where("user_id", "=", ann.user.id).execute();
      expect((await there.as(ann).get("/v1/meme/recents")).status).toBe(401);
    } finally {
      await replay(true);
    }
    await untilUsed(there);
    const before = answeredByReplica(there);
    expect(await listOf(there)).toHaveLength(2);
    expect(answeredByReplica(there)).toBeGreaterThan(before);
    // On a busy machine it may also have been too slow to answer.
    await until(() => there.logLines.some((line) => /a replica is left out.*(?:is behind|does not answer)/.test(line)));
  }, 600_000);

  test("are left out when they die or freeze, without a failed request", async () => {
    const { node } = await openSite();
    await using world = await node();
    const ann = await world.member({ name: "ann", perks: ["founder"] });
    reader = ann.key;
    const { id } = await world.meme({ by: ann });
    await untilUsed(world);
    const told = await whatIsTold(world, ann);
    expect(await told()).toEqual(["✓ replicas  The replica at HOST follows the primary.", "1 of 1 in use", false]);
    signalTree(replica.pid(), "SIGSTOP");
    for (let i = 0; i < 5; i++) expect(await listOf(world)).toEqual([id]);
    await until(async () => (await listOf(world)).length === 1 && inUse(world) === 0);
    signalTree(replica.pid(), "SIGCONT");
    await untilUsed(world);
    process.kill(replica.pid(), "SIGQUIT");
    for (let i = 0; i < 20; i++) expect(await listOf(world)).toEqual([id]);
    await until(async () => (await listOf(world)).length === 1 && inUse(world) === 0);
    expect(await told()).toEqual([
      "✗ replicas  The replica at HOST does not answer; until that is repaired, the primary answers in its place.",
      "0 of 1 in use",
      true,
    ]);
    await replica.startAgain();
    await untilUsed(world);
    expect(await listOf(world)).toEqual([id]);
    expect(inUse(world)).toBe(1);
  }, 600_000);

  /** What the operator reads about the replica: in doctor, on /admin, and whether it is a problem there. */
  async function whatIsTold(world: World, founder: TestMember) {
    const { host } = new URL(world.env.GUFFAW_DATABASE_REPLICA_URL!);
    const cookie = await sessionCookie(world, founder);
    return async () => {
      const { stdout } = await guffaw(["doctor"], { env: world.env });
      const page = await (await fetch(`${world.origin}/admin`, { headers: { cookie } })).text();
      return [
        stdout
          .split("\n")
          .find((line) => line.includes(" replicas "))
          ?.replace(host, "HOST"),
        /\d of \d in use/.exec(page)?.[0],
        page.includes(`The database replica at ${host} is left out.`),
      ];
    };
  }

  test("are not taken for the primary, although they would answer reads", async () => {
    const opening = openDatabase({ kind: "postgres", url: replica.url });
    expect(opening).rejects.toThrow(
      "cannot be used (this PostgreSQL takes no writes: it is a standby, or set to read only)",
    );
    await opening.catch(() => {});
  });

  test("must be copies of the primary", async () => {
    const { settings } = await openSite();
    const env = { ...settings, GUFFAW_DATABASE_REPLICA_URL: settings.GUFFAW_DATABASE_URL };
    await using world = await openWorld("SQLite", { env });
    await world.as().get("/v1/stats");
    await until(() => world.logLines.some((line) => line.includes("a replica is left out")));
    expect(inUse(world)).toBe(0);
    expect((await world.as().get("/")).status).toBe(200);
  }, 600_000);
});
