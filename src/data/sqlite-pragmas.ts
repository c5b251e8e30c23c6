import { Database } from "bun:sqlite";

export const WRITER_PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // FULL: NORMAL loses acknowledged rows in a power cut
  foreign_keys: 1,
  busy_timeout: 0, // waiting in SQLite would block the whole process; #patiently does not
  cache_size: -8000, // holds what 64 ratings change, or they would be written twice
  wal_autocheckpoint: 0,
  temp_store: 2, // memory: savepoints would copy every page they change into a temporary file
  trusted_schema: 0,
};
export const READER_PRAGMAS = {
  foreign_keys: 1,
  busy_timeout: 2000,
  cache_size: -8000, // the operating system keeps the file in memory anyway
  query_only: 1,
  trusted_schema: 0,
};

export function setPragmas(database: Database, pragmas: Record<string, string | number>) {
  for (const [name, value] of Object.entries(pragmas)) {
    database.run(`pragma ${name} = ${value}`);
    const [actual] = database.query(`pragma ${name}`).values()[0] ?? [];
    if (String(actual) !== String(value)) throw new Error(`SQLite kept ${name} at ${actual} instead of ${value}`);
  }
}
