import { MAKE_FORMATS, makeAllFormats, needsFormats } from "../core/memes/make-formats.ts";
import type { Outcome } from "../core/memes/make-renditions.ts";
import { waitForQuiet } from "../images/process.ts";
import type { JobKind } from "./job-kind.ts";

/** Also runs as soon as a new meme has all its renditions. */
export const makeFormatsJob: JobKind = {
  name: MAKE_FORMATS,
  lane: "formats",
  recurring: { everyMs: 120_000, firstAfterMs: 90_000 },
  async run({ ctx, log, signal }) {
    if (!(await needsFormats(ctx))) return;
    const outcomes: Record<Outcome, number> = { made: 0, gone: 0, lost: 0, refused: 0 };
    const onMeme = (outcome: Outcome) => void outcomes[outcome]++;
    await makeAllFormats(ctx, { onMeme, pause: () => waitForQuiet(signal), signal });
    const { lost, refused } = outcomes;
    if (lost + refused > 0) log.warn("some memes have no formats for GIF searches", { lost, refused });
  },
};
