import { BACKED_UP, readPart, type Row, type Table } from "../../data/backup.ts";
import { dialectOf } from "../../data/dialect.ts";
import { finishBackup, insertBackup } from "../../data/backups.ts";
import { doneMigrations, requireWholeSchema } from "../../data/migrate.ts";
import type { OpenDatabase } from "../../data/database.ts";
import type { Db } from "../../data/schema.ts";
import type { BackupRecord } from "../../entities/backup-record.ts";
import type { BackupLock, BackupPlace } from "../../storage/backup-place.ts";
import type { Ctx } from "../ctx.ts";
import { copyImages, type ImageOwners, type BackedUpImages } from "./copy-images.ts";
import { claimFolder, readIdentity, type Identity } from "./claim-folder.ts";
import { FORMAT, nameOf, partKey, writeManifest, writePart, type Manifest, type OnStep, type Part } from "./format.ts";
import { keepNewest, type KeptBackup } from "./keep-newest.ts";
import { expectedIn } from "./images-of.ts";
import { verifyBackup } from "./verify-backup.ts";

const ROWS_A_PART = 5000;

export interface BackupOptions {
  /** Images that are already there are not copied again. */
  target: BackupPlace;
  version: string;
  /** How many of the newest backups to keep afterwards. */
  keep?: number;
  /** Delete old ones even if the new one has almost none of their pictures. */
  allowLoss?: boolean;
  /** Continue in the folder even if another copy of this database made the newest backup. */
  adopt?: boolean;
  /** Restore it on trial afterwards, in a database inside this folder. */
  verifyIn?: string;
  onStep?: OnStep;
  /** The steps of the trial. */
  onTrialStep?: OnStep;
  /** Stops halfway, and gives the place back. */
  signal?: AbortSignal;
}

export interface Backup extends BackedUpImages {
  name: string;
  rows: number;
  /** Names of deleted older backups. */
  deleted: string[];
  /** Names of older backups kept because newer ones have almost none of their pictures. */
  held: string[];
  /** Kept besides the newest ones because all of those lack pictures. */
  lastComplete?: string;
  /** Whether it was restored on trial. */
  verified: boolean;
  /** Why that failed. */
  notVerified?: string;
  /** Why older ones were not deleted. */
  notDeleted?: string;
  /** Why the database has no row for this backup. */
  notListed?: string;
}

export type Source = Pick<Ctx, "storage" | "now" | "db"> & { database: OpenDatabase };

/**
 * Backs up all rows as of one moment, then every image they name, while the site keeps running. Images deleted in the
 * meantime may be missing; new ones come with the next backup.
 */
export async function makeBackup(source: Source, options: BackupOptions): Promise<Backup> {
  const { end, trouble, listed } = await noteBegin(source, options.target);
  try {
    await using lock = await options.target.lock();
    const identity = await readIdentity(source.db);
    await claimFolder(options.target, source.db, { identity, adopt: options.adopt });
    const copied = await copy(source, options, lock, { ...identity, listed });
    const backup = { ...copied, ...(await verify(source, options, copied.name)) };
    await end({ ...backup, error: problemOf(backup) });
    const kept = await tidy(options, lock, backup);
    if (kept?.held?.length) await end({ ...backup, error: problemOf({ ...backup, ...kept }) });
    return { ...backup, ...kept, ...trouble };
  } catch (error) {
    await end({ rows: 0, images: 0, bytes: 0, error: sentenceOf(error) });
    throw error;
  }
}

