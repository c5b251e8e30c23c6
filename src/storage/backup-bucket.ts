import { takeBucket } from "./bucket-lock.ts";
import { isBackupFile, isBackupName, type BackupLock, type BackupPlace } from "./backup-place.ts";
import { S3Storage, type S3Config } from "./s3.ts";

export interface BucketConfig extends S3Config {
  /** Empty, or a path without slashes around it. */
  prefix: string;
}

export const openBackupBucket = (config: BucketConfig): BackupPlace => new Bucket(config);

class Bucket extends S3Storage implements BackupPlace {
  readonly root: string;
  override readonly description: string;

  constructor({ prefix, ...config }: BucketConfig) {
    const path = prefix && `${prefix}/`;
    super(config, {}, { what: "The backup storage", prefix: path });
    this.root = `s3://${config.bucket}${prefix && `/${prefix}`}`;
    this.description = `the S3 folder ${this.root}`;
  }

  async begun(): Promise<string[]> {
    return (await this.foldersIn("backups/")).filter(isBackupName).sort();
  }

  async filesOf(name: string): Promise<string[]> {
    const folder = `backups/${name}/`;
    const keys = await Array.fromAsync(this.list(folder), ({ key }) => key.slice(folder.length));
    return keys.filter(isBackupFile);
  }

  /** It goes with its last file. */
  async removeFolder(): Promise<void> {}

  lock(): Promise<BackupLock> {
    return takeBucket(this);
  }
}
