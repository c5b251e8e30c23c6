import type { Insertable } from "kysely";

import type { Age } from "../entities/age.ts";
import type {
  Held,
  ImageSizes,
  Meme,
  MemeImage,
  MemeVideo,
  RenditionSize,
  SizeWithAvif,
  VideoFile,
} from "../entities/meme.ts";
import type { Db, MemeRow } from "./schema.ts";
import type { MemesTable } from "./tables/memes.ts";

/** Indexed by column value. */
const HELD: readonly (Held | undefined)[] = [undefined, "hidden", "waiting", "encoding"];
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
    display: withAvif(toSize(row.display_bytes, row.display_width, row.display_height), row.display_avif_bytes),
    thumbnail: toSize(row.thumbnail_bytes, row.thumbnail_width, row.thumbnail_height),
    small: withAvif(toSize(row.small_bytes, row.small_width, row.small_height), row.small_avif_bytes),
    preview: toSize(row.preview_bytes, row.preview_width, row.preview_height),
    transparent: row.transparent === null ? undefined : row.transparent === 1,
    video: toVideo(row),
  },
  rating: { sum: row.rating_sum, total: row.rating_count },
  commentCount: row.comment_count,
  createdAt: row.created_at,
  wonDay: row.won_day ?? undefined,
});

const toSize = (bytes: number | null, width: number | null, height: number | null): RenditionSize | undefined =>
  bytes === null ? undefined : { bytes, width: width!, height: height! };

const toVideo = ({ video_ms, video_sound, video_bytes, video_files }: MemeRow): MemeVideo | undefined =>
  video_ms === null
    ? undefined
    : { duration: video_ms, hasSound: video_sound === 1, bytes: video_bytes!, files: toFiles(video_files!) };

type FileEntry = [name: VideoFile, width: number, height: number, bytes: number];

const toFiles = (json: string): MemeVideo["files"] =>
  Object.fromEntries(
    (JSON.parse(json) as FileEntry[]).map(([name, width, height, bytes]) => [name, { width, height, bytes }]),
  );

export const videoColumns = ({ duration, hasSound, bytes, files }: MemeVideo) => ({
  video_ms: duration,
  video_sound: Number(hasSound),
  video_bytes: bytes,
  video_files: JSON.stringify(Object.entries(files).map(([name, size]) => [name, size.width, size.height, size.bytes])),
});

const withAvif = (size: RenditionSize | undefined, avif: number | null): SizeWithAvif | undefined =>
  size && { ...size, avif: avif ?? undefined };

/** Memes with all that `toMeme` needs. */
export const wholeMemes = (db: Db) =>
  db
    .selectFrom("memes")
    .leftJoin("videos", "videos.meme_id", "memes.id")
    .selectAll("memes")
    .select(["video_ms", "video_sound", "video_bytes", "video_files"]);

/** What is known of a picture beyond the files that every picture has. */
export type MoreSizes = Pick<MemeImage, "small" | "preview" | "display" | "transparent">;

/** A meme without ratings or comments. */
export type NewMeme = Pick<Meme, "id" | "authorId" | "caption" | "alt" | "age" | "image" | "createdAt"> & {
  /** Whether all its renditions have been made. */
  rendered: boolean;
};

export const memeColumns = ({ id, authorId, caption, alt, age, image, createdAt, rendered }: NewMeme) =>
  ({
    id,
    author_id: authorId,
    caption,
    alt,
    age,
    ...imageColumns(image),
    rendered: Number(rendered),
    rating_sum: 0,
    rating_count: 0,
    comment_count: 0,
    created_at: createdAt,
  }) satisfies Partial<Insertable<MemesTable>>;

export const imageColumns = (image: MemeImage) => ({
  image_key: image.key,
  image_hash: image.hash,
  image_extension: image.extension,
  width: image.width,
  height: image.height,
  color: image.color,
  animated: Number(image.animated),
  ...sizeColumns(image),
  ...moreSizeColumns(image),
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

export const moreSizeColumns = ({ small, preview, display, transparent }: MoreSizes) => ({
  small_bytes: small?.bytes ?? null,
  small_width: small?.width ?? null,
  small_height: small?.height ?? null,
  small_avif_bytes: small?.avif ?? null,
  preview_bytes: preview?.bytes ?? null,
  preview_width: preview?.width ?? null,
  preview_height: preview?.height ?? null,
  display_avif_bytes: display?.avif ?? null,
  transparent: transparent === undefined ? null : Number(transparent),
});
