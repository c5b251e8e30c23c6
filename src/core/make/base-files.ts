import type { BasePicture } from "../../entities/base-picture.ts";
import type { Rendition } from "../../images/process.ts";
import type { Ctx } from "../ctx.ts";

/** Where pictures that memes are made of are, under the public address. Whoever may use one may see it. */
export const BASES = "/base/";

const HASH_LENGTH = 32;
export const baseHash = (hash: string) => hash.slice(0, HASH_LENGTH);

/** A picture that is not stored yet. */
export interface NewBase {
  base: BasePicture;
  file: Rendition;
}

interface Read extends Pick<BasePicture, "width" | "height" | "frames"> {
  hash: string;
  original: Rendition;
}

/** Without an owner it is the site's own. */
export function newBase({ ids, now }: Pick<Ctx, "ids" | "now">, picture: Read, ownerId?: string): NewBase {
  const { width, height, frames, original: file } = picture;
  const id = ids.next();
  const hash = baseHash(picture.hash);
  const key = `${hash.slice(0, 2)}/base-${id}-${hash}`;
  const { extension, bytes } = file;
  const base = { id, ownerId, key, hash, extension, width, height, frames, bytes: bytes.length, createdAt: now };
  return { base, file };
}

/** Storage key of its file. */
export const baseFile = ({ key, extension }: Pick<BasePicture, "key" | "extension">) => `${key}.${extension}`;
/** The key of the base that a stored file belongs to; undefined if it is none. */
export const baseKeyOf = (file: string) => /^([0-9a-f]{2}\/base-\d{17,19}-[0-9a-f]{32})\.[a-z]+$/.exec(file)?.[1];

export const baseName = ({ hash, extension }: Pick<BasePicture, "hash" | "extension">) => `${hash}.${extension}`;
export const basePath = (base: Pick<BasePicture, "id" | "hash" | "extension">) =>
  `${BASES}${base.id}/${baseName(base)}`;
