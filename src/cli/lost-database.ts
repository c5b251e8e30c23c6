import { readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { ConfigError } from "../config/checks.ts";
import type { Config } from "../config.ts";
import { isMissing } from "../data/open.ts";

type Place = Pick<Config, "database" | "storage">;

/** Never create a site over the remains of another: its pictures would count as orphaned, its log would go. */
export function requireNotLost(config: Place): void {
  const reason = whyLost(config);
  if (reason !== undefined) throw new ConfigError(reason);
}

/** One sentence if there was a site here and its database is gone. */
export function whyLost({ database, storage }: Place): string | undefined {
  if (database.kind !== "sqlite" || !isMissing(database.file)) return undefined;
  const { file } = database;
  const folder = dirname(file);
  const isOurs = storage.kind === "filesystem" && storage.root.startsWith(join(folder, "/"));
  if (!(isOurs && holdsPictures(storage.root, folder)) && !isFilled(`${file}-wal`) && sizeOf(`${file}-ballast`) < 0)
    return undefined;
  return `The folder ${folder} holds the remains of a site, but its database ${file} is missing or empty: restore the site from a backup with ./guffaw restore FOLDER (its pictures can stay where they are), or set GUFFAW_DATA to an empty folder.`;
}

/** SQLite deletes the log of a database that it creates again, but somebody may still need it. */
export function keepLog({ database }: Place): void {
  if (database.kind !== "sqlite" || !isMissing(database.file)) return;
  const log = `${database.file}-wal`;
  if (isFilled(log)) renameSync(log, `${log}-${Date.now()}`);
}

/** The pictures may belong to another database beside it. */
const holdsPictures = (root: string, folder: string) =>
  entries(root).some((name) => name !== "lost+found" && !name.startsWith(".")) &&
  !entries(folder).some((name) => name.endsWith(".db") && isFilled(join(folder, name)));

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const isFilled = (path: string) => sizeOf(path) > 0;

/** -1 if there is no such file. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return -1;
  }
}
