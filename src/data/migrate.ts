import { sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from "kysely/migration";

import { ConfigError } from "../config/checks.ts";
import type { DatabaseConfig } from "../config/database.ts";
import { DomainError } from "../errors.ts";
import { dialectOf } from "./dialect.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { listNewest } from "./nodes.ts";
import { noSite } from "./open.ts";
import { knows, NEEDED, neededAfter, NEWEST } from "./rolling.ts";
import type { Db } from "./schema.ts";
import { readFact, writeFact } from "./site.ts";

/** The fact that says which migration a program must know to serve on this database. */
const NEEDED_FACT = "schema.needs";
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 1000;

const migrator = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => PATIENT } });

/** People wait while a migration waits. */
const PATIENT: Record<string, Migration> = Object.fromEntries(
  Object.entries(MIGRATIONS).map(([name, { up }]) => [
    name,
    {
      async up(tx: Db) {
        await dialectOf(tx).waitBriefly(tx);
        await up(tx);
      },
    },
  ]),
);

/**
 * Migrates to the latest version. Safe to run in several processes at once. Returns the names of the migrations
 * applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await migrator(db).migrateToLatest();
    if (error && attempt < MAX_ATTEMPTS && dialectOf(db).isLockedOut(error)) {
      await Bun.sleep(PAUSE_MS);
      continue;
    }
    const unknown = error ? await unknownMigrations(db) : [];
    if (unknown.length) throw new ConfigError(newerDatabase(unknown));
    if (error) throw error;
    await writeFact(db, NEEDED_FACT, NEEDED);
    return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
  }
}

interface Preparation {
  config: DatabaseConfig;
  upgrade: boolean;
  /** A node may serve beside newer ones; a command that copies or repairs rows must know all of them. */
  serves?: boolean;
}

/**
 * With `upgrade`, creates the tables of an empty database and migrates an older one; without it, refuses both. Other
 * processes may use the database meanwhile if they get along with the new tables; otherwise it is not migrated.
 */
export async function prepareDatabase(db: Db, { config, upgrade, serves }: Preparation): Promise<string[]> {
  const unknown = await unknownMigrations(db);
  const pending = await pendingMigrations(db);
  if (unknown.length && !(serves && pending.length === 0 && (await canServe(db))))
    throw new ConfigError(newerDatabase(unknown));
  if (pending.length === 0) return [];
  const isFresh = pending.length === Object.keys(MIGRATIONS).length;
  if (!upgrade) throw new ConfigError(isFresh ? noSite(config) : olderDatabase(pending));
  if (isFresh) await requireFit(db);
  else if (!(await canChange(db, pending))) throw new ConfigError(databaseInUse(pending));
  return migrate(db);
}

/** Whether newer programs have left everything in place that this one uses. */
async function canServe(db: Db): Promise<boolean> {
  const needed = dialectOf(db).canChangeInUse ? await readFact(db, NEEDED_FACT) : undefined;
  return needed !== undefined && knows(NEWEST, needed);
}

/** Whether all processes that use the database get along with these migrations. */
async function canChange(db: Db, pending: readonly string[]): Promise<boolean> {
  const others = await listNewest(db, Date.now());
  if (!dialectOf(db).canChangeInUse) return others.length === 0;
  const needed = neededAfter(pending);
  return others.every((newest) => knows(newest, needed));
}

/** Migrates only as far as a backup's database was when it was made. */
export async function migrateUpTo(db: Db, name: string): Promise<void> {
  await requireFit(db);
  const { error } = await migrator(db).migrateTo(name);
  if (error) throw error;
}

/** An existing site may carry on, so that it can be backed up and moved. The doctor reports it. */
async function requireFit(db: Db): Promise<void> {
  const reason = await dialectOf(db).unfit(db);
  if (reason) throw new ConfigError(reason);
}

export const doneMigrations = async (db: Db): Promise<string[]> => (await appliedMigrations(db)).filter(isKnown);

export async function pendingMigrations(db: Db): Promise<string[]> {
  const applied = await appliedMigrations(db);
  return Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
}

/** Migrations that this version does not know. */
export const unknownMigrations = async (db: Db): Promise<string[]> =>
  (await appliedMigrations(db)).filter((name) => !isKnown(name));

/** An older node serves beside newer ones, but must not copy rows: it would miss what it does not know. */
export async function requireWholeSchema(db: Db): Promise<void> {
  const unknown = await unknownMigrations(db);
  if (unknown.length) throw new DomainError("unavailable", newerDatabase(unknown));
}

const isKnown = (name: string) => Object.hasOwn(MIGRATIONS, name);

/** Every command asks this, so it does not read the whole schema as a Migrator would. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await dialectOf(db).tableNamed(DEFAULT_MIGRATION_TABLE).execute(db);
  if (table.rows.length === 0) return [];
  const names = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`;
  return (await names.execute(db)).rows.map(({ name }) => name);
}

const olderDatabase = (pending: string[]) =>
  `The database belongs to an older Guffaw (pending: ${pending.join(", ")}): stop the server, back up with the old program, then run ./guffaw migrate.`;

const databaseInUse = (pending: string[]) =>
  `The database belongs to an older Guffaw (pending: ${pending.join(", ")}), and another process is using it: stop that process first. A killed process is forgotten after two minutes.`;

export const newerDatabase = (unknown: string[]) =>
  `The database was made by a newer Guffaw (${unknown.join(", ")}): update the program.`;
