import { countForSite } from "../../data/counters.ts";
import { findMeme, SHARED_KEYS } from "../../data/memes.ts";
import { fillRenditions } from "../../data/renditions.ts";
import { countForUser } from "../../data/users.ts";
import type { Meme, MemeImage } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { processMore, type MoreRenditions, type Rendition as File } from "../../images/process.ts";
import { readBytes } from "../../storage/storage.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { deleteDiscarded } from "./discard-image.ts";
import { keyOf, typeOf, type Rendition } from "./renditions.ts";
import { bytesTaken } from "./stored-files.ts";

export const MAKE_RENDITIONS = "make-renditions";

/** What the job is about. A picture that replaces another needs a job of its own, since that of the other may be running. */
export const subjectFor = (memeId: string, hash?: string) => (hash === undefined ? memeId : `${memeId} ${hash}`);
export const memeIdOf = (subject: string) => subject.split(" ")[0]!;

/** The thumbnail of a narrow picture has all its pixels, and few bytes. */
export const needsMore = ({ display, thumbnail }: MemeImage) => display?.width !== thumbnail?.width;

/**
 * Made: it has all renditions now. Gone: somebody else made them, or deleted the meme. Lost: the storage has no
 * original. Refused: the picture took too long, and is not tried again.
 */
export type Outcome = "made" | "gone" | "lost" | "refused";

/** Makes the renditions that a picture lacks. Memes with the same picture pass the same `known`. */
export async function makeRenditions(ctx: Ctx, meme: Meme, known?: Map<string, MemeImage>): Promise<Outcome> {
  requireOperator(ctx.actor);
  const before = known?.get(meme.image.key);
  if (before) return (await writeDown(ctx, meme, { ...meme.image, ...moreOf(before) })) ? "made" : "gone";
  const bytes = await readBytes(ctx.storage, keyOf(meme.image, "original"));
  if (!bytes) return (await findMeme(ctx.db, meme.id)) ? "lost" : "gone";
  const more = await renderMore(bytes, meme.image);
  const image = more ? await storeMore(ctx, meme.image, more) : meme.image;
  if (isShared(image)) known?.set(image.key, image);
  if (await writeDown(ctx, meme, image)) return more ? "made" : "refused";
  // Deleted or edited in the meantime, and its files deleted before ours were there.
  if ((await findMeme(ctx.db, meme.id))?.image.key !== image.key) await deleteDiscarded(ctx, [image]);
  return "gone";
}

const isShared = ({ key }: MemeImage) => key.startsWith(SHARED_KEYS);
const moreOf = ({ small, preview, display, transparent }: MemeImage) => ({ small, preview, display, transparent });

/** Undefined if the picture cannot be processed: that would be the same next time. */
async function renderMore(bytes: Uint8Array, image: MemeImage): Promise<MoreRenditions | undefined> {
  const { small, display, preview, animated } = image;
  try {
    return await processMore(bytes, {
      small: !small,
      preview: !preview,
      displayAvif: animated || display?.avif || !needsMore(image) ? undefined : display,
      smallAvif: small?.avif ? undefined : small,
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") return undefined;
    throw error;
  }
}

async function storeMore({ storage }: Ctx, image: MemeImage, more: MoreRenditions): Promise<MemeImage> {
  const put = async (which: Rendition, file: File | undefined) => {
    if (file) await storage.put(keyOf(image, which), file.bytes, typeOf(image, which));
    return file?.bytes.length;
  };
  await put("small", more.small);
  await put("preview", more.preview);
  const [smallAvif, displayAvif] = [
    await put("small-avif", more.smallAvif),
    await put("display-avif", more.displayAvif),
  ];
  const { small = sizeOf(more.small), preview = sizeOf(more.preview), display } = image;
  return {
    ...image,
    transparent: more.transparent,
    small: small && { ...small, avif: smallAvif ?? image.small?.avif },
    preview,
    display: display && { ...display, avif: displayAvif ?? display.avif },
  };
}

const sizeOf = (file: MoreRenditions["small"]) =>
  file && { bytes: file.bytes.length, width: file.width, height: file.height };

/** False, with nothing changed, if another process was faster, or the meme is gone. */
function writeDown(ctx: Ctx, meme: Meme, image: MemeImage): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const added = bytesTaken(image) - bytesTaken(meme.image);
    if (!(await fillRenditions(db, meme.id, image))) return false;
    if (added === 0) return true;
    await countForUser(db, meme.authorId, { storedBytes: added });
    await countForSite(db, "bytes", added);
    return true;
  });
}
