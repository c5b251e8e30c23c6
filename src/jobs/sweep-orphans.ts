import { DomainError } from "../errors.ts";
import * as memes from "../core/memes/sweep-orphans.ts";
import { sweepBases } from "../core/make/release-bases.ts";
import { forgetWords } from "../core/search/forget-words.ts";
import type { JobKind } from "./job-kind.ts";

export const sweepOrphansJob: JobKind = {
  name: "sweep-litter",
  frees: true,
  // Not immediately, so that an operator who sees a warning at startup can still stop it.
  recurring: { everyMs: 86_400_000, firstAfterMs: 60_000 },
  async run({ ctx, log, signal }) {
    log.info("unused words forgotten", { words: await forgetWords(ctx, signal) });
    log.info("unused base pictures forgotten", { pictures: await sweepBases(ctx, signal) });
    try {
      const { files, bytes } = await memes.sweepOrphans(ctx, { now: ctx.now, signal });
      log.info("orphaned files deleted", { files, bytes });
    } catch (error) {
      // A retry would not help: the operator has to resolve it first.
      if (!(error instanceof DomainError && error.code === "not_allowed")) throw error;
      log.warn("orphaned files not deleted", { reason: error.message });
    }
  },
};
