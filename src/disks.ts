import { existsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";

import type { Config } from "./config.ts";

/** A disk of this machine that we store something on. */
export interface Disk {
  folder: string;
  /** Bytes we may still use. */
  free: number;
  size: number;
  database: boolean;
  images: boolean;
}

/** Each disk that holds the database or the images, once. */
export async function disksOf({ database, storage }: Pick<Config, "database" | "storage">): Promise<Disk[]> {
  const folders = [
    ...(database.kind === "sqlite" ? [{ folder: nearest(dirname(database.file)), images: false, database: true }] : []),
    ...(storage.kind === "filesystem" ? [{ folder: nearest(storage.root), images: true, database: false }] : []),
  ];
  const disks = new Map<number, Disk>();
  for (const one of folders) {
    const { dev } = await stat(one.folder);
    const known = disks.get(dev);
    if (known) known.images ||= one.images;
    else disks.set(dev, { ...one, ...(await spaceOf(one.folder)) });
  }
  return [...disks.values()];
}

async function spaceOf(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** The folder, or its nearest existing parent. */
export function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}
