// The PostgreSQL to measure: GUFFAW_BENCH_DATABASE_URL, or a throwaway server with PostgreSQL's own settings.
import { startOwnPostgres } from "../test/postgres.ts";

export interface BenchPostgres extends AsyncDisposable {
  /** True if nothing outlives this run, so that earlier seeds are gone. */
  empty: boolean;
  /** The address of a separate database for each size of site. */
  databaseFor(memes: number, fresh: boolean): Promise<string>;
}

export async function openPostgresServer(): Promise<BenchPostgres> {
  const given = process.env.GUFFAW_BENCH_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startOwnPostgres(["max_wal_size=4GB"]);
  return {
    empty: !given,
    async databaseFor(memes, fresh) {
      const name = `guffaw_bench_${memes}`;
      await using sql = new Bun.SQL(server.url, { max: 1 });
      if (fresh) await sql.unsafe(`drop database if exists ${name} with (force)`);
      const [found] = await sql.unsafe("select 1 from pg_database where datname = $1", [name]);
      if (!found) await sql.unsafe(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** The planner knows nothing about rows that were written a moment ago. */
export async function analyze(url: string) {
  await using sql = new Bun.SQL(url, { max: 1 });
  await sql.unsafe("vacuum analyze");
}
