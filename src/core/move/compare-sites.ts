import { keyIn, type TableChanges } from "../../data/arrival.ts";
import { readPart, type Row } from "../../data/backup.ts";
import { readRows, type MovedTable } from "../../data/departure.ts";
import type { Db } from "../../data/schema.ts";
import { DomainError } from "../../errors.ts";
import type { Moving } from "./copy-tables.ts";
import { findLacking, WITH_PICTURES } from "./move-pictures.ts";

const ROWS_A_PART = 5000;
const BITS = 128;

/** The sum of all rows' checksums: the databases sort texts each in their own way. */
interface Sum {
  rows: number;
  sum: bigint;
}

export interface Compared {
  rows: number;
  /** Picture files that the new storage does not have as the old one should. */
  lacking: string[];
}

/** Reads both sites from end to end. Throws if a single value differs. */
export async function compareSites(source: Db, moving: Moving): Promise<Compared> {
  const compared: Compared = { rows: 0, lacking: [] };
  for (const table of moving.tables) {
    const lacking = (rows: Row[]) =>
      moving.storages && WITH_PICTURES.includes(table.name)
        ? findLacking(moving.storages.from, moving.storages.to, table.name, rows)
        : [];
    const ours = await sumOf(source, table, async (rows) => {
      compared.lacking.push(...(await lacking(rows)));
      moving.onRows?.(rows.length);
    });
    const theirs = await sumOf(moving.target, table);
    if (ours.rows !== theirs.rows || ours.sum !== theirs.sum)
      throw differs(table, `${theirs.rows} rows for ${ours.rows}`);
    compared.rows += ours.rows;
  }
  return compared;
}

async function sumOf(db: Db, { name, keys }: MovedTable, onPart?: (rows: Row[]) => Promise<void>): Promise<Sum> {
  const sum: Sum = { rows: 0, sum: 0n };
  for (let last: Row | undefined; ;) {
    const rows = await readPart(db, name, last, ROWS_A_PART, keys);
    for (const row of rows) sum.sum = BigInt.asUintN(BITS, sum.sum + checksumOf(row));
    sum.rows += rows.length;
    await onPart?.(rows);
    if (rows.length < ROWS_A_PART) return sum;
    last = rows.at(-1);
  }
}

/** The databases give columns in their own order, and large numbers as numbers or texts. */
const textOf = (row: Row) =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, row[name] === null ? null : String(row[name])]),
  );

const checksumOf = (row: Row) =>
  BigInt(
    `0x${new Bun.CryptoHasher("sha256")
      .update(textOf(row))
      .digest("hex")
      .slice(0, BITS / 4)}`,
  );

/** Reads back the rows that were just changed. */
export async function compareChanges(target: Db, changes: readonly TableChanges[]): Promise<void> {
  for (const { table, rows, gone } of changes) {
    const keys = [...rows.map((row) => keyIn(table.keys, row)), ...gone];
    const there = new Set((await readRows(target, table, keys)).map(textOf));
    if (there.size !== rows.length || !rows.every((row) => there.has(textOf(row))))
      throw differs(table, `${there.size} rows for ${rows.length}`);
  }
}

const differs = ({ name }: MovedTable, how: string) =>
  new DomainError(
    "conflict",
    `The copy of the table ${name} differs from the original (${how}): give up this move with --cancel, empty the new database, and begin again.`,
  );
