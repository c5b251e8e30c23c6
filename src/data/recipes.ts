import { sql, type Selectable } from "kysely";

import { REMIXERS, type MadeMeme, type Remixers } from "../entities/made-meme.ts";
import { byIds } from "./by-ids.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { unlistMade } from "./template-memes.ts";
import type { RecipesTable } from "./tables/making.ts";

export const toMade = (row: Selectable<RecipesTable>): MadeMeme => ({
  memeId: row.meme_id,
  recipe: row.recipe ?? undefined,
  templateId: row.template_id ?? undefined,
  parentId: row.parent_id ?? undefined,
  remix: REMIXERS[row.remix]!,
  editedAt: row.edited_at ?? undefined,
});

const byMeme = prepared((db, id: string) => db.selectFrom("recipes").selectAll().where("meme_id", "=", id), toMade);

/** Undefined if the meme was uploaded, and nobody has said anything about remixes. */
export const findMade = (db: Db, memeId: string) => first(byMeme(db, memeId));

/** How some memes were made, in any order. */
export const findManyMade = byIds(
  (db, isOneOf) => db.selectFrom("recipes").selectAll().where(isOneOf("meme_id")),
  toMade,
);

/** Its meme and its bases exist. */
export async function insertMade(db: Db, made: MadeMeme, baseIds: readonly string[]): Promise<void> {
  const { memeId, recipe = null, templateId = null, parentId = null, remix, editedAt = null } = made;
  await db
    .insertInto("recipes")
    .values({
      meme_id: memeId,
      recipe,
      template_id: templateId,
      parent_id: parentId,
      remix: REMIXERS.indexOf(remix),
      edited_at: editedAt,
    })
    .execute();
  await insertUses(db, memeId, baseIds);
}

const insertUses = async (db: Db, memeId: string, baseIds: readonly string[]) => {
  if (baseIds.length === 0) return;
  await db
    .insertInto("recipe_bases")
    .values(baseIds.map((base) => ({ meme_id: memeId, base_id: base })))
    .onConflict((c) => c.doNothing())
    .execute();
};

/** Ids of the uploads that a recipe names. */
export async function listBasesOfMeme(db: Db, memeId: string): Promise<string[]> {
  const rows = await db.selectFrom("recipe_bases").select("base_id").where("meme_id", "=", memeId).execute();
  return rows.map((row) => row.base_id);
}

/** What an edit changes. */
export interface EditedRecipe {
  recipe: string;
  templateId: string | undefined;
  parentId: string | undefined;
  editedAt: number;
}

export async function updateRecipe(
  db: Db,
  memeId: string,
  { recipe, templateId, parentId, editedAt }: EditedRecipe,
  baseIds: readonly string[],
): Promise<void> {
  await db
    .updateTable("recipes")
    .set({ recipe, template_id: templateId ?? null, parent_id: parentId ?? null, edited_at: editedAt })
    .where("meme_id", "=", memeId)
    .execute();
  await db.deleteFrom("recipe_bases").where("meme_id", "=", memeId).execute();
  await insertUses(db, memeId, baseIds);
}

/** A meme that was uploaded gets a row of its own. */
export async function updateRemix(db: Db, memeId: string, remix: Remixers): Promise<void> {
  const column = REMIXERS.indexOf(remix);
  await db
    .insertInto("recipes")
    .values({ meme_id: memeId, remix: column })
    .onConflict((c) => c.column("meme_id").doUpdateSet({ remix: column }))
    .execute();
}

/** Before a meme is deleted: what was made from it was made from its own parent now. */
export async function adoptChildren(db: Db, memeId: string): Promise<void> {
  await sql`update recipes set parent_id = (select p.parent_id from recipes p where p.meme_id = ${memeId})
    where parent_id = ${memeId}`.execute(db);
}

/** Its children have been adopted. Returns the uploads that its recipe named. */
export async function deleteMade(db: Db, memeId: string): Promise<string[]> {
  const bases = await listBasesOfMeme(db, memeId);
  await db.deleteFrom("recipes").where("meme_id", "=", memeId).execute();
  return bases;
}

/** Nobody's family is older than that. */
const MAX_ANCESTORS = 20;

/** Ids of what a meme was made from, the nearest first, whoever can see them. */
export async function findAncestors(db: Db, memeId: string): Promise<string[]> {
  const found: string[] = [];
  for (let id = memeId; found.length < MAX_ANCESTORS;) {
    const parentId = (await findMade(db, id))?.parentId;
    if (parentId === undefined || parentId === memeId || found.includes(parentId)) break;
    found.push((id = parentId));
  }
  return found;
}

const children = prepared((db, parentId: string, after: string, amount: number) =>
  db
    .selectFrom("recipes")
    .select("meme_id as id")
    .where("parent_id", "=", parentId)
    .where("meme_id", ">", after)
    .orderBy("meme_id")
    .limit(amount),
);

/** Ids of memes that were remixed from this one, the oldest first. */
export const listChildren = async (db: Db, parentId: string, after: string, amount: number): Promise<string[]> =>
  (await children(db, parentId, after, amount)).map(({ id }) => id);

/** Nobody can edit or remix these memes any more: they are only pictures now. Returns the uploads that they named. */
export async function forgetRecipes(db: Db, memeIds: readonly string[]): Promise<string[]> {
  const remix = REMIXERS.indexOf("nobody");
  await db.updateTable("recipes").set({ recipe: null, remix }).where("meme_id", "in", memeIds).execute();
  const uses = await db.deleteFrom("recipe_bases").where("meme_id", "in", memeIds).returning("base_id").execute();
  return [...new Set(uses.map((row) => row.base_id))].sort();
}

/** They were made with a template that is about to go. */
export async function forgetTemplateOf(db: Db, memeIds: readonly string[]): Promise<void> {
  for (const memeId of memeIds) await unlistMade(db, memeId);
  await db.updateTable("recipes").set({ template_id: null }).where("meme_id", "in", memeIds).execute();
}
