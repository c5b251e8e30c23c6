import type { Insertable } from "kysely";

import type { Age } from "../entities/age.ts";
import type { Held, ImageSizes, Meme, MemeImage, RenditionSize } from "../entities/meme.ts";
import type { MemeRow } from "./schema.ts";
import type { MemesTable } from "./tables/memes.ts";

/** Indexed by column value. */
const HELD: readonly (Held | undefined)[] = [undefined, "hidden", "waiting"];
export const heldColumn = (held: Held | undefined) => HELD.indexOf(held);

export const toMeme = (row: MemeRow): Meme => ({
  id: row.id,
  authorId: row.author_id,
  caption: row.caption,
  alt: row.alt,
  age: row.age as Age,
  disabled: row.disabled === 1,
  held: HELD[row.held],
  shownWhenFree: row.shown_when_free === 1,
  image: {
    key: row.image_key,
    hash: row.image_hash,
    extension: row.image_extension,
    width: row.width,
    height: row.height,
    color: row.color,
    animated: row.animated === 1,
    bytes: row.original_bytes ?? undefined,
    display: toSize(row.display_bytes, row.display_width, row.display_height),
    thumbnail: toSize(row.thumbnail_bytes, row.thumbnail_width, row.thumbnail_height),
  },
  rating: { sum: row.rating_sum, total: row.rating_count },
  commentCount: row.comment_count,
  createdAt: row.created_at,
});

const toSize = (bytes: number | null, width: number | null, height: number | null): RenditionSize | undefined =>
  bytes === null ? undefined : { bytes, width: width!, height: height! };

/** A meme without ratings or comments. */
export type NewMeme = Pick<Meme, "id" | "authorId" | "caption" | "alt" | "age" | "image" | "createdAt">;

export const memeColumns = ({ id, authorId, caption, alt, age, image, createdAt }: NewMeme) =>
  ({
    id,
    author_id: authorId,
    caption,
    alt,
    age,
    ...imageColumns(image),
    rating_sum: 0,
    rating_count: 0,
    comment_count: 0,
    created_at: createdAt,
  }) satisfies Partial<Insertable<MemesTable>>;

const imageColumns = (image: MemeImage) => ({
  image_key: image.key,
  image_hash: image.hash,
  image_extension: image.extension,
  width: image.width,
  height: image.height,
  color: image.color,
  animated: Number(image.animated),
  ...sizeColumns(image),
});

export const sizeColumns = ({ bytes, display, thumbnail }: ImageSizes) => ({
  original_bytes: bytes ?? null,
  display_bytes: display?.bytes ?? null,
  display_width: display?.width ?? null,
  display_height: display?.height ?? null,
  thumbnail_bytes: thumbnail?.bytes ?? null,
  thumbnail_width: thumbnail?.width ?? null,
  thumbnail_height: thumbnail?.height ?? null,
});
