import { makeRenditions, MAKE_RENDITIONS, memeIdOf } from "../core/memes/make-renditions.ts";
import { MAKE_FORMATS } from "../core/memes/make-formats.ts";
import { advanceJob } from "../data/jobs.ts";
import { findMeme } from "../data/memes.ts";
import { waitForQuiet } from "../images/process.ts";
import type { JobKind } from "./job-kind.ts";

/** Queued with each new meme. */
export const makeRenditionsJob: JobKind = {
  name: MAKE_RENDITIONS,
  lane: "pictures",
  async run({ ctx, subject, log, signal }) {
    await waitForQuiet(signal);
    const meme = await findMeme(ctx.db, memeIdOf(subject));
    const outcome = meme ? await makeRenditions(ctx, meme) : "gone";
    if (outcome === "lost" || outcome === "refused")
      log.warn("a meme has no smaller pictures", { meme: memeIdOf(subject), outcome });
    await advanceJob(ctx.db, MAKE_FORMATS, "", ctx.now);
  },
};
