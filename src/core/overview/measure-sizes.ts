import { dialectOf } from "../../data/dialect.ts";
import { writeSize } from "../../data/sizes.ts";
import type { Disk } from "../../disks.ts";
import { requireOperator } from "../access.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { readStored } from "../memes/stored-amount.ts";
import { dayOf } from "./forecast.ts";

/** Notes how much is stored today. The daily sweep has counted the images. */
export async function measureSizes(ctx: Ctx, disks: readonly Disk[]): Promise<void> {
  requireOperator(ctx.actor);
  const kept = (await readStored(ctx))?.kept;
  const size = {
    day: dayOf(ctx.now),
    databaseBytes: await dialectOf(ctx.db).size(ctx.db),
    imageBytes: kept?.bytes,
    imageFiles: kept?.files,
    freeBytes: disks.length === 0 ? undefined : Math.min(...disks.map(({ free }) => free)),
  };
  await evenWhenFull(ctx, () => writeSize(ctx.db, size));
}
