import type { Storage } from "./storage.ts";

/** Where backups are kept: a folder, or a part of an S3 bucket. Storage, with what only backups need. */
export interface BackupPlace extends Storage {
  /** Its path or address, as the operator gives it. */
  readonly root: string;
  /** Names of all backups, complete or not, oldest first. */
  begun(): Promise<string[]>;
  /** Names of the files that we wrote for one backup. */
  filesOf(name: string): Promise<string[]>;
  /** Only if it is empty: other people's files stay. */
  removeFolder(name: string): Promise<void>;
  /** While held, nobody else makes or deletes backups here. Refused while somebody else holds it. */
  lock(): Promise<BackupLock>;
}

/** Held until disposed. */
export interface BackupLock extends AsyncDisposable {
  /** Throws if somebody else has taken over, as after this machine slept. */
  requireHeld(): Promise<void>;
}

/** As nameOf() in core/backup/format.ts makes them. */
export const isBackupName = (name: string) => /^\d{4}-\d\d-\d\dt\d\d-\d\d-\d\d-\d{3}z$/.test(name);

/** Names of files of one backup, including partly written ones. */
export const isBackupFile = (name: string) =>
  /^(?:manifest\.json|[a-z_]+-\d{6}\.jsonl\.gz|\.[0-9a-f-]{36}\.tmp)$/.test(name);
