// `npm run test:pgbouncer`: a site behind PgBouncer in transaction mode, with fewer connections to PostgreSQL than Guffaw
// opens. Needs Debian's package pgbouncer.
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "bun:test";

import { guffaw } from "../cli/guffaw.ts";
import { compareAll, WRITERS, writersOf } from "../faults/journal.ts";
import { prepareSite } from "../faults/site.ts";
import { diskFolder } from "../folders.ts";
import { startOwnPostgres } from "../postgres.ts";
import { until } from "../until.ts";

const PROGRAM = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });
const NOBODY = 65534;
/** Of PgBouncer to PostgreSQL. */
const CONNECTIONS = 5;

/** PgBouncer in front of a server; it refuses to run as root. */
async function startPgBouncer(postgres: string) {
  const folder = diskFolder("pgbouncer");
  const { hostname, port } = new URL(postgres);
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const own = probe.port!;
  await probe.stop(true);
  const settings = [
    "[databases]",
    `guffaw = host=${hostname} port=${port} user=postgres dbname=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${own}`,
    `unix_socket_dir = ${folder}`,
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${CONNECTIONS}`,
    "max_client_conn = 200",
  ];
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, settings.join("\n"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, file]) chownSync(path, NOBODY, NOBODY);
  const child = Bun.spawn([PROGRAM!, "-q", file], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdout: "ignore",
    stderr: "ignore",
  });
  const url = `postgres://guffaw@127.0.0.1:${own}/guffaw`;
  const answers = async () => {
    const sql = new Bun.SQL(`${url}?prepare=false`, { max: 1, connectionTimeout: 2 });
    return sql`select 1`
      .then(() => true)
      .catch(() => false)
      .finally(() => sql.end().catch(() => {}));
  };
  await until(answers, "PgBouncer");
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

test("a site works through PgBouncer in transaction mode", async () => {
  if (!PROGRAM) throw new Error("There is no PgBouncer to test with: apt-get install pgbouncer.");
  const postgres = await startOwnPostgres();
  try {
    await using bouncer = await startPgBouncer(postgres.url);
    // Migrations go straight to PostgreSQL, as docs/operating.md says.
    await using site = await prepareSite(3 * WRITERS, { GUFFAW_DATABASE_URL: postgres.url });
    await site.start({
      GUFFAW_DATABASE_URL: `${bouncer.url}?prepare=false`,
      GUFFAW_WORKERS: "2",
      GUFFAW_DATABASE_POOL: "40",
    });
    const writers = writersOf(site);
    const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    let stopped = false;
    const writing = writers.map((writer) => writer.run(() => stopped));
    await until(() => acknowledged() >= 300, "300 writes");
    stopped = true;
    await Promise.all(writing);
    expect(await compareAll(writers)).toEqual([]);
    const sql = new Bun.SQL(postgres.url, { max: 1 });
    const [row] = await sql`select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`;
    await sql.end();
    expect((row as { n: number }).n).toBeLessThanOrEqual(CONNECTIONS + 1);
    expect(await site.server.stop()).toBe(0);
    expect(await site.server.stderr).not.toMatch(/prepared statement|startup parameter/);
    expect(await site.isSound()).toEqual([]);
    const env = { ...site.env, GUFFAW_DATABASE_URL: `${bouncer.url}?prepare=false` };
    expect(await guffaw(["doctor", "--json"], { env })).toMatchObject({ json: { ok: true } });
  } finally {
    await postgres.stop();
  }
});
