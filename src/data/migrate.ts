import { sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator } from "kysely/migration";

import { ConfigError } from "../config/checks.ts";
import type { DatabaseConfig } from "../config/database.ts";
import { dialectOf } from "./dialect.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { hasNodes } from "./nodes.ts";
import { noSite } from "./open.ts";
import type { Db } from "./schema.ts";

const migrator = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });

/**
 * Migrates to the latest version. Safe to run in several processes at once. Returns the names of the migrations
 * applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  const unknown = error ? await unknownMigrations(db) : [];
  if (unknown.length) throw new ConfigError(newerDatabase(unknown));
  if (error) throw error;
  return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
}

/**
 * With `upgrade`, creates the tables of an empty database and migrates an older one; without it, refuses both. Never
 * migrates while other processes use the database: they would carry on with tables they do not know.
 */
export async function prepareDatabase(
  db: Db,
  { config, upgrade }: { config: DatabaseConfig; upgrade: boolean },
): Promise<string[]> {
  const unknown = await unknownMigrations(db);
  if (unknown.length) throw new ConfigError(newerDatabase(unknown));
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return [];
  const isFresh = pending.length === Object.keys(MIGRATIONS).length;
  if (!upgrade) throw new ConfigError(isFresh ? noSite(config) : olderDatabase(pending));
  if (isFresh) await requireFit(db);
  if (!isFresh && (await hasNodes(db, Date.now()))) throw new ConfigError(databaseInUse(pending));
  return migrate(db);
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
