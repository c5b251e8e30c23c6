import { join } from "node:path";

import { countRows, type Table } from "../../data/backup.ts";
import { openDatabase } from "../../data/open.ts";
import { DomainError } from "../../errors.ts";
import { openScratchFolder } from "../../storage/scratch-folder.ts";
import type { Storage } from "../../storage/storage.ts";
import { readManifest, type OnStep } from "./format.ts";
import { restoreBackup } from "./restore-backup.ts";

interface Trial {
  /** The backup's name. */
  name: string;
  /** Where the trial database is made, and deleted again. */
  folder: string;
  /** Size of the database that was backed up. */
  databaseBytes: number;
  onStep?: OnStep;
  signal?: AbortSignal;
}

/** Besides the rows, the log of the one transaction that writes them. */
const ROOM = 2;
const MIN_ROOM = 64e6;

/**
 * Restores a backup on trial, and throws a sentence if that fails. Its rows become a real SQLite database, whichever
 * database they came from. Its images are read and compared one by one but not stored, so that the trial needs no more
 * room than the database.
 */
export async function verifyBackup(
  source: Storage,
  { name, folder, databaseBytes, onStep, signal }: Trial,
): Promise<void> {
  await using scratch = await openScratchFolder(folder, databaseBytes * ROOM + MIN_ROOM);
  const file = join(scratch.path, "guffaw.db");
  await using database = await openDatabase({ kind: "sqlite", file }, { create: true });
  const step: OnStep = (...about) => {
    signal?.throwIfAborted();
    onStep?.(...about);
  };
  const to = { db: database.db, storage: NOWHERE };
  const { missing, damaged } = await restoreBackup(to, { source, name, onStep: step });
  const manifest = await readManifest(source, name);
  // The backup itself has reported those that the site lacks.
  const lost = damaged.length + Math.max(missing.length - (manifest.missing ?? 0), 0);
  if (lost > 0)
    throw new DomainError(
      "invalid",
      `${lost === 1 ? "1 image file is" : `${lost.toLocaleString("en")} image files are`} missing from it or damaged, such as ${[...damaged, ...missing][0]}.`,
    );
  for (const [table, parts] of Object.entries(manifest.tables)) {
    const wanted = parts.reduce((sum, { rows }) => sum + rows, 0);
    const found = await countRows(database.db, table as Table);
    if (found < wanted) throw new DomainError("invalid", `The table ${table} has ${found} of its ${wanted} rows.`);
  }
}

/** Takes everything and keeps nothing. */
const NOWHERE: Storage = {
  description: "nowhere",
  put: async () => {},
  open: async () => null,
  delete: async () => {},
  async *list() {},
  probe: async () => {},
};
