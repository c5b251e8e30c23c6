import { encodeMeme } from "../core/memes/encode-meme.ts";
import { ENCODE_VIDEO } from "../core/memes/submit-video.ts";
import type { JobKind } from "./job-kind.ts";

/** Once as many processes have died at it in a row, it is to blame. */
const MAX_DEATHS = 5;

/** Queued with each video. One at a time: it takes all the processor time it can get. */
export const encodeVideoJob: JobKind = {
  name: ENCODE_VIDEO,
  lane: "videos",
  async run({ ctx, subject, deaths, log, signal }) {
    const outcome = await encodeMeme(ctx, { memeId: subject, signal, giveUp: deaths >= MAX_DEATHS });
    log.info("a video was encoded", { meme: subject, outcome });
  },
};
