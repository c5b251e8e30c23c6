import { DELETE_IMAGE, deleteDiscardedImage } from "../core/memes/discard-image.ts";
import type { JobKind } from "./job-kind.ts";

export const deleteImage: JobKind = {
  name: DELETE_IMAGE,
  frees: true,
  run: ({ ctx, subject }) => deleteDiscardedImage(ctx, subject),
};
