import { beginArrival, endArrival, isArriving, readArrival } from "../../data/arrival.ts";
import type { OpenDatabase } from "../../data/database.ts";
import {
  beginDeparture,
  deleteNoted,
  endDeparture,
  findMoved,
  markMoved,
  movedTables,
  type MovedTable,
} from "../../data/departure.ts";
import { countRows } from "../../data/backup.ts";
import { dialectOf } from "../../data/dialect.ts";
import { doneMigrations, migrate } from "../../data/migrate.ts";
import { transact } from "../../data/transaction.ts";
import { hasUsers } from "../../data/users.ts";
import { DomainError } from "../../errors.ts";
import type { Storage } from "../../storage/storage.ts";
import { noteRestored } from "../backup/claim-folder.ts";
import { forgetStored } from "../memes/stored-amount.ts";
import { catchUp, copyTables, type CaughtUp, type Moving } from "./copy-tables.ts";
import { compareChanges, compareSites, type Compared } from "./compare-sites.ts";

export interface Place {
  database: OpenDatabase;
  storage: Storage;
  /** For people, without secrets. */
  description: string;
}

export interface MoveOptions {
  /** Whether the pictures move too. */
  withPictures: boolean;
  /** Moves without pictures that the old site has lost. */
  allowLoss?: boolean;
  clock: () => number;
  onStep?: (what: "copying" | "comparing", rows: number, total: number) => void;
}

export interface Moved {
  rows: number;
  lacking: string[];
  /** How long nobody could write, in milliseconds; undefined if an earlier run had got that far. */
  pausedMs?: number;
}

/** A snapshot is left after this time, because a database keeps for it whatever has changed since. */
const SNAPSHOT_MS = 10_000;
/** So few rows are copied while everybody waits. */
const FEW = 100;
const MAX_ROUNDS = 20;
const MAX_TRIES = 5;

/**
 * Moves a site while it serves. First the log of written rows begins, then everything is copied, then what was written
 * meanwhile, until only a little is left. For that, writes wait; then the old site refuses them. Goes on where a run that
 * was killed has ended.
 */
export async function moveSite(from: Place, to: Place, options: MoveOptions): Promise<Moved> {
  const tables = await movedTables(from.database.db);
  if (await findMoved(from.database.db)) return finish(from, to, tables, { rows: 0, lacking: [] });
  const moving = await begin(from, to, tables, options);
  const onRows = await progressIn(from, tables, options);
  moving.onRows = (count) => onRows("copying", count);
  while (!(await inRound(from, moving, (db) => copyTables(db, moving, performance.now() + SNAPSHOT_MS))));
  moving.onRows = (count) => onRows("comparing", count);
  const compared = await inRound(from, moving, (db) => compareSites(db, moving));
  moving.onRows = undefined;
  requireNoLoss(compared, options);
  await approach(from, moving);
  const pausedMs = await change(from, to, moving, options);
  return finish(from, to, tables, { ...compared, pausedMs });
}

async function begin(from: Place, to: Place, tables: MovedTable[], { withPictures }: MoveOptions): Promise<Moving> {
  const target = to.database.db;
  if (!(await isArriving(target))) {
    if ((await doneMigrations(target)).length > 0 && (await hasUsers(target)))
      throw new DomainError("conflict", `There is a site in ${to.description} already: move to an empty database.`);
    await to.storage.probe();
    await migrate(target);
    await beginArrival(target, tables, await beginDeparture(from.database.db, tables));
  }
  const { token, progress } = await readArrival(target);
  if (token !== (await beginDeparture(from.database.db, tables)))
    throw new DomainError(
      "conflict",
      `Another move to ${to.description} was begun and given up: move to an empty database.`,
    );
  const storages = withPictures ? { from: from.storage, to: to.storage } : undefined;
  return { target, tables, progress, storages };
}

/** Works on one state of the old site, with which the copy has caught up. */
async function inRound<T>(
  from: Place,
  moving: Moving,
  work: (...args: [db: Moving["target"], caughtUp: CaughtUp]) => Promise<T>,
) {
  const { noted, result } = await from.database.inSnapshot(async (db) => {
    const caughtUp = await catchUp(db, moving);
    return { noted: caughtUp.noted, result: await work(db, caughtUp) };
  });
  await deleteNoted(from.database.db, noted);
  return result;
}

/** Catches up until what is left takes no time, or until a busy site writes as fast as we copy. */
async function approach(from: Place, moving: Moving): Promise<void> {
  for (let round = 0, before = Infinity; round < MAX_ROUNDS; round++) {
    const left = await inRound(from, moving, async (_, { noted }) => noted.length);
    if (left <= FEW || left >= before) return;
    before = left;
  }
}

function requireNoLoss({ lacking }: Compared, { allowLoss = false }: MoveOptions): void {
  if (lacking.length === 0 || allowLoss) return;
  const what = lacking.length === 1 ? "1 picture file is" : `${lacking.length.toLocaleString("en")} picture files are`;
  throw new DomainError(
    "conflict",
    `${what} missing from the site's own storage or damaged, such as ${lacking[0]}: restore them (./guffaw restore FOLDER --images-only), or move without them (--allow-loss). Everything else is copied, and the site goes on as before.`,
  );
}

/** Nobody writes from here on: first they wait, then the old site refuses. Returns how long they waited. */
async function change(from: Place, to: Place, moving: Moving, { clock }: MoveOptions): Promise<number> {
  const { db } = from.database;
  const { moving: how, isConflict } = dialectOf(db);
  for (let tries = 1; ; tries++)
    try {
      let startedAt = 0;
      await transact(db, async (tx) => {
        startedAt = performance.now();
        await how.holdWrites(
          tx,
          moving.tables.map(({ name }) => name),
        );
        const { changes } = await catchUp(tx, moving);
        await compareChanges(moving.target, changes);
        await markMoved(tx, moving.tables, { to: to.description, at: clock() });
      });
      return performance.now() - startedAt;
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
}

async function finish(from: Place, to: Place, tables: readonly MovedTable[], moved: Moved): Promise<Moved> {
  const { db } = to.database;
  if (await isArriving(db))
    await transact(db, async (tx) => {
      await noteRestored(tx, 0);
      await forgetStored({ db: tx });
      await endArrival(tx);
    });
  await dialectOf(db).search.settle(db);
  await endDeparture(from.database.db, tables);
  return moved;
}

/** Counts on from what an earlier run has copied. */
async function progressIn(from: Place, tables: readonly MovedTable[], { onStep }: MoveOptions) {
  let total = 0;
  for (const { name } of tables) total += await countRows(from.database.db, name);
  return (what: "copying" | "comparing", rows: number) => onStep?.(what, rows, total);
}

/** Gives up a move that has not ended. The old site goes on as if nothing had happened. */
export async function cancelMove(from: Place): Promise<void> {
  const { db } = from.database;
  if (await findMoved(db)) throw new DomainError("conflict", "This site has already moved: move it back from there.");
  await endDeparture(db, await movedTables(db));
}
