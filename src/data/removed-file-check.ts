import { statSync } from "node:fs";

import type { SyncGuard } from "../sync-guard.ts";

/** SQLite carries on writing into a file that nobody will ever find again. Checking costs microseconds. */
export function removedFileCheck(file: string, guard: SyncGuard): () => boolean {
  const look = () => statSync(file, { throwIfNoEntry: false });
  const opened = look();
  const sentence = `The database file ${file} was removed or replaced while it was in use, so nothing more is taken and the service ends: put it back, or restore it from a backup.`;
  return () => {
    if (!opened) return false;
    const { ino, dev } = look() ?? {};
    const isGone = ino !== opened.ino || dev !== opened.dev;
    if (isGone) guard.fail("the database file is gone", sentence);
    return isGone;
  };
}
