import type { Age } from "../../entities/age.ts";
import { countForSite } from "../../data/counters.ts";
import { dialectOf } from "../../data/dialect.ts";
import { enqueueJob } from "../../data/jobs.ts";
import { insertMeme } from "../../data/memes.ts";
import { insertHeldMeme } from "../../data/held-memes.ts";
import type { User } from "../../entities/user.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { countForUser, findUser } from "../../data/users.ts";
import { processImage, type Picture, type ProcessedImage } from "../../images/process.ts";
import { takesVideos } from "../../video/ffmpeg.ts";
import type { SpooledVideo } from "../../video/spooled-video.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError, isOutage, explainOutage } from "../../errors.ts";
import { timeOfId } from "../ids.ts";
import { addRecipe, bytesOfBases, type PreparedRecipe } from "../make/add-recipe.ts";
import { findFamilyOf, joinFamily, type SeenBothWays } from "../copies/find-family.ts";
import { findEarlier } from "../copies/list-copies.ts";
import { requireNotBanned } from "../moderation/find-ban.ts";
import { notifyOfRemix } from "../notifications/notify-of-remix.ts";
import { rateMeme } from "../ratings/rate-meme.ts";
import { cleanAlt, cleanCaption } from "./caption-meme.ts";
import { deleteDiscarded } from "./discard-image.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { enlistMeme } from "./enlist-meme.ts";
import { chargeQuota, requireQuota } from "./quotas.ts";
import { readMeme } from "./read-meme.ts";
import { MAKE_RENDITIONS, needsMore } from "./make-renditions.ts";
import { keyOf } from "./renditions.ts";
import { bytesTaken, measure } from "./stored-files.ts";
import { prepareVideo, queueEncoding, videoIn } from "./submit-video.ts";

export interface Submission {
  image: Picture | SpooledVideo;
  caption: string;
  age: Age;
  /** The author's own rating. */
  rating?: number;
  /** Describes the picture. */
  alt?: string;
  /** Refuses a picture that has been posted before. */
  unlessPosted?: boolean;
}

/** A validated submission whose image is stored. All that is left is to write the rows. */
export interface PreparedSubmission extends Omit<Submission, "image"> {
  id: string;
  image: MemeImage;
  seen: SeenBothWays;
  /** The family of copies it belongs to, if it has been posted before. */
  family: string | undefined;
  /** How long a small machine takes to encode it, if it is a video. */
  workMs?: number;
  /** If its author took time to decide. */
  decidedAt?: number;
  /** If it was made here. */
  made?: PreparedRecipe;
}

export async function submitMeme(ctx: Ctx, input: Submission): Promise<MemeWithAuthor> {
  const prepared = await prepareSubmission(ctx, input);
  return orDiscard(ctx, prepared, () => addSubmission(ctx, prepared));
}

/**
 * Deletes the stored files if the meme is refused in the end, for example because the author posted elsewhere
 * meanwhile. After an outage we cannot know whether the meme exists, so its files are left to the sweep.
 */
export async function orDiscard<T>(
  ctx: Pick<Ctx, "db" | "storage">,
  { image, made }: Pick<PreparedSubmission, "image"> & { made?: Pick<PreparedRecipe, "newBases"> },
  add: () => Promise<T>,
): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (error instanceof DomainError && !isOutage(error))
      await deleteDiscarded(ctx, [image, ...(made?.newBases ?? [])]);
    throw error;
  }
}

/** The slow part, outside any transaction. */
export async function prepareSubmission(ctx: Ctx, input: Submission): Promise<PreparedSubmission> {
  const { user } = requireMember(ctx.actor);
  // The image would take the space that deletions need.
  dialectOf(ctx.db).requireRoom();
  const caption = cleanCaption(input.caption);
  const alt = cleanAlt(input.alt ?? "");
  await requireQuota(ctx);
  const words = { ...input, caption, alt };
  const film = await videoIn(input.image);
  if (!film)
    return storeSubmission(ctx, { ...words, image: await processPicture(ctx, input.image as Picture, user.id) });
  await using video = await prepareVideo(ctx, film);
  const prepared = await storeSubmission(ctx, { ...words, image: video.poster });
  return { ...prepared, image: await video.storeAs(prepared.image), workMs: video.workMs };
}

/** Of a file of no known type, people hear what else it could be. */
async function processPicture({ policy }: Pick<Ctx, "policy">, picture: Picture, account: string) {
  try {
    return await processImage(picture, account);
  } catch (error) {
    const isUnknown = error instanceof DomainError && error.userMessage?.key === "error.image-format";
    if (!isUnknown || !(await takesVideos(policy.video))) throw error;
    throw new DomainError("invalid", message("error.upload-format"));
  }
}

