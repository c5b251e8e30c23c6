import type { StorageConfig } from "../config/storage.ts";
import type { Patience } from "../deadline.ts";
import type { SyncGuard } from "../sync-guard.ts";
import { openFilesystemStorage } from "./filesystem.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export const openStorage = (config: StorageConfig, patience: Patience = {}, guard?: SyncGuard): Storage =>
  config.kind === "s3" ? openS3Storage(config, patience) : openFilesystemStorage(config.root, guard);
