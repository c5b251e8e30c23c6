import { describeWords } from "../../compose/describe-words.ts";
import { dialectOf } from "../../data/dialect.ts";
import type { Remixers } from "../../entities/made-meme.ts";
import { explainOutage } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { actAndKeep, type Reservation } from "../idempotency/keep-answer.ts";
import { cleanAlt, cleanCaption, MAX_ALT } from "../memes/caption-meme.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { requireQuota } from "../memes/quotas.ts";
import { typeOfKey } from "../memes/renditions.ts";
import {
  addSubmission,
  orDiscard,
  storeSubmission,
  type PreparedSubmission,
  type Submission,
} from "../memes/submit-meme.ts";
import { bytesOfBases, findParent } from "./add-recipe.ts";
import { baseFile } from "./base-files.ts";
import type { NewBase } from "./base-files.ts";
import { drawMeme, type Drawing } from "./draw-meme.ts";

export interface MakeInput extends Drawing, Omit<Submission, "image"> {
  /** Who may remix it. */
  remix?: Remixers | undefined;
  /** The meme that it is a remix of. If it is left out, the pictures of the recipe say. */
  parent?: string | undefined;
}

/** Draws a meme and posts it. With a reservation, its id is the answer that is kept. */
export async function makeMeme(ctx: Ctx, input: MakeInput, reservation?: Reservation): Promise<MemeWithAuthor> {
  const prepared = await prepareMake(ctx, input);
  const add = (tx: Ctx) => addSubmission(tx, prepared);
  const answerOf = ({ meme: { id } }: MemeWithAuthor) => ({ body: id, memeId: id });
  return orDiscard(ctx, prepared, () => actAndKeep(ctx, reservation, add, answerOf));
}

/** The slow part, outside any transaction. `addSubmission` does the rest. */
export async function prepareMake(ctx: Ctx, input: MakeInput): Promise<PreparedSubmission> {
  requireMember(ctx.actor);
  // The pictures would take the space that deletions need.
  dialectOf(ctx.db).requireRoom();
  const [caption, given] = [cleanCaption(input.caption), cleanAlt(input.alt ?? "")];
  await requireQuota(ctx);
  if (input.parent !== undefined) await findParent(ctx, input.parent);
  const { recipe, image, newBases, ...rest } = await drawMeme(ctx, input);
  const bases = newBases.map(({ base }) => base);
  await requireQuota(ctx, image.original.bytes.length + bytesOfBases(bases));
  const { age, rating, unlessPosted } = input;
  const alt = given.trim() === "" ? describeWords(recipe, MAX_ALT) : given;
  const prepared = await storeSubmission(ctx, {
    caption,
    alt,
    age,
    ...(rating === undefined ? {} : { rating }),
    ...(unlessPosted && { unlessPosted }),
    image,
  });
  const recipeOfIt = {
    ...rest,
    recipe: JSON.stringify(recipe),
    parentId: input.parent ?? rest.parentId,
    remix: input.remix ?? ("everyone" as const),
    newBases: bases,
  };
  return orDiscard(ctx, prepared, async () => {
    await storeBases(ctx, newBases);
    return { ...prepared, made: recipeOfIt };
  });
}

/** Before their rows, like all pictures. */
export async function storeBases({ storage }: Pick<Ctx, "storage">, bases: readonly NewBase[]): Promise<void> {
  try {
    for (const { base, file } of bases) await storage.put(baseFile(base), file.bytes, typeOfKey(baseFile(base)));
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
}
