import type { Row, Table } from "../../data/backup.ts";
import { heldColumn } from "../../data/meme-columns.ts";
import type { MemeImage } from "../../entities/meme.ts";
import type { Storage } from "../../storage/storage.ts";
import { baseFile } from "../make/base-files.ts";
import { formatKeys, sourceKey } from "../memes/formats.ts";
import { isAlways, keyOf, RENDITIONS, type Rendition } from "../memes/renditions.ts";
import { logoFiles, logoHash } from "../site/logo-files.ts";
import { AVATAR_SIZES, avatarFile, avatarHash } from "../users/avatar-files.ts";
import { readPart, type ImageFile, type Manifest } from "./format.ts";

/** A meme's picture, according to its row in a backup. */
const imageOf = (row: Row): Pick<MemeImage, "key" | "extension"> => ({
  key: String(row.image_key),
  extension: String(row.image_extension),
});

/** Tables whose rows name files. */
export const WITH_IMAGES = ["memes", "formats", "users", "site_info", "bases"] as const;

/** What a row says about one of its files. */
export interface Expected {
  /** Undefined for a picture of a person, for the logo, and for what memes are made of. */
  memeId?: string;
  /** Shared by all files of the picture. */
  imageKey: string;
  /** Prefix of its checksum. */
  hash?: string;
  size?: number;
  /** It goes once a job is done with it, so nobody misses it. */
  isPassing?: true;
}

/** Files that every picture has, and those that the row knows. */
const renditionsOf = (row: Row) => RENDITIONS.filter((which) => isAlways(which) || sizeOf(row, which));

const sizeOf = (row: Row, which: Rendition) => row[`${which.replace("-", "_")}_bytes`];

/** One entry per file that a row names. */
export function expectedIn(table: Table, row: Row): [key: string, expected: Expected][] {
  if (table === "memes") return expectedOf(row);
  if (table === "formats") return expectedOfFormat(row);
  if (table === "users") return expectedOfPerson(row);
  if (table === "bases") return expectedOfBase(row);
  return table === "site_info" ? expectedOfSite(row) : [];
}

/** The largest is named after its checksum. */
function expectedOfPerson({ avatar_key: key }: Row): [key: string, expected: Expected][] {
  if (typeof key !== "string") return [];
  return AVATAR_SIZES.map((size) => {
    const known = size === AVATAR_SIZES[0] ? { hash: avatarHash(key) } : {};
    return [avatarFile(key, size), { imageKey: key, ...known }];
  });
}

const expectedOfBase = ({ image_key: key, extension, hash }: Row): [key: string, expected: Expected][] => [
  [baseFile({ key: String(key), extension: String(extension) }), { imageKey: String(key), hash: String(hash) }],
];

/** The logo is named after its checksum; its icons are named after it. */
function expectedOfSite({ logo_key: key, logo_icon_bytes: icons }: Row): [key: string, expected: Expected][] {
  if (typeof key !== "string") return [];
  const files = logoFiles({ key, iconBytes: icons ? Number(icons) : undefined });
  return files.map((file) => [file, { imageKey: key, ...(file === key ? { hash: logoHash(key) } : {}) }]);
}

function expectedOf(row: Row): [key: string, expected: Expected][] {
  const image = imageOf(row);
  const owner = { memeId: String(row.id), imageKey: image.key };
  const files = renditionsOf(row).map((which): [key: string, expected: Expected] => {
    const size = sizeOf(row, which);
    const known = which === "original" ? { hash: String(row.image_hash) } : size ? { size: Number(size) } : {};
    return [keyOf(image, which), { ...owner, ...known }];
  });
  const isEncoded = row.held !== heldColumn("encoding");
  return isEncoded ? files : [...files, [sourceKey(image), { ...owner, isPassing: true }]];
}

/** One without a file of its own shows that of a rendition, which the row of its meme names. */
function expectedOfFormat({ meme_id: id, key: text, bytes }: Row): [key: string, expected: Expected][] {
  const key = String(text);
  const imageKey = imageKeyOf(key);
  const isOwn = formatKeys({ key: imageKey }).includes(key);
  return isOwn ? [[key, { memeId: String(id), imageKey, size: Number(bytes) }]] : [];
}

/** Without the ending. */
const imageKeyOf = (key: string) => key.slice(0, key.indexOf("."));

/** Pictures of the backup's memes, people and site that it does not even list, except those of memes deleted during the backup. */
export async function unlistedImages(source: Storage, manifest: Manifest): Promise<string[]> {
  const known = new Set(manifest.gone);
  for (const part of manifest.images) for (const [key] of await readPart<ImageFile>(source, part)) known.add(key);
  const unlisted = new Set<string>(); // memes may share a picture
  for (const table of WITH_IMAGES)
    for (const part of manifest.tables[table] ?? [])
      for (const row of await readPart<Row>(source, part))
        for (const [key] of expectedIn(table, row)) if (!known.has(key)) unlisted.add(key);
  return [...unlisted];
}
