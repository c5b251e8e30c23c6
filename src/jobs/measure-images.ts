import * as memes from "../core/memes/measure-images.ts";
import type { JobKind } from "./job-kind.ts";

/** Queued by the migration that introduced file sizes. */
export const measureImages: JobKind = {
  name: memes.MEASURE_IMAGES,
  async run({ ctx, log, signal }) {
    log.info("images measured", { memes: await memes.measureImages(ctx, signal) });
  },
};
