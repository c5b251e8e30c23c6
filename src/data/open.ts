import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { ConfigError } from "../config/checks.ts";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS, type DatabaseConfig } from "../config/database.ts";
import { withDeadline, type Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import type { SyncGuard } from "../sync-guard.ts";
import { nearest } from "../disks.ts";
import { handOver, rightfulOwner, makeFolder } from "../ownership.ts";
import { Ballast, fullDisk, isDiskFull } from "./ballast.ts";
import type { OpenDatabase } from "./database.ts";
import { damageOf } from "./damage.ts";
import { describePlace } from "./postgres-address.ts";
import { type Copies, openPostgres } from "./postgres.ts";
import type { Db } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import { unreachableReason } from "./unreachable-reason.ts";

export interface OpenOptions extends Patience {
  /** Processes of this server, which share its connections to PostgreSQL. */
  processes?: number;
  /** To PostgreSQL; by default this process's share of them. */
  connections?: number;
  /** Of PostgreSQL. */
  replicas?: Copies;
  /** Create a missing SQLite file and its folder. */
  create?: boolean;
  /** Told about failed syncs. */
  guard?: SyncGuard;
}

/** Opens the database and proves that it answers. A failure is one sentence for the operator. */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<OpenDatabase> {
  if (config.kind === "sqlite") {
    const file = openFile(config, options);
    // There may be space again that no server was running to notice.
    if (file.ballast?.state() === "spent") await file.ballast.fill().catch(() => {});
    return file;
  }
  const { pool = DEFAULT_CONNECTIONS } = config;
  const { processes = 1, connections = Math.max(Math.ceil(pool / processes), MIN_CONNECTIONS) } = options;
  const open = openPostgres(config.url, options, connections, options.replicas);
  try {
    await withDeadline(ping(open.db), 10_000, "PostgreSQL");
    return open;
  } catch (error) {
    await withDeadline(Promise.resolve(open[Symbol.asyncDispose]()), 1000, "PostgreSQL").catch(() => {});
    if (error instanceof ConfigError) throw error;
    const why = (error instanceof DomainError ? await unreachableReason(config.url) : undefined) ?? reason(error);
    throw new ConfigError(
      `PostgreSQL at ${describePlace(config.url)} cannot be used (${why}): check that it is running and that GUFFAW_DATABASE_URL is correct.`,
    );
  }
}

function openFile(config: DatabaseConfig & { kind: "sqlite" }, { create = false, guard }: OpenOptions): OpenDatabase {
  if (!create && isMissing(config.file)) throw new ConfigError(noSite(config));
  try {
    if (create) makeFile(config.file);
    return givingUpBallast(config.file, () => openSqlite(config.file, guard));
  } catch (error) {
    const damage = damageOf(error, config.file);
    if (damage) throw damage;
    if (!isReadable(config.file)) throw new ConfigError(notReadable(config.file));
    const place = nearest(dirname(config.file));
    if (!statSync(place).isDirectory())
      throw new ConfigError(
        `${place} is a file, not a folder, so there is no place for the database file ${config.file}: set GUFFAW_DATA to a folder.`,
      );
    if (isDiskFull(config.file)) throw new ConfigError(fullDisk(config.file));
    throw new ConfigError(
      `The database file ${config.file} cannot be opened (${reason(error)}): check the folder's permissions and free space, or set GUFFAW_DATA.`,
    );
  }
}

/** SQLite cannot even read without creating files beside the database, and a full disk has no room for them. */
function givingUpBallast<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!isDiskFull(file) || !new Ballast(file).giveUp()) throw error;
    return open();
  }
}

/** SQLite gives the files it creates beside this one the same owner. */
function makeFile(file: string): void {
  makeFolder(dirname(file));
  try {
    const fd = openSync(file, "ax");
    handOver(fd, rightfulOwner(dirname(file)));
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** An empty file is a database nobody has started. An inaccessible one exists. */
export function isMissing(file: string): boolean {
  try {
    return statSync(file).size === 0;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EACCES") throw new ConfigError(notReadable(file));
    return true;
  }
}

const notReadable = (file: string) =>
  `The database file ${file} cannot be read by this user: run the command as the server's user, or set GUFFAW_DATA.`;

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EACCES";
  }
}

export const noSite = (config: DatabaseConfig): string =>
  config.kind === "sqlite"
    ? `There is no database at ${config.file}: set GUFFAW_DATA to the site's folder; ./guffaw serve creates a new site.`
    : `There is no site in ${describeDatabase(config)}: set GUFFAW_DATABASE_URL to the site's database; ./guffaw serve creates a new site.`;

/** For messages to the operator, without secrets. */
export function describeDatabase(config: DatabaseConfig): string {
  if (config.kind === "sqlite") return `the SQLite file ${config.file}`;
  const { pathname } = new URL(config.url);
  return `the database ${decodeURIComponent(pathname.slice(1))} on PostgreSQL at ${describePlace(config.url)}`;
}

/** The least a living database can do. */
export async function ping(db: Db): Promise<void> {
  await db.selectNoFrom((eb) => eb.lit(1).as("one")).execute();
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
