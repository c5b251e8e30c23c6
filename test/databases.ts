// Fresh databases for worlds, copied from a migrated one: faster than running every migration each time.
import { Database } from "bun:sqlite";
import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { migrate } from "../src/data/migrate.ts";
import { openDatabase } from "../src/data/open.ts";
import { freshFolder } from "./folders.ts";
import { startPostgres } from "./postgres.ts";

// One of each for all worlds of this process, however many files it runs.
const shared = globalThis as {
  guffawSqlite?: Promise<string>;
  guffawPostgres?: Promise<{
    url: string;
    template: string;
    copying: string;
    run(statement: string): Promise<unknown>;
  }>;
};

/** Set by `npm run check -- fast`, which has no PostgreSQL. */
export const IS_FAST = process.env.TEST_FAST === "1";

/** Creates a migrated SQLite database with its own site id. */
export async function copySqlite(file: string): Promise<void> {
  copyFileSync(await (shared.guffawSqlite ??= migratedFile()), file);
  using database = new Database(file);
  database.run("update site set value = ? where name = 'id'", [crypto.randomUUID()]);
}

async function migratedFile(): Promise<string> {
  const file = join(freshFolder("template"), "guffaw.db");
  await using open = await openDatabase({ kind: "sqlite", file }, { create: true });
  await migrate(open.db);
  return file;
}

/** A migrated database on the tests' PostgreSQL. */
export async function freshDatabase(): Promise<{ url: string } & AsyncDisposable> {
  if (IS_FAST) throw new Error("The fast check has no PostgreSQL: use describe.each(DIALECTS) or postgresTest.");
  const { url, template, copying, run } = await (shared.guffawPostgres ??= migratedDatabase());
  const name = `guffaw_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await run(`create database ${name} template ${template} ${copying}`);
  return {
    url: withName(url, name),
    // Not awaited. Keeps the server small: a database takes 10 MB, and a run makes hundreds.
    [Symbol.asyncDispose]: async () => void run(`drop database if exists ${name} with (force)`).catch(() => {}),
  };
}

async function migratedDatabase() {
  const { url } = await startPostgres();
  // Kept open: connecting takes longer than the statements.
  const admin = new Bun.SQL(url, { max: 1 });
  const run = (statement: string) => admin.unsafe(statement);
  const template = `guffaw_template_${process.pid}`;
  await run(`drop database if exists ${template}`);
  await run(`create database ${template}`);
  await using open = await openDatabase({ kind: "postgres", url: withName(url, template) });
  await migrate(open.db);
  // File by file, as before version 15: the way since then takes three times as long.
  const [{ version }] = await run("select current_setting('server_version_num')::int as version");
  return { url, template, copying: version < 150_000 ? "" : "strategy file_copy", run };
}

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
