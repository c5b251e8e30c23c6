import { afterAll } from "bun:test";

import { DomainError } from "../../src/errors.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { envOf, startS3, type S3Server } from "../s3.ts";
import { DIALECTS, openWorld, type DialectName, type WorldOptions } from "../world.ts";

export const STORAGES = ["folder", "S3"] as const;
export type StorageName = (typeof STORAGES)[number];
export const EVERYWHERE = DIALECTS.flatMap((dialect) => STORAGES.map((storage) => [dialect, storage] as const));

const servers: S3Server[] = [];
afterAll(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** A world whose images are in its own folder or bucket. */
export async function openWorldOn(dialect: DialectName, storage: StorageName, options: WorldOptions = {}) {
  const env = storage === "S3" ? await bucketEnv() : {};
  return openWorld(dialect, { ...options, env: { ...env, ...options.env } });
}

export async function bucketEnv(): Promise<Record<string, string>> {
  const s3 = await startS3();
  servers.push(s3);
  return envOf(s3);
}

/** A real storage that runs `act` before each deletion. */
export const beforeDelete = (real: Storage, act: (key: string) => Promise<void> | void): Storage => ({
  description: real.description,
  put: (key, bytes, type) => real.put(key, bytes, type),
  open: (key) => real.open(key),
  list: () => real.list(),
  probe: () => real.probe(),
  async delete(key) {
    await act(key);
    await real.delete(key);
  },
});

/** A real storage whose first deletions do nothing. */
export function failing(real: Storage, times: number): Storage {
  let left = times;
  return beforeDelete(real, () => {
    if (left-- > 0) throw new DomainError("unavailable", "The image storage is unavailable.");
  });
}

export async function keysIn(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key).sort();
}
