import { listSizes } from "../../data/sizes.ts";
import type { Disk } from "../../disks.ts";
import type { Size } from "../../entities/size.ts";
import { requireFounder } from "../access.ts";
import type { Ctx } from "../ctx.ts";

const DAY_MS = 86_400_000;
/** Days that the forecast is made of, and days that it looks ahead. */
export const DAYS = 90;
/** An honest estimate needs at least this long. */
const MIN_DAYS = 7;

export const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

/** Bytes per day; undefined until there is enough data. */
export interface Growth {
  database: number | undefined;
  images: number | undefined;
}

export interface Forecast {
  /** Measured days, oldest first. */
  sizes: Size[];
  growth: Growth;
}

/** How fast the site grows, from what was measured every day. */
export async function readForecast(ctx: Ctx): Promise<Forecast> {
  requireFounder(ctx.actor);
  const sizes = await listSizes(ctx.db, dayOf(ctx.now) - DAYS);
  const growth = { database: slopeOf(sizes, "databaseBytes"), images: slopeOf(sizes, "imageBytes") };
  return { sizes, growth };
}

/** Slope of the straight line with the least squares of distances to what was measured. */
function slopeOf(sizes: readonly Size[], what: "databaseBytes" | "imageBytes"): number | undefined {
  const points = sizes.flatMap((size) => (size[what] === undefined ? [] : [[size.day, size[what]] as const]));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last[0] - first[0] < MIN_DAYS) return undefined;
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [day, bytes] = [mean(0), mean(1)];
  const together = points.reduce((sum, point) => sum + (point[0] - day) * (point[1] - bytes), 0);
  return together / points.reduce((sum, point) => sum + (point[0] - day) ** 2, 0);
}

/** What grows on this disk, per day, as far as it is known; undefined if nothing is. */
export function growthOn({ database, images }: Pick<Disk, "database" | "images">, growth: Growth): number | undefined {
  const parts = [database ? growth.database : undefined, images ? growth.images : undefined];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/** Until the first disk is full at the present rate; undefined if that cannot be estimated. */
export function daysLeft(growth: Growth, disks: readonly Disk[]): number | undefined {
  const days = disks.flatMap((disk) => {
    const grows = growthOn(disk, growth);
    return grows === undefined || grows <= 0 ? [] : [disk.free / grows];
  });
  return days.length === 0 ? undefined : Math.min(...days);
}
