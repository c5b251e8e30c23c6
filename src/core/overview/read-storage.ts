import { dialectOf } from "../../data/dialect.ts";
import type { Disk } from "../../disks.ts";
import type { Ctx } from "../ctx.ts";
import { daysLeft } from "./read-overview.ts";
import { requireFounder } from "../access.ts";
import { readStored, type StoredAmount } from "../memes/stored-amount.ts";

export interface StorageUse {
  databaseName: string;
  databaseBytes: number;
  /** Undefined until the first sweep. */
  stored: StoredAmount | undefined;
  /** Until the disk is full, if that can be estimated. */
  daysLeft: number | undefined;
}

export async function readStorage(ctx: Ctx, disks: readonly Disk[]): Promise<StorageUse> {
  requireFounder(ctx.actor);
  const stored = await readStored(ctx);
  const { name, size } = dialectOf(ctx.db);
  return { databaseName: name, databaseBytes: await size(ctx.db), stored, daysLeft: daysLeft(stored, disks) };
}
