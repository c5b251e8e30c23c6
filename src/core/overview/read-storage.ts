import { dialectOf } from "../../data/dialect.ts";
import type { Disk } from "../../disks.ts";
import type { Ctx } from "../ctx.ts";
import { requireFounder } from "../access.ts";
import { readStored, type Stored } from "../memes/stored-amount.ts";
import { daysLeft, readForecast, type Forecast } from "./forecast.ts";

export interface StorageUse {
  databaseName: string;
  databaseBytes: number;
  /** Undefined until the first sweep. */
  stored: Stored | undefined;
  forecast: Forecast;
  /** Until a disk is full, if that can be estimated. */
  daysLeft: number | undefined;
}

export async function readStorage(ctx: Ctx, disks: readonly Disk[]): Promise<StorageUse> {
  requireFounder(ctx.actor);
  const stored = await readStored(ctx);
  const { name, size } = dialectOf(ctx.db);
  const forecast = await readForecast(ctx);
  return {
    databaseName: name,
    databaseBytes: await size(ctx.db),
    stored,
    forecast,
    daysLeft: daysLeft(forecast.growth, disks),
  };
}