/** Stores a submission that is valid as far as it can be seen without its image. */
export async function storeSubmission(
  ctx: Ctx,
  { image, ...input }: Omit<Submission, "image"> & { image: ProcessedImage },
): Promise<PreparedSubmission> {
  requireMember(ctx.actor);
  const seen = looksOf(image);
  // Checked before anything is stored, so that there is nothing to clean up.
  await requireNotBanned(ctx, seen);
  await requireQuota(ctx, bytesOf(image));
  const family = await findFamilyOf(ctx, seen, image.thumbnail.bytes);
  if (input.unlessPosted) await requireNotPosted(ctx, family);
  const id = ctx.ids.next();
  const key = `${seen.hash.slice(0, 2)}/${id}-${seen.hash}`;
  return { ...input, id, image: await storeImage(ctx, key, image), seen, family };
}

/** Names only what the caller may see. */
async function requireNotPosted(ctx: Ctx, family: string | undefined): Promise<void> {
  const earlier = await findEarlier(ctx, family);
  if (!earlier) return;
  const { meme, author } = earlier;
  throw new DomainError("posted_before", message("error.posted-before", { name: author.username }), {
    memeId: meme.id,
  });
}

export async function addSubmission(
  ctx: Ctx,
  { id, caption, alt = "", age, image, workMs, rating, seen, family, decidedAt, made }: PreparedSubmission,
): Promise<MemeWithAuthor> {
  const { user: author } = requireMember(ctx.actor);
  // Preparation takes time. A meme is as old as its id, so that readers paging through the newest miss none.
  const now = decidedAt ?? timeOfId(id);
  return inTransaction({ ...ctx, now }, async (tx) => {
    // Staff may have banned it while its bytes were being stored.
    await requireNotBanned(tx, seen);
    const held = image.video ? "encoding" : (await mustWait(tx, author)) ? "waiting" : undefined;
    const meme = { id, authorId: author.id, caption, alt, age, image, createdAt: now, rendered: !needsMore(image) };
    await (held ? insertHeldMeme(tx.db, meme, held) : insertMeme(tx.db, meme));
    if (image.video) await queueEncoding(tx, id, workMs ?? image.video.duration);
    const parent = made && (await addRecipe(tx, id, made));
    if (!held) await enlistMeme(tx, meme);
    if (needsMore(image)) await enqueueJob(tx.db, MAKE_RENDITIONS, id, now);
    await joinFamily(tx, id, seen, family);
    if (parent) await notifyOfRemix(tx, { id, authorId: author.id, disabled: held !== undefined }, parent);
    const shown = held ? {} : { memeCount: +1, approvedCount: +1 };
    const bytes = bytesTaken(image) + bytesOfBases(made?.newBases ?? []);
    const counts = { submittedCount: +1, storedBytes: bytes, ...shown };
    const counted = await countForUser(tx.db, author.id, counts);
    if (rating !== undefined) await rateMeme(tx, { memeId: id, rating });
    // By the clock, which the time of an id does not follow when it is set back.
    await chargeQuota({ ...tx, now: ctx.now }, author, counted, bytes);
    if (counted.submittedCount === 1) await countForSite(tx.db, "memers", +1);
    return readMeme(tx, id);
  });
}

/** Whether the meme needs approval: the first few of every account without a perk do. */
export async function mustWait({ db, policy }: Ctx, { id, staff, founder, verified, service }: User): Promise<boolean> {
  if (policy.approveFirst === 0 || staff || founder || verified || service) return false;
  // The current count, not the one from the start of the request.
  return (await findUser(db, id))!.approvedCount < policy.approveFirst;
}

/** Renditions that are made while people wait. The others follow as a job. */
const UPLOADED = ["original", "display", "thumbnail", "preview"] as const;

/** Short enough for an address. */
const hashOf = ({ hash }: ProcessedImage) => hash.slice(0, 32);

/** What it is recognized by. */
export const looksOf = (image: ProcessedImage): SeenBothWays => ({
  hash: hashOf(image),
  perceptualHashes: image.perceptualHashes,
  mirroredHashes: image.mirroredHashes,
});

/** Bytes before the row: a file without a row is litter, a row without a file is a broken page. */
export async function storeImage(
  { storage }: Pick<Ctx, "storage">,
  key: string,
  image: ProcessedImage,
): Promise<MemeImage> {
  const { original, display, thumbnail, preview } = image;
  const stored = {
    key,
    hash: hashOf(image),
    extension: original.extension,
    width: image.width,
    height: image.height,
    color: image.color,
    animated: image.animated,
    transparent: image.transparent,
    small: undefined,
    video: undefined,
    preview: preview && { bytes: preview.bytes.length, width: preview.width, height: preview.height },
    ...measure({ original: startOf(original), display: startOf(display), thumbnail: startOf(thumbnail) }),
  };
  try {
    for (const which of UPLOADED) {
      const file = image[which];
      if (file) await storage.put(keyOf(stored, which), file.bytes, file.type);
    }
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
  return stored;
}

const bytesOf = (image: ProcessedImage) => UPLOADED.reduce((sum, which) => sum + (image[which]?.bytes.length ?? 0), 0);

const startOf = ({ bytes }: ProcessedImage["original"]) => ({ size: bytes.length, start: bytes });
