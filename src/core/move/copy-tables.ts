import { addRows, applyChanges, keyIn, type Progress, type TableChanges } from "../../data/arrival.ts";
import { readPart, type Row, type Table } from "../../data/backup.ts";
import { readNoted, readRows, type Key, type MovedTable, type Noted } from "../../data/departure.ts";
import type { Db } from "../../data/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import { copyPictures, WITH_PICTURES } from "./move-pictures.ts";

/** A move under way. */
export interface Moving {
  /** The new site's database. */
  target: Db;
  tables: readonly MovedTable[];
  progress: Map<Table, Progress>;
  /** Undefined if the pictures stay where they are. */
  storages: { from: Storage; to: Storage } | undefined;
  onRows?: (count: number) => void;
}

const ROWS_A_PART = 2000;
/** A row with pictures takes longer. */
const PICTURES_A_PART = 200;

/** Copies what has not been copied, table by table, until there is no more or the time is up. Returns whether all is. */
export async function copyTables(source: Db, moving: Moving, until: number): Promise<boolean> {
  for (const table of moving.tables)
    while (!moving.progress.get(table.name)?.isDone) {
      if (performance.now() > until) return false;
      await copyPart(source, moving, table);
    }
  return true;
}

async function copyPart(source: Db, moving: Moving, table: MovedTable): Promise<void> {
  const { name, keys } = table;
  const { last } = moving.progress.get(name) ?? {};
  const amount = moving.storages && WITH_PICTURES.includes(name) ? PICTURES_A_PART : ROWS_A_PART;
  const rows = await readPart(source, name, last && rowOf(keys, last), amount, keys);
  await copyFiles(moving, name, rows);
  const end = rows.at(-1);
  const progress = { last: end ? keyIn(keys, end) : last, isDone: rows.length < amount };
  await addRows(moving.target, table, rows, progress);
  moving.progress.set(name, progress);
  moving.onRows?.(rows.length);
}

const rowOf = (keys: readonly string[], key: Key): Row => Object.fromEntries(keys.map((name, i) => [name, key[i]!]));

/** Pictures come before the rows that name them. */
async function copyFiles({ storages }: Moving, table: Table, rows: readonly Row[]): Promise<void> {
  if (storages && WITH_PICTURES.includes(table)) await copyPictures(storages.from, storages.to, table, rows);
}

export interface CaughtUp {
  noted: Noted[];
  changes: TableChanges[];
}

/**
 * Makes all copied rows the same as in this state of the source, by its log of written rows. As the state is that of one
 * moment, no row is left without those that it refers to.
 */
export async function catchUp(source: Db, moving: Moving): Promise<CaughtUp> {
  const noted = await readNoted(source);
  const wanted = Map.groupBy(noted, ({ table }) => table);
  const changes: TableChanges[] = [];
  for (const table of moving.tables) {
    const progress = moving.progress.get(table.name);
    const keys = new Map((wanted.get(table.name) ?? []).map(({ key }) => [JSON.stringify(key), key]));
    if (keys.size === 0 || !progress || (!progress.isDone && !progress.last)) continue;
    const rows = await readRows(source, table, [...keys.values()], progress.isDone ? undefined : progress.last);
    for (const row of rows) keys.delete(JSON.stringify(keyIn(table.keys, row)));
    await copyFiles(moving, table.name, rows);
    changes.push({ table, rows: inOrder(table, rows), gone: [...keys.values()] });
  }
  if (changes.length > 0) await applyChanges(moving.target, changes);
  return { noted, changes };
}

/** An answer comes after the comment that it answers. */
const inOrder = ({ name }: MovedTable, rows: Row[]) =>
  name === "comments" ? rows.toSorted((a, b) => Number(a.id) - Number(b.id)) : rows;
