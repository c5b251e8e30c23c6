import type { Database } from "bun:sqlite";

import { changesIn, MAX_CHANGES, type ChangeRow, type Changes, type Forget, type Look } from "./changes.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Snapshot } from "./snapshot.ts";
import { sqliteError } from "./sqlite-errors.ts";

/**
 * Reads the changes only after a commit, from the snapshot that the whole turn reads. Rows are numbered in the order of
 * their commits, and the last one seen is read again: if it is missing, others may have been trimmed.
 */
export function watchSqlite(reader: Database, meter: DatabaseMeter, snapshot: Snapshot, forget: Forget): Look {
  let version: number | undefined;
  let last = -1;
  const since = `select seq, kind, subject, owner from changes where seq >= ? order by seq limit ${MAX_CHANGES + 1}`;
  const newest = "select max(seq) as seq from changes";
  const readChanges = (): Changes => {
    const [seen, ...rows] = reader.query<ChangeRow & { seq: number }, [number]>(since).all(last);
    const isComplete = seen?.seq === last && rows.length < MAX_CHANGES;
    last = isComplete ? (rows.at(-1)?.seq ?? last) : reader.query<{ seq: number }, []>(newest).get()!.seq;
    return isComplete ? changesIn(rows) : "everything";
  };
  return (arrivedAt) => {
    try {
      const current = snapshot.enter(arrivedAt);
      if (current === version) return;
      forget(readChanges());
      version = current;
    } catch (error) {
      // Damage is noted. Whoever needs the database will say what is wrong with it.
      sqliteError(error, reader, meter);
      version = undefined;
      forget("everything");
    }
  };
}
