import { findFamilyWith, insertCopy, listCopiesAfter } from "../../data/copies.ts";
import { findMemes } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { sameInDetail } from "../../images/process.ts";
import { MAX_COPY_DIFFERENCE, thirdsOfFile } from "../../images/similarity.ts";
import { readBytes } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { keyOf } from "../memes/renditions.ts";
import type { Seen } from "../moderation/find-ban.ts";
import { listFamiliesNear, looksOf } from "./near-families.ts";

/** What is known of a picture by looking at it, and at its mirror image. */
export interface SeenBothWays extends Seen {
  mirroredHashes: readonly string[];
}

/** Each is read from the storage and compared in detail. */
const MAX_COMPARED = 8;

/**
 * The family of copies that a picture belongs to: memes with the very same file, or with a picture that shows the same,
 * perhaps in a mirror. Undefined if there is none. Reads pictures, so it has no place in a transaction.
 */
export async function findFamilyOf(
  { db, storage }: Pick<Ctx, "db" | "storage">,
  { hash, perceptualHashes, mirroredHashes }: SeenBothWays,
  thumbnail: Uint8Array,
): Promise<string | undefined> {
  const exact = await findFamilyWith(db, thirdsOfFile(hash));
  if (exact !== undefined || perceptualHashes.length === 0) return exact;
  const near = await listFamiliesNear(db, [...perceptualHashes, ...mirroredHashes], MAX_COPY_DIFFERENCE);
  const candidates: { family: string; bytes: Uint8Array }[] = [];
  for (const family of near.slice(0, MAX_COMPARED)) {
    const [first] = await listCopiesAfter(db, family, "", 1);
    const meme = first === undefined ? undefined : (await findMemes(db, [first])).get(first);
    const bytes = meme && (await thumbnailOf({ storage }, meme));
    if (bytes) candidates.push({ family, bytes });
  }
  if (candidates.length === 0) return undefined;
  const others = candidates.map(({ bytes }) => bytes);
  // A damaged file of an old meme must not keep anybody from posting.
  const same = await sameInDetail(thumbnail, others).catch(() => []);
  return candidates.find((_, at) => same[at])?.family;
}

/** Whether a picture shows the first of its family in a mirror. One that looks the same both ways does not. */
export async function isMirrored({ db }: Pick<Ctx, "db">, family: string, seen: SeenBothWays): Promise<boolean> {
  const isNear = async (hashes: readonly string[]) =>
    (await listFamiliesNear(db, hashes, MAX_COPY_DIFFERENCE)).includes(family);
  return !(await isNear(seen.perceptualHashes)) && isNear(seen.mirroredHashes);
}

/** Undefined if the storage has lost it, or the meme has just been deleted. */
export const thumbnailOf = ({ storage }: Pick<Ctx, "storage">, { image }: Meme): Promise<Uint8Array | undefined> =>
  readBytes(storage, keyOf(image, "thumbnail"));

/**
 * Adds a new meme to the family that was found for it, or lets it begin one. Only the first of a family says what it
 * looks like: if every copy of a copy did, a family would end up with pictures that have nothing in common.
 */
export async function joinFamily({ db }: Pick<Ctx, "db">, memeId: string, seen: Seen, found: string | undefined) {
  const file = thirdsOfFile(seen.hash);
  // All of its memes may have been deleted, or the same file posted, since it was looked for.
  const there = found !== undefined && (await listCopiesAfter(db, found, "", 1)).length > 0;
  const family = there ? found : await findFamilyWith(db, file);
  if (family === undefined) await insertCopy(db, memeId, memeId, [file, ...looksOf(seen.perceptualHashes)]);
  else await insertCopy(db, memeId, family, [file]);
}
