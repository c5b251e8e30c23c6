import { crownMemes as crown } from "../core/memes/crown-memes.ts";
import type { JobKind } from "./job-kind.ts";

const FIVE_MINUTES = 300_000;

/** Chooses the meme of the day, soon after the day. */
export const crownMemes: JobKind = {
  name: "crown-memes",
  recurring: { everyMs: FIVE_MINUTES, firstAfterMs: FIVE_MINUTES },
  run: ({ ctx }) => crown(ctx),
};
