import type { Age } from "../../data/counters.ts";
import { insertMeme } from "../../data/memes.ts";
import { countForSite } from "../../data/counters.ts";
import type { MemeRow } from "../../data/schema.ts";
import { countForUser } from "../../data/users.ts";
import { processImage, type ProcessedImage } from "../../images/process.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { cleanCaption } from "./caption-meme.ts";
import { findVisibleMeme, type MemeWithAuthor } from "./find-visible-meme.ts";
import { keyOf, RENDITIONS } from "./renditions.ts";

export interface Submission {
  image: Uint8Array;
  caption: string;
  age: Age;
}

export async function submitMeme(ctx: Ctx, input: Submission): Promise<MemeWithAuthor> {
  const { user: author } = requireMember(ctx.actor);
  const caption = cleanCaption(input.caption);
  const image = await processImage(input.image);
  const id = ctx.ids.next();
  const stored = await storeImage(ctx, `${image.hash.slice(0, 2)}/${id}-${image.hash.slice(0, 32)}`, image);
  const meme = await inTransaction(ctx, async (tx) => {
    await insertMeme(tx.db, {
      id,
      author_id: author.id,
      caption,
      age: input.age,
      ...stored,
      rating_sum: 0,
      rating_count: 0,
      comment_count: 0,
      created_at: ctx.now,
    });
    const { submitted_count } = await countForUser(tx.db, author.id, { meme_count: +1, submitted_count: +1 });
    if (submitted_count === 1) await countForSite(tx.db, "memers", +1);
    return findVisibleMeme(tx, id);
  });
  return { meme, author };
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
