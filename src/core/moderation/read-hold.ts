import { listActs } from "../../data/acts.ts";

import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";

/** Little is done to one meme, and the last time it was hidden is among the last of it. */
const MAX_ACTS = 20;

/** What staff gave as the reason when it hid this meme; undefined where it did not. Whether the caller sees the meme was decided before. */
export async function readHoldReason({ db }: Ctx, meme: Meme): Promise<string | undefined> {
  if (meme.held !== "hidden") return undefined;
  const acts = await listActs(db, { memeId: meme.id }, { amount: MAX_ACTS });
  return acts.find(({ kind }) => kind === "hide")?.note;
}
