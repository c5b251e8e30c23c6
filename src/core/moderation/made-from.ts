import { listRemixesOf, listSharingUploads } from "../../data/made-from.ts";
import { findManyMade, forgetRecipes } from "../../data/recipes.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { dropBases } from "../make/release-bases.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";
import { hideMeme } from "./hide-meme.ts";
import { removeMeme } from "./remove-meme.ts";
import { withEverybody } from "./with-everybody.ts";

/** Looked at in one go. */
const MAX_MADE = 100;

/** What becomes of memes made from a banned picture. Their recipes go in any case. */
export const FATES = ["leave", "hide", "delete"] as const;
export type Fate = (typeof FATES)[number];

/** A meme, and whether pictures that look like its own are meant too. */
interface Source {
  memeId: string;
  alike: boolean;
}

/**
 * Ids of memes that have this meme's picture in them; hidden ones too. The same upload with other words looks alike,
 * so memes made from it may be meant as well.
 */
async function findMadeFrom({ db }: Pick<Ctx, "db">, { memeId, alike }: Source): Promise<string[]> {
  const pictured = new Set([memeId, ...(alike ? await listSharingUploads(db, memeId, MAX_MADE) : [])]);
  const seen = new Set(pictured);
  // A remix of a remix may still have the first picture in it, and so may one of a meme that has it in it.
  for (let generation = [...seen]; generation.length > 0 && seen.size < MAX_MADE;) {
    generation = (await listRemixesOf(db, generation, MAX_MADE)).filter((id) => !seen.has(id));
    for (const id of generation) seen.add(id);
    for (const { memeId: id, recipe } of await findManyMade(db, generation))
      if (recipe !== undefined && shows(JSON.parse(recipe) as Recipe, pictured)) pictured.add(id);
  }
  pictured.delete(memeId);
  return [...pictured];
}

const shows = ({ panels }: Recipe, memes: ReadonlySet<string>) =>
  panels.some(({ base }) => base.kind === "meme" && memes.has(base.id));

/** Those that everyone can see. */
export async function listMadeFrom(ctx: Ctx, source: Source): Promise<MemeWithAuthor[]> {
  requireStaff(ctx.actor);
  const listed = await readListed(withEverybody(ctx), await findMadeFrom(ctx, source));
  return listed.filter(({ meme }) => !meme.disabled);
}

/** Inside the transaction of a ban: nothing more can be made from the picture, and uploads that nobody needs go. */
export async function forgetMadeFrom(tx: Ctx, source: Source): Promise<void> {
  const uploads = await forgetRecipes(tx.db, [source.memeId, ...(await findMadeFrom(tx, source))]);
  await dropBases(tx, uploads);
}

/** After the ban. */
export async function settleMadeFrom(ctx: Ctx, input: { memeIds: readonly string[]; fate: Fate; reason: string }) {
  requireStaff(ctx.actor);
  const { memeIds, fate, reason } = input;
  if (fate === "leave") return;
  const settle = fate === "hide" ? hideMeme : removeMeme;
  for (const memeId of memeIds) await settle(ctx, { memeId, reason });
}
