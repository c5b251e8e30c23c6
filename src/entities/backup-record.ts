/** What this database knows of a backup that was made of it. */
export interface BackupRecord {
  id: number;
  place: string;
  rows: number;
  images: number;
  bytes: number;
  error: string | undefined;
  createdAt: number;
  /** Undefined while it is under way. */
  endedAt: number | undefined;
}
