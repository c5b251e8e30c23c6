import type { Ballast } from "./ballast.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Db } from "./schema.ts";

/** An open database of either kind. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  meter: DatabaseMeter;
  /**
   * A number that changes whenever anything was committed, by this process or another one; undefined where the
   * database cannot tell. What was read under the same number may be used again.
   */
  stamp(): number | undefined;
  /** All that `work` reads is of one moment, however long it takes; nobody waits for it, and it cannot write. */
  inSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Where the files of the database are ours. */
  ballast?: Ballast;
  /** Whether the file was removed or replaced since it was opened: what is written now is lost. Tells the guard. */
  isGone?(): boolean;
}
