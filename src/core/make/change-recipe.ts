import { randomBytes } from "node:crypto";

import { describeWords, onOneLine } from "../../compose/describe-words.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { deleteCopy } from "../../data/copies.ts";
import { dialectOf } from "../../data/dialect.ts";
import { insertEvent } from "../../data/events.ts";
import { enqueueJob } from "../../data/jobs.ts";
import { findAncestors, findMade, listBasesOfMeme, updateRecipe } from "../../data/recipes.ts";
import { insertBase } from "../../data/bases.ts";
import { updateWords } from "../../data/memes.ts";
import { replaceImage } from "../../data/renditions.ts";
import { listMade, unlistMade } from "../../data/template-memes.ts";
import type { Meme, MemeImage } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { findFamilyOf, joinFamily, type SeenBothWays } from "../copies/find-family.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { MAX_ALT } from "../memes/caption-meme.ts";
import { deleteDiscarded, discardImage } from "../memes/discard-image.ts";
import { reindexMeme } from "../memes/enlist-meme.ts";
import { findEditableMeme, lockEditableMeme, withAuthor, type MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { MAKE_RENDITIONS, needsMore, subjectFor } from "../memes/make-renditions.ts";
import { chargeSpace, requireSpace } from "../memes/quotas.ts";
import { bytesTaken } from "../memes/stored-files.ts";
import { looksOf, orDiscard, storeImage } from "../memes/submit-meme.ts";
import { requireNotBanned } from "../moderation/find-ban.ts";
import { bytesOfBases } from "./add-recipe.ts";
import { drawMeme, type Composed, type Drawing } from "./draw-meme.ts";
import { storeBases } from "./make-meme.ts";
import { releaseBases } from "./release-bases.ts";

export type ChangedRecipe = Pick<Drawing, "recipe" | "files">;

/** An edit whose pictures are stored. All that is left is to write the rows. */
export interface PreparedChange {
  memeId: string;
  drawn: Composed;
  image: MemeImage;
  seen: SeenBothWays;
  family: string | undefined;
}

/** Draws a meme anew. It keeps its id and ratings; its picture gets another address. */
export async function changeRecipe(ctx: Ctx, memeId: string, input: ChangedRecipe): Promise<MemeWithAuthor> {
  const prepared = await prepareChange(ctx, memeId, input);
  return orDiscardChange(ctx, prepared, () => addChange(ctx, prepared));
}

export const orDiscardChange = <T>(
  ctx: Pick<Ctx, "db" | "storage">,
  { image, drawn }: PreparedChange,
  add: () => Promise<T>,
): Promise<T> => orDiscard(ctx, { image, made: { newBases: drawn.newBases.map(({ base }) => base) } }, add);

/** The slow part, outside any transaction. */
export async function prepareChange(
  ctx: Ctx,
  memeId: string,
  { recipe, files }: ChangedRecipe,
): Promise<PreparedChange> {
  requireMember(ctx.actor);
  dialectOf(ctx.db).requireRoom();
  const before = await findEditableMeme(ctx, memeId);
  await requireChangeable(ctx, before);
  const { image: picture, ...drawn } = await drawMeme(ctx, { recipe, ...(files && { files }) }, { edited: before });
  const isOwn = drawn.recipe.panels.some(({ base }) => base.kind === "meme" && base.id === memeId);
  if (isOwn) throw new DomainError("invalid", message("make.from-itself"));
  const seen = looksOf(picture);
  await requireNotBanned(ctx, seen);
  const more =
    picture.original.bytes.length + bytesOfBases(drawn.newBases.map(({ base }) => base)) - bytesTaken(before.image);
  if (more > 0) await requireSpace(ctx, more);
  const family = await findFamilyOf(ctx, seen, picture.thumbnail.bytes);
  // Unlike the first one, not named after its content: a picture that comes back must not meet its own deletion.
  const key = `${seen.hash.slice(0, 2)}/${memeId}-${randomBytes(16).toString("hex")}`;
  const prepared = { memeId, drawn, image: await storeImage(ctx, key, picture), seen, family };
  return orDiscardChange(ctx, prepared, async () => {
    await storeBases(ctx, drawn.newBases);
    return prepared;
  });
}

/** What staff have hidden or are looking at must not change under their eyes. */
async function requireChangeable({ db }: Pick<Ctx, "db">, meme: Meme): Promise<void> {
  if (meme.held) throw new DomainError("held_by_staff", message("make.held"));
  if ((await findMade(db, meme.id))?.recipe === undefined)
    throw new DomainError("not_found", message("make.no-recipe"));
}

/** The rows. */
export async function addChange(ctx: Ctx, prepared: PreparedChange): Promise<MemeWithAuthor> {
  const { user } = requireMember(ctx.actor);
  const { memeId, drawn, image, seen, family } = prepared;
  const { changed, old } = await inTransaction(ctx, async (tx) => {
    const { db, now } = tx;
    const before = await lockEditableMeme(tx, memeId);
    await requireChangeable(tx, before);
    await requireNotBanned(tx, seen);
    await replaceImage(db, memeId, image, !needsMore(image));
    if (needsMore(image)) await enqueueJob(db, MAKE_RENDITIONS, subjectFor(memeId, image.hash), now);
    await deleteCopy(db, memeId);
    await joinFamily(tx, memeId, seen, family);
    const alt = await describeAnew(tx, before, drawn.recipe);
    const freed = await replaceRecipe(tx, before, drawn);
    const changed = { ...before, image, alt };
    if (alt !== before.alt) await replaceWords(tx, changed, before);
    if (!changed.disabled) await insertEvent(db, "edited", changed, [changed.caption]);
    await discardImage(tx, before.image);
    const bases = bytesOfBases(drawn.newBases.map(({ base }) => base));
    await chargeSpace(tx, user, bytesTaken(image) - bytesTaken(before.image) + bases - freed);
    return { changed: await withAuthor(tx, changed), old: before.image };
  });
  // Inside somebody else's transaction, this is left to the job.
  if (!ctx.db.isTransaction) await deleteDiscarded(ctx, [old]);
  return changed;
}

/** A description that was made from the words follows them. One that somebody wrote stays. */
async function describeAnew({ db }: Pick<Ctx, "db">, { id, alt }: Meme, recipe: Recipe): Promise<string> {
  const before = (await findMade(db, id))?.recipe;
  const isOurs = before !== undefined && onOneLine(alt) === describeWords(JSON.parse(before) as Recipe, MAX_ALT);
  return isOurs ? describeWords(recipe, MAX_ALT) : alt;
}

async function replaceWords({ db }: Pick<Ctx, "db">, meme: Meme, before: Meme): Promise<void> {
  await updateWords(db, meme.id, meme);
  if (!meme.disabled) await reindexMeme(db, meme, before);
}

/** A meme keeps the parent it has. One that had none gets that of its new picture, unless it is its own descendant. */
async function findParentOf({ db }: Pick<Ctx, "db">, id: string, { parentId }: PreparedChange["drawn"]) {
  const before = (await findMade(db, id))?.parentId;
  if (before !== undefined || parentId === undefined || parentId === id) return before;
  return (await findAncestors(db, parentId)).includes(id) ? undefined : parentId;
}

/** Returns how many bytes of uploads that it no longer uses are freed. */
async function replaceRecipe(
  tx: Ctx,
  { id, authorId, disabled }: Meme,
  drawn: PreparedChange["drawn"],
): Promise<number> {
  const { db, now } = tx;
  const { recipe, templateId, baseIds, newBases } = drawn;
  const earlier = await listBasesOfMeme(db, id);
  if (!disabled) await unlistMade(db, id);
  for (const { base } of newBases) await insertBase(db, base);
  const parentId = await findParentOf(tx, id, drawn);
  await updateRecipe(db, id, { recipe: JSON.stringify(recipe), templateId, parentId, editedAt: now }, baseIds);
  if (!disabled) await listMade(db, id);
  return releaseBases(
    tx,
    authorId,
    earlier.filter((base) => !baseIds.includes(base)),
  );
}
