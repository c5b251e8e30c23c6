// A PostgreSQL that answers reads, but no commit: its standby is away, or the disk with its log.
import { afterAll, beforeAll, expect, test } from "bun:test";

import { migrate } from "../../src/data/migrate.ts";
import { openDatabase } from "../../src/data/open.ts";
import { describePostgres } from "../postgres-test.ts";
import { startOwnPostgres, type OwnPostgres } from "../postgres.ts";
import { until } from "../until.ts";
import { openWorld, type TestMember } from "../world.ts";

/** Of the four connections of a test's server, one only reads. */
const WRITING = 3;
const PEOPLE = 20;

describePostgres("commits that are not answered", () => {
  let postgres: OwnPostgres;
  let admin: Bun.SQL;

  beforeAll(async () => {
    postgres = await startOwnPostgres(["fsync=off"]);
    admin = new Bun.SQL(postgres.url, { max: 1 });
    await using open = await openDatabase({ kind: "postgres", url: postgres.url });
    await migrate(open.db);
  }, 600_000);
  afterAll(async () => {
    await admin?.end();
    await postgres?.stop();
  });

  /** Commits wait for a standby of this name; nobody has it. */
  async function waitFor(standby: string) {
    await admin.unsafe(`alter system set synchronous_standby_names = '${standby}'`);
    await admin`select pg_reload_conf()`;
  }
  const stuck = async () => {
    const [{ n }] = await admin`select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`;
    return n as number;
  };

  test("hold up neither reads nor each other for long, and take no more connections than they may", async () => {
    const env = { GUFFAW_DATABASE_URL: postgres.url, GUFFAW_CACHE_MB: "0" };
    await using world = await openWorld("SQLite", { env, idleSeconds: 30 });
    // One at a time: on a slow machine, some of many might not wait long enough for their turn.
    const people: TestMember[] = [];
    while (people.length < PEOPLE) people.push(await world.member());
    const bio = (i: number, text: string) => world.as(people[i]!).post(`/v1/profile/me?bio=${text}`);
    expect((await bio(0, "before")).status).toBe(200);

    await waitFor("nobody");
    const writes = Promise.all(people.map((_, i) => bio(i, "meanwhile")));
    await until(async () => (await stuck()) === WRITING, "A full set of stuck commits");
    for (let i = 0; i < 30; i++) expect((await world.as(people[i % PEOPLE]!).get("/v1/meme/recents")).status).toBe(200);
    // However long that took, no commit was answered before.
    expect(await stuck()).toBe(WRITING);
    expect(new Set((await writes).map(({ status }) => status))).toEqual(new Set([503]));
    // From now on nobody has to wait, and PostgreSQL is not asked.
    expect((await bio(0, "later")).status).toBe(503);
    expect(await stuck()).toBe(WRITING);
    expect((await world.as(people[0]!).get("/v1/meme/recents")).status).toBe(200);

    await waitFor("");
    await until(async () => (await bio(0, "after")).status === 200, "The first write");
    const bios = await Promise.all(
      people.slice(1).map(async (one) => (await world.as(one).get("/v1/profile/me")).json()),
    );
    // What was committed stays, although nobody was told so.
    const kept = bios.filter((one) => (one as { bio: string }).bio === "meanwhile").length;
    expect([WRITING - 1, WRITING]).toContain(kept);
  }, 600_000);
});
