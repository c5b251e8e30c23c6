import { insertEncoding, findLastReadyAt, readPace } from "../../data/encodings.ts";
import { enqueueJob } from "../../data/jobs.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { explainOutage } from "../../errors.ts";
import type { Looks } from "../../images/perceptual-hash.ts";
import { HeldPicture, looksOfStored, processImage, type Picture, type ProcessedImage } from "../../images/process.ts";
import { sniffVideo } from "../../shared/video-format.ts";
import { expectedMs } from "../../video/expected-time.ts";
import { requireFfmpeg } from "../../video/ffmpeg.ts";
import { frameAt, posterOf } from "../../video/frames.ts";
import { SpooledVideo } from "../../video/spooled-video.ts";
import { bytesIn, openVideo, type OpenVideo } from "../../video/open-video.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { sourceKey } from "./formats.ts";
import { requireQuota } from "./quotas.ts";
import { typeOfKey } from "./renditions.ts";

export const ENCODE_VIDEO = "encode-video";

/** Undefined if it is no video. */
export async function videoIn(upload: Picture | SpooledVideo): Promise<Blob | undefined> {
  if (upload instanceof SpooledVideo) return upload.content;
  if (upload instanceof HeldPicture) return upload.isVideo ? new Blob([await upload.bytes()]) : undefined;
  return sniffVideo(upload) && new Blob([upload as Uint8Array<ArrayBuffer>]);
}

/** A video whose poster is ready to be stored like any picture, and which is then stored beside it. */
export interface PreparedVideo extends AsyncDisposable {
  poster: ProcessedImage;
  /** How long a small machine takes to encode it. */
  workMs: number;
  storeAs(image: MemeImage): Promise<MemeImage>;
}

export async function prepareVideo(ctx: Ctx, content: Blob): Promise<PreparedVideo> {
  const { user } = requireMember(ctx.actor);
  const rules = ctx.policy.video;
  const ffmpeg = await requireFfmpeg(rules?.ffmpeg);
  await requireQuota(ctx, content.size);
  await using opened = new AsyncDisposableStack();
  const video = opened.use(await openVideo(ffmpeg, rules!, { content, size: content.size }));
  const poster = await processImage(await posterOf(ffmpeg, video.source), user.id);
  const looks = await looksOver(video, poster);
  const { seconds, hasSound } = video.source.clip;
  const known = {
    duration: Math.round(seconds * 1000),
    hasSound: hasSound && rules!.sound,
    bytes: video.size,
    files: {},
  };
  const kept = opened.move();
  return {
    poster: { ...poster, ...looks },
    workMs: expectedMs(video.source, video.size),
    storeAs: async (image) => {
      await storeSource(ctx, image, video);
      return { ...image, video: known };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function storeSource({ storage }: Ctx, image: MemeImage, { source: { path } }: OpenVideo): Promise<void> {
  try {
    const key = sourceKey(image);
    await storage.put(key, bytesIn(path), typeOfKey(key));
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
}

/** Parts of its length at which a video is looked at, besides its poster. */
const MOMENTS = [0, 0.35, 0.65, 0.95];

/** What it looks like over time: it is banned, or has been posted before, if any of its frames has. */
export async function looksOver({ ffmpeg, source }: OpenVideo, poster: Looks, signal?: AbortSignal): Promise<Looks> {
  const hashes = new Set(poster.perceptualHashes);
  const mirrored = new Set(poster.mirroredHashes);
  for (const moment of MOMENTS) {
    const looks = await looksOfStored(await frameAt(ffmpeg, source, moment * source.clip.seconds, signal));
    looks.perceptualHashes.forEach((hash) => hashes.add(hash));
    looks.mirroredHashes.forEach((hash) => mirrored.add(hash));
  }
  return { perceptualHashes: [...hashes], mirroredHashes: [...mirrored] };
}

/** Inside the transaction that adds the meme. The encoder says more once it has begun. */
export async function queueEncoding({ db, now }: Pick<Ctx, "db" | "now">, memeId: string, workMs: number) {
  const begins = Math.max(now, (await findLastReadyAt(db)) ?? 0);
  await insertEncoding(db, memeId, Math.round(begins + workMs * (await readPace(db))));
  await enqueueJob(db, ENCODE_VIDEO, memeId, now);
}
