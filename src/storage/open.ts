import type { BackupTarget } from "../config/backup.ts";
import type { StorageConfig } from "../config/storage.ts";
import type { Patience } from "../deadline.ts";
import type { SyncGuard } from "../sync-guard.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { openBackupFolder } from "./backup-folder.ts";
import type { BackupPlace } from "./backup-place.ts";
import { openFilesystemStorage } from "./filesystem.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export const openStorage = (config: StorageConfig, patience: Patience = {}, guard?: SyncGuard): Storage =>
  config.kind === "s3" ? openS3Storage(config, patience) : openFilesystemStorage(config.root, guard);

export const openBackupPlace = (target: BackupTarget): BackupPlace =>
  target.kind === "s3" ? openBackupBucket(target) : openBackupFolder(target.path);
