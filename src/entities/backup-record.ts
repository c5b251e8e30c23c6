/** What this database knows about one of its backups. */
export interface BackupRecord {
  id: number;
  place: string;
  rows: number;
  images: number;
  bytes: number;
  error: string | undefined;
  createdAt: number;
  /** Undefined while running. */
  endedAt: number | undefined;
  /** When it was restored on trial; undefined if it never was. */
  verifiedAt: number | undefined;
}
