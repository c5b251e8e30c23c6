import * as copies from "../core/copies/compare-memes.ts";
import type { JobKind } from "./job-kind.ts";

/** Queued by the migration that introduced copies. */
export const compareMemes: JobKind = {
  name: copies.COMPARE_MEMES,
  async run({ ctx, log, signal }) {
    log.info("memes compared", { memes: await copies.compareMemes(ctx, signal) });
  },
};
