import { deleteEncoding, readPace, updateReadyAt, updateVideo, writePace } from "../../data/encodings.ts";
import { keepFormats } from "../../data/formats.ts";
import { holdOtherwise } from "../../data/held-memes.ts";
import { countForSite } from "../../data/counters.ts";
import { findMeme, updateMoment } from "../../data/memes.ts";
import { sortTagged } from "../../data/tags.ts";
import { countForUser, findUser } from "../../data/users.ts";
import type { Format } from "../../entities/format.ts";
import type { Meme, MemeImage, MemeVideo } from "../../entities/meme.ts";
import { DomainError, type ErrorCode } from "../../errors.ts";
import { looksOfStored } from "../../images/process.ts";
import { encodeVideo, type Encoded } from "../../video/encode.ts";
import { expectedMs } from "../../video/expected-time.ts";
import { findFfmpeg, type Ffmpeg } from "../../video/ffmpeg.ts";
import { posterOf } from "../../video/frames.ts";
import type { VideoRules } from "../../video/limits.ts";
import { bytesIn, openVideo, type OpenVideo } from "../../video/open-video.ts";
import { message, type Message } from "../../words/messages.ts";
import { requireOperator } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { requireNotBanned, type Seen } from "../moderation/find-ban.ts";
import { freeMeme } from "../moderation/free-meme.ts";
import { notifyBySite } from "../notifications/notify-by-site.ts";
import { quoted } from "../notifications/notify-person.ts";
import { deleteMemeRows } from "./delete-meme.ts";
import { deleteDiscarded } from "./discard-image.ts";
import { formatKey, sourceKey } from "./formats.ts";
import { refundPost } from "./quotas.ts";
import { typeOfKey } from "./renditions.ts";
import { mustWait } from "./submit-meme.ts";
import { looksOver } from "./submit-video.ts";

/** Gone: somebody has deleted it, or another process has encoded it. */
export type Outcome = "ready" | "refused" | "gone";

/** How often people are told how far it is, and how soon it is noticed that nobody wants it any more. */
const TELL_MS = 2000;

export interface Encoding {
  memeId: string;
  signal?: AbortSignal;
  /** Enough processes have died of it. */
  giveUp?: boolean;
}

/** Encodes the video of a meme, then shows it to everyone. If that is impossible, its author is told why. */
export async function encodeMeme(ctx: Ctx, { memeId, signal: stopping, giveUp }: Encoding): Promise<Outcome> {
  requireOperator(ctx.actor);
  const meme = await findMeme(ctx.db, memeId);
  if (meme?.held !== "encoding") return "gone";
  if (giveUp) return refuseVideo(ctx, meme, message("error.video-fails"));
  const { ffmpeg, rules } = await requireEncoder(ctx);
  const began = performance.now();
  const later = () => ({ ...ctx, now: ctx.now + Math.round(performance.now() - began) });
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, ...(stopping ? [stopping] : [])]);
  try {
    const stored = await ctx.storage.open(sourceKey(meme.image));
    if (!stored) throw new DomainError("invalid", message("error.video-lost"));
    const content = new Response(stored.slice(0, stored.size));
    await using video = await openVideo(ffmpeg, rules, { content, size: stored.size }, signal);
    const workMs = expectedMs(video.source, video.size);
    const pace = await readPace(ctx.db);
    // It may have waited for others for longer than was expected of them.
    await updateReadyAt(ctx.db, meme.id, Math.round(ctx.now + workMs * pace));
    const seen = await seenIn(meme, video, signal);
    const onProgress = telling(later(), meme.id, video.source.clip.seconds, gone);
    const encoded = await encodeVideo(ffmpeg, video.source, rules, { signal, onProgress });
    await writePace(ctx.db, nextPace(pace, (performance.now() - began) / workMs));
    return await showVideo(later(), meme, encoded, seen);
  } catch (error) {
    if (error === gone.signal.reason) return "gone";
    const reason = error instanceof DomainError && REFUSALS.has(error.code) ? error.userMessage : undefined;
    if (!reason) throw error;
    return refuseVideo(later(), meme, reason);
  }
}

/** One video on a busy machine is not the rule. */
const nextPace = (before: number, measured: number) => Math.min(50, Math.max(0.05, (before + measured) / 2));

const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["invalid", "banned_picture"]);

/** What bans go by, as it was when the video was posted. */
async function seenIn({ image }: Meme, video: OpenVideo, signal: AbortSignal | undefined): Promise<Seen> {
  const poster = await looksOfStored(await posterOf(video.ffmpeg, video.source, signal));
  const { perceptualHashes } = await looksOver(video, poster, signal);
  return { hash: image.hash, perceptualHashes };
}

