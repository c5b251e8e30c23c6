import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";

import type { DatabaseConfig } from "../config/database.ts";
import { DomainError } from "../errors.ts";

const { R_OK, W_OK, X_OK } = constants;

/** All files of a SQLite database. */
export const filesOf = (file: string) => ["", "-wal", "-shm", "-ballast"].map((ending) => file + ending);

/** Notices when the file or the permissions of an open database were taken away. SQLite itself carries on for a while. */
export async function requireFiles(config: DatabaseConfig): Promise<void> {
  if (config.kind !== "sqlite") return;
  try {
    await access(config.file, R_OK | W_OK);
    await access(dirname(config.file), R_OK | W_OK | X_OK);
    for (const ending of ["-wal", "-shm"])
      await access(config.file + ending, R_OK | W_OK).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DomainError(
      "unavailable",
      `The database file ${config.file} or its folder may not be read and written (${code}): give the service's user rights to both.`,
    );
  }
}
