import { dialectOf } from "../../data/dialect.ts";
import { findMade } from "../../data/recipes.ts";
import { listStatusesOf } from "../../data/templates.ts";
import type { Age } from "../../entities/age.ts";
import type { Template } from "../../entities/template.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import type { Picture } from "../../images/process.ts";
import { message } from "../../words/messages.ts";
import { isAuthor, isStaff, requireMember, type PossibleActor } from "../access.ts";
import type { Ctx, Policy } from "../ctx.ts";
import { drawPicture, readPicture, readUpload } from "../make/draw-meme.ts";
import { readRecipe } from "../make/read-recipe.ts";
import { cleanAlt } from "../memes/caption-meme.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { chargeSpace, requireSpace } from "../memes/quotas.ts";
import { readMeme } from "../memes/read-meme.ts";
import { keyOf } from "../memes/renditions.ts";
import { mustWait } from "../memes/submit-meme.ts";
import { addTemplate, withStored } from "./add-template.ts";
import { drawPreview } from "./draw-preview.ts";
import { ARRANGEMENTS, recipeFor, type Arrangement, type Box } from "./template-recipe.ts";
import { cleanSamples, cleanTemplateName, cleanTemplateTags } from "./template-texts.ts";

export interface Proposal {
  name: string;
  /** As typed. */
  tags: string;
  alt: string;
  age: Age;
  /** Where the words go, unless a meme says so. */
  arrangement: Arrangement;
  /** One for each box, unless a meme has them. */
  sampleTexts: readonly string[];
  /** A picture, or one of the caller's memes. */
  from: { picture: Picture } | { memeId: string };
}

export const MAX_WAITING = 10;
export const MAX_OWN = 200;

/** Whether somebody may propose templates here. Guests may once they have signed in. */
export const mayPropose = ({ templates }: Pick<Policy, "templates">, actor: PossibleActor): boolean =>
  templates !== "staff" || isStaff(actor);

/** Whether what the caller proposes needs no decision. */
export const isAcceptedAtOnce = async (ctx: Ctx): Promise<boolean> =>
  isStaff(ctx.actor) ||
  (ctx.policy.templates === "open" &&
    ctx.actor.kind === "member" &&
    // What they post has to wait too.
    !(await mustWait(ctx, ctx.actor.user)));

/** Others can use it once staff have accepted it, or at once if this site is open. */
export async function proposeTemplate(ctx: Ctx, input: Proposal): Promise<Template> {
  const { user } = requireMember(ctx.actor);
  if (!mayPropose(ctx.policy, ctx.actor)) throw new DomainError("not_allowed", message("error.templates-staff"));
  // The pictures would take the space that deletions need.
  dialectOf(ctx.db).requireRoom();
  const words = { name: cleanTemplateName(input.name), tags: cleanTemplateTags(input.tags), alt: cleanAlt(input.alt) };
  await requireFew(ctx, user);
  await requireSpace(ctx, 1);
  const source = "memeId" in input.from ? await readSource(ctx, input.from.memeId) : input.from;
  const { boxes = ARRANGEMENTS[input.arrangement], texts = input.sampleTexts }: Partial<Source> = source;
  const { base, file, isKnown } = await readUpload(ctx, source.picture);
  const id = ctx.ids.next();
  const recipe = recipeFor({ id, base, boxes });
  const sampleTexts = cleanSamples(texts, recipe.boxes.length);
  const preview = await drawPreview(ctx, { recipe, sampleTexts, bytes: file.bytes });
  const isAccepted = await isAcceptedAtOnce(ctx);
  const template: Omit<Template, "uses"> = {
    id,
    ...words,
    authorId: user.id,
    status: isAccepted ? "accepted" : "proposed",
    baseId: base.id,
    previewId: preview.base.id,
    recipe: JSON.stringify(recipe),
    sampleTexts,
    age: input.age,
    slug: undefined,
    createdAt: ctx.now,
    decidedAt: isAccepted ? ctx.now : undefined,
  };
  const bases = isKnown ? [preview] : [{ base, file }, preview];
  await withStored(ctx, bases, () => addTemplate(ctx, template, bases, (tx, bytes) => chargeSpace(tx, user, bytes)));
  return { ...template, uses: 0 };
}

async function requireFew({ db }: Ctx, { id, staff }: User): Promise<void> {
  if (staff) return;
  const statuses = await listStatusesOf(db, id, MAX_OWN);
  if (statuses.filter((status) => status === "proposed").length >= MAX_WAITING)
    throw new DomainError("invalid", message("error.many-proposals", { most: MAX_WAITING }));
  if (statuses.length >= MAX_OWN) throw new DomainError("invalid", message("error.many-templates", { most: MAX_OWN }));
}

interface Source {
  picture: Picture;
  boxes: readonly Box[];
  texts: readonly string[];
}

/** One of the caller's memes. */
export interface Proposable {
  one: MemeWithAuthor;
  /** It was made here, and its boxes will be those of the template. */
  hasBoxes: boolean;
}

export async function readProposable(ctx: Ctx, memeId: string): Promise<Proposable> {
  const one = await readMeme(ctx, memeId);
  if (!isAuthor(ctx.actor, one.meme)) throw new DomainError("not_author", message("error.template-own-meme"));
  return { one, hasBoxes: (await findMade(ctx.db, memeId))?.recipe !== undefined };
}

/** A meme without its words, and where they were; or the picture of one that was uploaded. */
async function readSource(ctx: Ctx, memeId: string): Promise<{ picture: Picture } | Source> {
  const { one, hasBoxes } = await readProposable(ctx, memeId);
  if (!hasBoxes) return { picture: await readPicture(ctx, { file: keyOf(one.meme.image, "original") }) };
  const { recipe } = await readRecipe(ctx, memeId);
  const { bytes } = await drawPicture(ctx, { recipe: { ...recipe, boxes: [] } }, { still: "webp" });
  return { picture: bytes, boxes: recipe.boxes, texts: recipe.boxes.map(({ text }) => text) };
}
