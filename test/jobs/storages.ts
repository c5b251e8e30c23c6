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

type Act = (key: string) => Promise<void> | void;

/** A real storage that runs `act` before each deletion. */
export const beforeDelete = (real: Storage, act: Act): Storage => before(real, { delete: act });

export const beforePut = (real: Storage, act: Act): Storage => before(real, { put: act });

export const beforeOpen = (real: Storage, act: Act): Storage => before(real, { open: act });

const before = (real: Storage, acts: Partial<Record<"put" | "open" | "delete", Act>>): Storage => ({
  description: real.description,
  async put(key, bytes, type) {
    await acts.put?.(key);
    await real.put(key, bytes, type);
  },
  async open(key) {
    await acts.open?.(key);
    return real.open(key);
  },
  list: () => real.list(),
  probe: () => real.probe(),
  async delete(key) {
    await acts.delete?.(key);
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
