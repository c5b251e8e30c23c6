import { oldestMemes } from "../../data/check.ts";
import { readOwners } from "../../storage/owners.ts";
import type { Ctx } from "../ctx.ts";
import { keyOf } from "./renditions.ts";

/** The oldest memes, because anything added after a folder was unmounted is in the empty one beneath it. */
const SAMPLE = 10;

/**
 * Detects an unmounted network folder: there are memes, but the storage has neither our owner file nor their pictures.
 * Returns a sentence about it.
 */
export async function picturesLost({ db, storage }: Pick<Ctx, "db" | "storage">): Promise<string | undefined> {
  if ((await readOwners(storage)).length > 0) return undefined;
  const memes = await oldestMemes(db, SAMPLE);
  for (const meme of memes) if (await storage.open(keyOf(meme.image, "original"))) return undefined;
  return memes.length === 0
    ? undefined
    : `The pictures of this site are not in ${storage.description}: is it mounted, and the right one? If they are lost, ./guffaw restore FOLDER --images-only restores them from a backup, and ./guffaw sweep --adopt continues without them.`;
}
