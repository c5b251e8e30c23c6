import { countForSite, type Age } from "../../data/counters.ts";
import { insertMeme } from "../../data/memes.ts";
import type { MemeRow } from "../../data/schema.ts";
import { countForUser } from "../../data/users.ts";
import { processImage, type ProcessedImage } from "../../images/process.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { timeOfId } from "../ids.ts";
import { rateMeme } from "../ratings/rate-meme.ts";
import { cleanAlt, cleanCaption } from "./caption-meme.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { enlistMeme } from "./listing.ts";
import { readMeme } from "./read-meme.ts";
import { keyOf, RENDITIONS } from "./renditions.ts";

export interface Submission {
  image: Uint8Array;
  caption: string;
  age: Age;
  /** The author's own first rating. */
  rating?: number;
  /** What the picture shows. */
  alt?: string;
}

/** A submission whose words are right and whose image is stored: all that is left to do is to write it down. */
export interface PreparedSubmission extends Omit<Submission, "image"> {
  id: string;
  image: ImageColumns;
}

export const submitMeme = async (ctx: Ctx, input: Submission) =>
  addSubmission(ctx, await prepareSubmission(ctx, input));

/** The part that takes long: outside any transaction. */
export async function prepareSubmission(ctx: Ctx, input: Submission): Promise<PreparedSubmission> {
  requireMember(ctx.actor);
  const caption = cleanCaption(input.caption);
  const alt = cleanAlt(input.alt ?? "");
  const image = await processImage(input.image);
  const id = ctx.ids.next();
  const key = `${image.hash.slice(0, 2)}/${id}-${image.hash.slice(0, 32)}`;
  return { ...input, caption, alt, id, image: await storeImage(ctx, key, image) };
}

export async function addSubmission(
  ctx: Ctx,
  { id, caption, alt = "", age, image, rating }: PreparedSubmission,
): Promise<MemeWithAuthor> {
  const { user: author } = requireMember(ctx.actor);
  // Preparing takes time: a meme is as old as its id, so that whoever walks through the newest misses none.
  const now = timeOfId(id);
  return inTransaction({ ...ctx, now }, async (tx) => {
    const meme = await insertMeme(tx.db, {
      id,
      author_id: author.id,
      caption,
      alt,
      age,
      ...image,
      rating_sum: 0,
      rating_count: 0,
      comment_count: 0,
      created_at: now,
    });
    await enlistMeme(tx, meme);
    const { submitted_count } = await countForUser(tx.db, author.id, { meme_count: +1, submitted_count: +1 });
    if (submitted_count === 1) await countForSite(tx.db, "memers", +1);
    if (rating !== undefined) await rateMeme(tx, { memeId: id, rating });
    return readMeme(tx, id);
  });
}

/** The bytes come before the row: a file without a row is litter, a row without a file is a broken page. */
export async function storeImage(
  { storage }: Pick<Ctx, "storage">,
  key: string,
  image: ProcessedImage,
): Promise<ImageColumns> {
  const columns = {
    image_key: key,
    image_hash: image.hash.slice(0, 32),
    image_extension: image.original.extension,
    width: image.width,
    height: image.height,
    color: image.color,
    animated: Number(image.animated),
  };
  for (const which of RENDITIONS) await storage.put(keyOf(columns, which), image[which].bytes, image[which].type);
  return columns;
}

export type ImageColumns = Pick<
  MemeRow,
  "image_key" | "image_hash" | "image_extension" | "width" | "height" | "color" | "animated"
>;
