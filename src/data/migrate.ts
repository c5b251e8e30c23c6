import { Migrator } from "kysely";

import { MIGRATIONS } from "./migrations/index.ts";
import type { Db } from "./schema.ts";

const migrator = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });

/** Brings the database up to date; several processes may try at once. Returns the names of what was done. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
}

export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((m) => !m.executedAt).map((m) => m.name);
}
