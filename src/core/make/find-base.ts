import type { Panel, Recipe } from "../../compose/recipe.ts";
import { findBannedByHash } from "../../data/banned-pictures.ts";
import { findBase, listSharing, listTemplatesOfBase } from "../../data/bases.ts";
import { findMade } from "../../data/recipes.ts";
import { findTemplate } from "../../data/templates.ts";
import type { BasePicture } from "../../entities/base-picture.ts";
import type { Meme } from "../../entities/meme.ts";
import { canSee, isAuthor, isBlocked } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { lookUp } from "../memes/find-visible-meme.ts";
import { imagePath, keyOf } from "../memes/renditions.ts";
import { canSeeTemplate } from "../templates/find-template.ts";
import { baseFile, basePath } from "./base-files.ts";
import { isRemixer, mayRemix } from "./may-remix.ts";

/** What a panel can be filled with. */
export type Base = Panel["base"];
export type PicturedBase = Exclude<Base, { kind: "color" }>;

/** A picture that the caller may use. */
export interface FoundBase {
  /** Storage key of its file. */
  file: string;
  /** Where it is, under the public address. */
  path: string;
  width: number;
  height: number;
  animated: boolean;
  /** The upload, if it is one. */
  baseId?: string;
  templateId?: string;
  /** The meme that lets the caller use it, if it belongs to somebody else or is a meme. */
  parentId?: string;
}

/** In the order of the panels. */
export const picturesIn = ({ panels }: Recipe): PicturedBase[] =>
  panels.flatMap(({ base }) => (base.kind === "color" ? [] : [base]));

/** A meme that its author is about to change. It may keep the templates it has, even if they are retired by now. */
export type Edited = Pick<Meme, "id" | "authorId">;

/** Undefined if it is gone, hidden, or not for the caller to use: nobody can tell which. */
export function findUsable(ctx: Ctx, base: PicturedBase, edited?: Edited): Promise<FoundBase | undefined> {
  if (base.kind === "template") return findTemplateAsBase(ctx, base.id, edited);
  return base.kind === "upload" ? findUpload(ctx, base.id) : findMemeAsBase(ctx, base.id);
}

async function findTemplateAsBase(ctx: Ctx, id: string, edited: Edited | undefined): Promise<FoundBase | undefined> {
  const { db, actor } = ctx;
  const template = isId(id) ? await findTemplate(db, id) : undefined;
  const base = template && (await findBase(db, template.baseId));
  if (!base) return undefined;
  const found = { ...describe(base), templateId: id };
  if (canSeeTemplate(actor, template)) return found;
  if (template.status !== "retired" || !edited || !(await isMadeWith(ctx, edited, id))) return undefined;
  return (await isBanned(ctx, base)) ? undefined : { ...found, path: `${found.path}?for=${edited.id}` };
}

const isMadeWith = async (ctx: Pick<Ctx, "db" | "actor">, edited: Edited, template: string) =>
  (await listTemplatesIn(ctx, edited)).includes(template);

/** Those of the recipe as it is stored, if the meme is the caller's own. */
async function listTemplatesIn({ db, actor }: Pick<Ctx, "db" | "actor">, edited: Edited): Promise<string[]> {
  const recipe = isAuthor(actor, edited) ? (await findMade(db, edited.id))?.recipe : undefined;
  if (recipe === undefined) return [];
  return picturesIn(JSON.parse(recipe) as Recipe).flatMap(({ kind, id }) => (kind === "template" ? id : []));
}

/** A ban retires the templates with its picture. */
const isBanned = async ({ db }: Pick<Ctx, "db">, { hash }: BasePicture) =>
  (await findBannedByHash(db, hash)) !== undefined;

async function findUpload(ctx: Ctx, id: string): Promise<FoundBase | undefined> {
  const base = isId(id) ? await findBase(ctx.db, id) : undefined;
  if (!base) return undefined;
  const found = { ...describe(base), baseId: id };
  if (isOwner(ctx, base)) return found;
  const parentId = await findSharing(ctx, base);
  return parentId === undefined ? undefined : { ...found, parentId };
}

const isOwner = ({ actor }: Pick<Ctx, "actor">, { ownerId }: BasePicture) =>
  actor.kind === "system" || (actor.kind === "member" && actor.user.id === ownerId);

/** The meme by which its owner lets the caller use an upload: one that the caller can see and may remix. */
async function findSharing(ctx: Pick<Ctx, "db" | "actor">, { id, ownerId }: BasePicture): Promise<string | undefined> {
  if (ownerId === undefined || isBlocked(ctx.actor, ownerId)) return undefined;
  for (const { memeId, remix } of await listSharing(ctx.db, id))
    if (await isRemixer(ctx, ownerId, remix)) return memeId;
  return undefined;
}

async function findMemeAsBase(ctx: Ctx, id: string): Promise<FoundBase | undefined> {
  const meme = await lookUp(ctx, id);
  if (!meme || !canSee(ctx.actor, meme) || !(await mayRemix(ctx, meme))) return undefined;
  const { image } = meme;
  const { width, height, animated } = image;
  return { file: keyOf(image, "original"), path: imagePath(meme), width, height, animated, parentId: id };
}

const describe = (base: BasePicture) => ({
  file: baseFile(base),
  path: basePath(base),
  width: base.width,
  height: base.height,
  animated: base.frames > 1,
});

/** Whether everyone, or only the caller, may see the picture itself: perhaps only to change a meme of theirs. */
export async function findAudience(
  ctx: Ctx,
  base: BasePicture,
  memeId?: string,
): Promise<"everyone" | "caller" | undefined> {
  const templates = await listTemplatesOfBase(ctx.db, base.id);
  if (templates.some(({ status }) => status === "accepted")) return "everyone";
  if (isOwner(ctx, base) || templates.some((template) => canSeeTemplate(ctx.actor, template))) return "caller";
  if ((await findSharing(ctx, base)) !== undefined) return "caller";
  return memeId !== undefined && (await isBaseOf(ctx, base, memeId)) ? "caller" : undefined;
}

/** Whether it is the picture of a template that a meme of the caller's may keep. */
async function isBaseOf(ctx: Ctx, base: BasePicture, memeId: string): Promise<boolean> {
  const meme = await lookUp(ctx, memeId);
  for (const id of meme ? await listTemplatesIn(ctx, meme) : [])
    if ((await findTemplateAsBase(ctx, id, meme))?.file === baseFile(base)) return true;
  return false;
}
