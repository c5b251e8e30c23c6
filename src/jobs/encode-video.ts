import { encodeMeme } from "../core/memes/encode-meme.ts";
import { ENCODE_VIDEO } from "../core/memes/submit-video.ts";
import type { JobKind } from "./job-kind.ts";

/** Queued with each video. One at a time: it takes all the processor time it can get. */
export const encodeVideoJob: JobKind = {
  name: ENCODE_VIDEO,
  lane: "videos",
  async run({ ctx, subject, log, signal }) {
    const outcome = await encodeMeme(ctx, subject, signal);
    log.info("a video was encoded", { meme: subject, outcome });
  },
};
