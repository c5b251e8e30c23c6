import { classicRecipe } from "../../compose/classic.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { findOwnBase } from "../../data/bases.ts";
import { DomainError, explainOutage } from "../../errors.ts";
import {
  makeImage,
  makePicture,
  processImage,
  type BaseSource,
  type Drawable,
  type Picture,
  type ProcessedImage,
  type SizedRendition,
  type StillFormat,
} from "../../images/process.ts";
import { readBytes } from "../../storage/storage.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { requireNotBanned } from "../moderation/find-ban.ts";
import { baseFile, baseHash, newBase, type NewBase } from "./base-files.ts";
import { chooseRecipe, recipeOf, type Wish } from "./choose-recipe.ts";
import { findUsable, picturesIn, type Edited, type FoundBase, type PicturedBase } from "./find-base.ts";

export interface Drawing extends Wish {
  /** Pictures that came along. A recipe names them as uploads by the name of their field. */
  files?: ReadonlyMap<string, Picture>;
}

/** What a meme is made of. */
export interface Composed {
  /** It names only what is stored, or is to be. */
  recipe: Recipe;
  /** Those that the recipe names and that have yet to be stored. */
  newBases: NewBase[];
  /** All uploads that the recipe names. */
  baseIds: string[];
  templateId: string | undefined;
  /** The meme that it was made from, if one of its pictures says so. */
  parentId: string | undefined;
}

export interface Drawn extends Composed {
  image: ProcessedImage;
}

/** A meme that its author is about to change. */
interface Editing {
  edited?: Edited | undefined;
}

interface How extends Editing {
  /** The format of a picture that does not move. */
  still?: StillFormat;
}

/** A meme to be posted. Bases are looked for as the caller; nothing is stored. */
export async function drawMeme(ctx: Ctx, wish: Drawing, how: Editing = {}): Promise<Drawn> {
  const { composed, drawable } = await compose(ctx, wish, how);
  return { ...composed, image: await makeImage(drawable) };
}

/** Only its picture. */
export async function drawPicture(ctx: Ctx, wish: Drawing, how: How = {}): Promise<SizedRendition> {
  const { drawable } = await compose(ctx, wish, how);
  return (await makePicture(drawable)).picture;
}

async function compose(
  ctx: Ctx,
  wish: Drawing,
  { still = "jpeg", edited }: How,
): Promise<{ composed: Composed; drawable: Drawable }> {
  const { user } = requireMember(ctx.actor);
  const chosen = await chooseRecipe(ctx, wish);
  const uploads = await Uploads.read(ctx, wish.files, "classic" in chosen ? [chosen.classic] : namesIn(chosen));
  const recipe = "classic" in chosen ? uploads.classic(chosen.classic, wish.texts ?? []) : uploads.nameIn(chosen);
  const bases = picturesIn(recipe);
  const found: FoundBase[] = [];
  const sources: BaseSource[] = [];
  for (const base of bases) {
    const fresh = uploads.find(base);
    const usable = fresh ?? (await findNamedPicture(ctx, base, edited));
    found.push(usable);
    sources.push(fresh?.bytes ?? (() => readPicture(ctx, usable)));
  }
  const format = found.some(({ animated }) => animated) ? "film" : still;
  return {
    composed: {
      recipe,
      newBases: uploads.unknown(),
      baseIds: [...new Set(bases.flatMap(({ kind, id }) => (kind === "upload" ? id : [])))],
      templateId: found.find(({ templateId }) => templateId)?.templateId,
      parentId: found.find(({ parentId }) => parentId)?.parentId,
    },
    drawable: { recipe, format, sources, account: user.id, fonts: ctx.policy.fonts },
  };
}

const namesIn = (recipe: Recipe) => picturesIn(recipe).flatMap(({ kind, id }) => (kind === "upload" ? id : []));

/** Everything that the caller may not use is the same to them: not there. */
export async function findNamedPicture(ctx: Ctx, base: PicturedBase, edited?: Edited): Promise<FoundBase> {
  const found = await findUsable(ctx, base, edited);
  if (found) return found;
  throw new DomainError("not_found", message("make.no-base", { kind: base.kind, id: base.id }));
}

export async function readPicture(
  { storage }: Pick<Ctx, "storage">,
  { file }: Pick<FoundBase, "file">,
): Promise<Uint8Array> {
  try {
    const bytes = await readBytes(storage, file);
    if (bytes) return bytes;
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
  throw new DomainError("not_found", message("error.picture-lost"));
}

export interface Uploaded extends NewBase {
  /** The caller has uploaded the same before. */
  isKnown: boolean;
}

/** The pictures that came along, by the name of their field. */
class Uploads {
  constructor(private read: ReadonlyMap<string, Uploaded>) {}

  /** Only those that are named: nobody waits for the others. */
  static async read(ctx: Ctx, files: Drawing["files"], names: readonly string[]): Promise<Uploads> {
    const read = new Map<string, Uploaded>();
    for (const [name, picture] of files ?? []) if (names.includes(name)) read.set(name, await readUpload(ctx, picture));
    return new Uploads(read);
  }

  /** The recipe with their ids in place of the names of their fields. */
  nameIn(recipe: Recipe): Recipe {
    const panels = recipe.panels.map((panel) => {
      const { base } = panel;
      const uploaded = base.kind === "upload" ? this.read.get(base.id) : undefined;
      return uploaded ? { ...panel, base: { ...base, id: uploaded.base.id } as typeof base } : panel;
    });
    return { ...recipe, panels };
  }

  classic(name: string, texts: readonly string[]): Recipe {
    const { base } = this.read.get(name)!;
    return recipeOf(classicRecipe({ kind: "upload", id: base.id }, base, texts));
  }

  find({ kind, id }: PicturedBase): (FoundBase & { bytes: Uint8Array }) | undefined {
    const uploaded = kind === "upload" ? [...this.read.values()].find(({ base }) => base.id === id) : undefined;
    if (!uploaded) return undefined;
    const { base, file } = uploaded;
    const { width, height, frames } = base;
    return { file: baseFile(base), path: "", width, height, animated: frames > 1, baseId: id, bytes: file.bytes };
  }

  unknown(): NewBase[] {
    return [...this.read.values()].flatMap(({ isKnown, base, file }) => (isKnown ? [] : { base, file }));
  }
}

export async function readUpload(ctx: Ctx, picture: Picture): Promise<Uploaded> {
  const { user } = requireMember(ctx.actor);
  const image = await processImage(picture, user.id);
  const hash = baseHash(image.hash);
  await requireNotBanned(ctx, { hash, perceptualHashes: image.perceptualHashes });
  const known = await findOwnBase(ctx.db, user.id, hash);
  return known
    ? { base: known, file: image.original, isKnown: true }
    : { ...newBase(ctx, image, user.id), isKnown: false };
}
