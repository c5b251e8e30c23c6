import { DomainError } from "../errors.ts";
import * as memes from "../core/memes/sweep-orphans.ts";
import type { JobKind } from "./job-kind.ts";

export const sweepOrphansJob: JobKind = {
  name: "sweep-litter",
  frees: true,
  // Not at once, so that whoever sees a warning at the start can still stop it.
  recurring: { everyMs: 86_400_000, firstAfterMs: 60_000 },
  async run({ ctx, log, signal }) {
    try {
      const { files, bytes } = await memes.sweepOrphans(ctx, { now: ctx.now, signal });
      log.info("orphaned files deleted", { files, bytes });
    } catch (error) {
      // Trying again would change nothing: the operator has to settle it first.
      if (!(error instanceof DomainError && error.code === "not_allowed")) throw error;
      log.warn("litter not swept", { reason: error.message });
    }
  },
};
