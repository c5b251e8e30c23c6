import * as memes from "../core/memes/measure-images.ts";
import type { JobKind } from "./job-kind.ts";

/** Written by the migration that began to keep the sizes of files. */
export const measureImages: JobKind = {
  name: memes.MEASURE_IMAGES,
  async run({ ctx, log, signal }) {
    log.info("images measured", { memes: await memes.measureImages(ctx, signal) });
  },
};