/** A database that can no longer be written to needs a backup most, so it is made without its row. */
async function noteBegin({ db, now }: Source, target: BackupPlace) {
  const problem: Pick<Backup, "notListed"> = {};
  const note = (error: unknown) => void (problem.notListed = sentenceOf(error));
  const id = await insertBackup(db, target.description, now).catch(note);
  const end = async (how: Pick<BackupRecord, "rows" | "images" | "bytes" | "error"> & { verified?: boolean }) => {
    if (id === undefined) return;
    const endedAt = Date.now();
    await finishBackup(db, id, { ...how, endedAt, verifiedAt: how.verified ? endedAt : undefined }).catch(note);
  };
  return { end, trouble: problem, listed: id !== undefined };
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What is wrong with a backup, in words for the operator. */
export function problemOf(
  made: Pick<Backup, "missing" | "lost" | "damaged" | "held" | "notVerified" | "notDeleted">,
): string | undefined {
  const { missing, lost, damaged, held, notVerified, notDeleted } = made;
  const counted = (count: number, how: string) =>
    count === 0 ? [] : [count === 1 ? `1 image file was ${how}.` : `${count} image files were ${how}.`];
  const sentences = [
    ...counted(missing.length + lost.length, "missing"),
    ...counted(damaged.length, "damaged"),
    ...(held.length > 0 ? ["It lacks nearly all pictures of an earlier backup."] : []),
    ...(notVerified === undefined ? [] : [`It could not be restored on trial: ${notVerified}`]),
    ...(notDeleted === undefined ? [] : [`Older backups were not deleted: ${notDeleted}`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

async function verify(
  { db }: Source,
  { target, verifyIn: folder, onTrialStep: onStep, signal }: BackupOptions,
  name: string,
): Promise<Pick<Backup, "verified" | "notVerified">> {
  if (folder === undefined) return { verified: false };
  try {
    await verifyBackup(target, { name, folder, databaseBytes: await dialectOf(db).size(db), onStep, signal });
    return { verified: true };
  } catch (error) {
    signal?.throwIfAborted();
    return { verified: false, notVerified: sentenceOf(error) };
  }
}

/** The backup is already made. Nothing that happens here makes it worse. */
async function tidy(
  { target, keep, allowLoss = false }: BackupOptions,
  lock: BackupLock,
  { notVerified }: Backup,
): Promise<(Partial<KeptBackup> & Pick<Backup, "notDeleted">) | undefined> {
  // The last one that can be restored may be among the older ones.
  if (keep === undefined || notVerified !== undefined) return undefined;
  try {
    await lock.requireHeld();
    return await keepNewest(target, { keep, allowLoss });
  } catch (error) {
    return { notDeleted: sentenceOf(error) };
  }
}

async function copy(
  source: Source,
  { target, version, onStep, signal }: BackupOptions,
  lock: BackupLock,
  { id: site, restoredAt, listed }: Identity & { listed: boolean },
): Promise<Backup> {
  const name = nameOf(source.now);
  const owners: ImageOwners = new Map();
  const { manifest, rows } = await source.database.inSnapshot((db) => copyRows(db, target, name, owners, signal));
  const onFile = () => {
    signal?.throwIfAborted();
    onStep?.("image files", 1, owners.size);
  };
  const { lists, gone, lacking, ...images } = await copyImages(source, target, owners, { name, onFile });
  await lock.requireHeld();
  const facts = { format: FORMAT, version, madeAt: source.now, site, listed, restoredAt };
  const lacks = { missing: images.missing.length + lacking, gone };
  await writeManifest(target, { ...facts, ...lacks, ...manifest, images: lists });
  return { name, rows, ...images, deleted: [], held: [], verified: false };
}

async function copyRows(db: Db, target: BackupPlace, name: string, owners: ImageOwners, signal?: AbortSignal) {
  await requireWholeSchema(db);
  const tables: Manifest["tables"] = {};
  let count = 0;
  for (const table of BACKED_UP.keys()) {
    const parts: Part[] = (tables[table] = []);
    for await (const rows of partsOf(db, table)) {
      signal?.throwIfAborted();
      parts.push(await writePart(target, partKey(name, table, parts.length + 1), rows));
      for (const row of rows) for (const [key, expected] of expectedIn(table, row)) owners.set(key, expected);
      count += rows.length;
    }
  }
  return { manifest: { migrations: await doneMigrations(db), tables }, rows: count };
}

export async function* partsOf(db: Db, table: Table): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await readPart(db, table, last, ROWS_A_PART);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_PART) return;
    last = rows.at(-1);
  }
}
