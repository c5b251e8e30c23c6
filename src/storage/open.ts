import type { StorageConfig } from "../config.ts";
import type { Patience } from "../core/deadline.ts";
import { openFilesystemStorage } from "./filesystem.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export const openStorage = (config: StorageConfig, patience: Patience = {}): Storage =>
  config.kind === "s3" ? openS3Storage(config, patience) : openFilesystemStorage(config.root);
