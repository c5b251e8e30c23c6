import * as overview from "../core/overview/measure-sizes.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;

/** Keeps the history of sizes. Every hour, so that no day is left out when the site is restarted. */
export const measureSizes: JobKind = {
  name: "measure-sizes",
  frees: true, // it runs on a full disk too, since that is what people will ask about
  recurring: { everyMs: HOUR_MS, firstAfterMs: 120_000 },
  run: async ({ ctx, disks }) => overview.measureSizes(ctx, await disks()),
};
