import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { ConfigError, type DatabaseConfig } from "../config.ts";
import { withDeadline, type Patience } from "../core/deadline.ts";
import type { DatabaseMeter } from "./meter.ts";
import { openPostgres } from "./postgres.ts";
import type { Db } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";

export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  meter: DatabaseMeter;
  /**
   * A number that changes whenever anything was committed, by this process or another one; undefined where the
   * database cannot tell. What was read under the same number may be used again.
   */
  stamp(): number | undefined;
  /** All that `work` reads is of one moment, however long it takes; nobody waits for it, and it cannot write. */
  inSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Opens the database and proves that it answers; a failure is one sentence for the operator. */
export async function openDatabase(config: DatabaseConfig, patience: Patience = {}): Promise<OpenDatabase> {
  if (config.kind === "sqlite") {
    try {
      mkdirSync(dirname(config.file), { recursive: true });
      return openSqlite(config.file);
    } catch (error) {
      throw new ConfigError(
        `The database file ${config.file} cannot be opened (${reason(error)}): check the folder's permissions and free space, or set GUFFAW_DATA.`,
      );
    }
  }
  const open = openPostgres(config.url, patience);
  try {
    await withDeadline(ping(open.db), 10_000, "PostgreSQL");
    return open;
  } catch (error) {
    await withDeadline(Promise.resolve(open[Symbol.asyncDispose]()), 1000, "PostgreSQL").catch(() => {});
    if (error instanceof ConfigError) throw error;
    const { host } = new URL(config.url);
    throw new ConfigError(
      `PostgreSQL at ${host} cannot be used (${reason(error)}): check that it runs and that GUFFAW_DATABASE_URL names it rightly.`,
    );
  }
}

/** The least that a living database can do. */
export async function ping(db: Db): Promise<void> {
  await db.selectNoFrom((eb) => eb.lit(1).as("one")).execute();
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
