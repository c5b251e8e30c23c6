// The PostgreSQL that is measured: the one of GUFFAW_BENCH_DATABASE_URL, or a throwaway one that the tests start too.
import { diskFolder } from "../test/folders.ts";
import { startPostgres } from "../test/postgres.ts";

export interface BenchPostgres extends AsyncDisposable {
  /** True where nothing outlives this run, so that what was seeded before is gone. */
  empty: boolean;
  /** The address of a database of its own for each size of site. */
  databaseFor(memes: number, fresh: boolean): Promise<string>;
}

export async function openPostgresServer(): Promise<BenchPostgres> {
  const given = process.env.GUFFAW_BENCH_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(diskFolder);
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
