import type { Ballast } from "./ballast.ts";
import type { Forget, Look } from "./changes.ts";
import type { DatabaseMeter } from "./meter.ts";
import type { Replicas } from "./replicas.ts";
import type { Db } from "./schema.ts";

/** An open database of either kind. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  /** For requests that read: replicas answer, if there are any, but never anything older than the request. */
  reading: Db;
  meter: DatabaseMeter;
  /** Watches what changes, by this process or any other. A look that fails forgets everything. */
  watchChanges(forget: Forget): Look;
  /** `work` reads a consistent snapshot, however long it takes. It blocks nobody, and cannot write. */
  inSnapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Only if there are replicas. */
  replicas?: Pick<Replicas, "states" | "examine"> | undefined;
  /** Only if the database files are ours. */
  ballast?: Ballast;
  /** Whether the file was removed or replaced since it was opened, so that writes are lost. Tells the guard. */
  isGone?(): boolean;
}