/** Another node may have one, so this is no reason to give up. */
async function requireEncoder({ policy: { video: rules } }: Ctx): Promise<{ ffmpeg: Ffmpeg; rules: VideoRules }> {
  const ffmpeg = await findFfmpeg(rules?.ffmpeg);
  if (typeof ffmpeg === "string") throw new Error(ffmpeg);
  return { ffmpeg, rules: rules! };
}

/** Notes from time to time when it will be ready, by how fast it has been so far. Stops if the meme is gone. */
function telling({ db, now }: Ctx, memeId: string, seconds: number, gone: AbortController) {
  const began = performance.now();
  let told = began;
  return (done: number) => {
    const time = performance.now();
    if (done === 0 || time - told < TELL_MS) return;
    told = time;
    const whole = ((time - began) * seconds) / Math.min(done, seconds);
    const tell = async () => {
      if ((await findMeme(db, memeId))?.held !== "encoding") gone.abort();
      else await updateReadyAt(db, memeId, Math.round(now + whole));
    };
    // Nothing depends on it.
    tell().catch(() => {});
  };
}

async function showVideo(ctx: Ctx, meme: Meme, encoded: readonly Encoded[], seen: Seen): Promise<Outcome> {
  const formats: Format[] = [];
  for (const one of encoded) formats.push(await storeFormat(ctx, meme.image, one));
  const video = {
    duration: Math.round(encoded[0]!.seconds * 1000),
    hasSound: encoded[0]!.hasSound,
    bytes: formats.reduce((sum, { bytes }) => sum + bytes, 0),
    files: Object.fromEntries(formats.map(({ name, width, height, bytes }) => [name, { width, height, bytes }])),
  };
  const isReady = await inTransaction(ctx, async (tx) => {
    // Staff may have banned it in the meantime.
    await requireNotBanned(tx, seen);
    return settle(tx, meme, video, formats);
  });
  if (isReady) await ctx.storage.delete(sourceKey(meme.image));
  // Deleted meanwhile, and its files deleted before ours were there.
  else if (!(await findMeme(ctx.db, meme.id))) await deleteDiscarded(ctx, [meme.image]);
  return isReady ? "ready" : "gone";
}

export async function storeFormat({ storage }: Pick<Ctx, "storage">, image: MemeImage, one: Encoded): Promise<Format> {
  const { format: name, file, width, height, seconds, bytes } = one;
  const key = formatKey(image, name);
  await storage.put(key, bytesIn(file), typeOfKey(key));
  return { name, key, width, height, duration: Math.round(seconds * 1000), bytes };
}

/** As new as any: nobody could see it before. Follows the order of locks. */
async function settle(tx: Ctx, { id }: Meme, video: MemeVideo, formats: readonly Format[]): Promise<boolean> {
  const { db, now } = tx;
  const meme = await findMeme(db, id);
  const author = meme && (await findUser(db, meme.authorId));
  if (!author || meme.held !== "encoding") return false;
  const waits = await mustWait(tx, author);
  const isOurs = waits ? await holdOtherwise(db, meme, "waiting") : await freeMeme(tx, meme);
  if (!isOurs || !(await keepFormats(db, id, meme.image.key, formats))) return false;
  await updateVideo(db, id, video);
  await deleteEncoding(db, id);
  await updateMoment(db, id, now);
  if (!waits) await sortTagged(db, meme);
  const added = video.bytes - meme.image.video!.bytes;
  await countForUser(db, author.id, { storedBytes: added, approvedCount: waits ? 0 : +1 });
  const caption = quoted(meme.caption);
  await notifyBySite(tx, author.id, message(waits ? "video.told-waits" : "video.told-ready", { caption }), id);
  await countForSite(db, "bytes", added);
  return true;
}

/** As if it had never been posted, but for the message. */
async function refuseVideo(ctx: Ctx, { id }: Meme, reason: Message): Promise<Outcome> {
  const refused = await inFreeingTransaction(ctx, async (tx) => {
    const meme = await findMeme(tx.db, id);
    if (meme?.held !== "encoding") return undefined;
    await deleteMemeRows(tx, meme);
    await refundPost(tx, meme.authorId);
    const told = message("video.told-refused", { caption: quoted(meme.caption), reason });
    await notifyBySite(tx, meme.authorId, told);
    return meme;
  });
  if (!refused) return "gone";
  await deleteDiscarded(ctx, [refused.image]);
  return "refused";
}
