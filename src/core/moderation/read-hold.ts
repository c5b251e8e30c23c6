import { listActs } from "../../data/acts.ts";

import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";

/** Staff rarely act on one meme, so its last hiding is among the latest acts. */
const MAX_ACTS = 20;

/** The reason staff gave for hiding this meme; undefined if they did not. The caller's access was checked before. */
export async function readHoldReason({ db }: Ctx, meme: Meme): Promise<string | undefined> {
  if (meme.held !== "hidden") return undefined;
  const acts = await listActs(db, { memeId: meme.id }, { amount: MAX_ACTS });
  return acts.find(({ kind }) => kind === "hide")?.note;
}
