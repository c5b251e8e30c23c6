import {
  findFormat,
  keepFormats,
  listToFormat,
  markFormatted,
  queueForgotten,
  queueStillVideos,
} from "../../data/formats.ts";
import { hasGifKeys } from "../../data/gif-keys.ts";
import { findMeme, SHARED_KEYS } from "../../data/memes.ts";
import { deleteFact, readFact, writeFact } from "../../data/site.ts";
import type { Format, FormatName } from "../../entities/format.ts";
import type { Meme, MemeImage, RenditionSize } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { processFormats, type MadeFormats, type SizedRendition } from "../../images/process.ts";
import { readBytes } from "../../storage/storage.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findFfmpeg, type Ffmpeg } from "../../video/ffmpeg.ts";
import { filmOfAnimation } from "../../video/film-of-animation.ts";
import { deleteDiscarded } from "./discard-image.ts";
import { storeFormat } from "./encode-meme.ts";
import { formatKey, movingKey } from "./formats.ts";
import type { Outcome } from "./make-renditions.ts";
import { renderVideo } from "./render-video.ts";
import { keyOf, type Rendition } from "./renditions.ts";

export const MAKE_FORMATS = "make-formats";

const BATCH = 20;
/** How far back to look for memes that nodes of the version before have posted. */
const FORGOTTEN_MS = 3600_000;

/** What the image library makes; videos are made elsewhere. A meme is shown to programs once it has all of these. */
export const PICTURE_FORMATS = [
  "gif",
  "mediumgif",
  "tinygif",
  "nanogif",
  "webp",
  "tinywebp",
  "preview",
  "tinygifpreview",
] as const satisfies FormatName[];

/** Whether anybody could ask for formats: they take time and space. */
export const needsFormats = async ({ db, policy }: Pick<Ctx, "db" | "policy">): Promise<boolean> =>
  policy.gifApi === "open" || (policy.gifApi === "keys" && (await hasGifKeys(db)));

interface Made {
  onMeme: (outcome: Outcome) => void;
  /** Waited for before each meme. */
  pause?: () => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** For all memes that lack them, newest first. Stopped at any time, it goes on with the rest when it is run again. */
export async function makeAllFormats(ctx: Ctx, { onMeme, pause, signal }: Made): Promise<void> {
  requireOperator(ctx.actor);
  await queueForgotten(ctx.db, ctx.now - FORGOTTEN_MS);
  await queueStills(ctx);
  const known = new Map<string, Format[]>();
  for (let before: string | undefined; ;) {
    const memes = await listToFormat(ctx.db, BATCH, before);
    for (const meme of memes) {
      signal?.throwIfAborted();
      await pause?.();
      onMeme(await makeFormats(ctx, meme, { known, signal }));
    }
    if (memes.length < BATCH) return;
    before = memes.at(-1)!.id;
  }
}

interface Making {
  /** Shared by memes with the same picture. */
  known?: Map<string, Format[]>;
  signal?: AbortSignal | undefined;
}

export async function makeFormats(ctx: Ctx, meme: Meme, { known, signal }: Making = {}): Promise<Outcome> {
  requireOperator(ctx.actor);
  const { image } = meme;
  const before = known?.get(image.key);
  if (before) return (await writeDown(ctx, meme, before, before.length > 0 ? "nothing" : "refused")) ? "made" : "gone";
  const encoder = await findEncoder(ctx);
  // Its stills are waiting for a node that has an encoder.
  if (image.video && !encoder && (await findFormat(ctx.db, meme.id, "gif"))) return "gone";
  const original = await readBytes(ctx.storage, keyOf(image, "original"));
  if (!original) return (await findMeme(ctx.db, meme.id)) ? "lost" : "gone";
  const picture = await unlessInvalid(() => processFormats(original));
  const film = image.video && encoder ? await unlessInvalid(() => renderVideo(ctx, meme, encoder, signal)) : undefined;
  const made = picture && { ...(film ?? picture), preview: picture.preview, tinygifpreview: picture.tinygifpreview };
  const formats = made ? await store(ctx, image, made) : [];
  if (made && encoder && moves(image, made))
    formats.push(...(await storeFilm(ctx, image, { encoder, gif: made.gif?.bytes ?? original, made, signal })));
  if (image.key.startsWith(SHARED_KEYS)) known?.set(image.key, formats);
  const isStillVideo = image.video && !film;
  const rest = isStillVideo && !encoder ? "encoder" : isStillVideo || !made ? "refused" : "nothing";
  if (await writeDown(ctx, meme, formats, rest)) return made ? "made" : "refused";
  // Deleted or edited in the meantime, and its files deleted before ours were there.
  if ((await findMeme(ctx.db, meme.id))?.image.key !== image.key) await deleteDiscarded(ctx, [image]);
  return "gone";
}

async function findEncoder({ policy }: Pick<Ctx, "policy">): Promise<Ffmpeg | undefined> {
  const found = await findFfmpeg(policy.video?.ffmpeg);
  return typeof found === "string" ? undefined : found;
}

/** Undefined if the picture cannot be processed: that would be the same next time. */
async function unlessInvalid<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") return undefined;
    throw error;
  }
}

/** A format that would look like a rendition is that rendition. */
async function store({ storage }: Pick<Ctx, "storage">, image: MemeImage, made: MadeFormats): Promise<Format[]> {
  const ownKey = image.video && made.duration > 0 ? movingKey : formatKey;
  const stand: Partial<Record<FormatName, Rendition>> = { webp: "display", tinywebp: "thumbnail" };
  const formats: Format[] = [];
  // Two sizes of a small picture are one file.
  const keys = new Map<Uint8Array, string>();
  for (const name of PICTURE_FORMATS) {
    const file = made[name];
    const isStill = name === "preview" || name === "tinygifpreview";
    const duration = isStill ? 0 : made.duration;
    const key = file ? (keys.get(file.bytes) ?? ownKey(image, name)) : keyOf(image, stand[name] ?? "original");
    if (file && !keys.has(file.bytes)) {
      await storage.put(key, file.bytes, file.type);
      keys.set(file.bytes, key);
    }
    const size = file ? sizeOf(file) : standInSize(image, stand[name] ?? "original");
    if (size) formats.push({ name, key, duration, ...size });
  }
  return formats;
}

/** What is transparent would be black in a video. */
const moves = ({ transparent, video }: MemeImage, { duration }: MadeFormats) =>
  duration > 0 && transparent !== true && !video;

/** As MP4, if that is smaller than the GIF. */
async function storeFilm(
  { policy, storage }: Pick<Ctx, "policy" | "storage">,
  image: MemeImage,
  { encoder, gif, made, signal }: Animation,
): Promise<Format[]> {
  const { width, height } = made.gif ?? image;
  const clip = { seconds: made.duration / 1000, width, height };
  const stored = await unlessInvalid(async () => {
    await using film = await filmOfAnimation(encoder, policy.video!, gif, clip, signal);
    if (film.encoded[0]!.bytes >= gif.length) return [];
    const formats: Format[] = [];
    for (const one of film.encoded) formats.push(await storeFormat({ storage }, image, one));
    return formats;
  });
  return stored ?? [];
}

interface Animation {
  encoder: Ffmpeg;
  gif: Uint8Array;
  made: MadeFormats;
  signal: AbortSignal | undefined;
}

const sizeOf = ({ bytes, width, height }: SizedRendition): RenditionSize => ({ bytes: bytes.length, width, height });

function standInSize(image: MemeImage, which: Rendition): RenditionSize | undefined {
  const { bytes, width, height, display, thumbnail } = image;
  if (which !== "original") {
    const size = which === "display" ? display : thumbnail;
    return size && { bytes: size.bytes, width: size.width, height: size.height };
  }
  return bytes === undefined ? undefined : { bytes, width, height };
}

/** What is left to do: nothing, nothing although it failed, or to make it move where there is an encoder. */
type Rest = "nothing" | "refused" | "encoder";

/** False, with nothing changed, if the meme is gone or has another picture. */
const writeDown = (ctx: Ctx, { id, image }: Meme, formats: readonly Format[], rest: Rest): Promise<boolean> =>
  inTransaction(ctx, async ({ db }) => {
    if (!(await keepFormats(db, id, image.key, formats))) return false;
    await markFormatted(db, id, rest === "refused");
    if (rest === "encoder") await deleteFact(db, SEARCHED);
    return true;
  });

/** When stills of videos were last searched for. Nobody has made any since. */
const SEARCHED = "still-videos-searched";

/** Stills of videos that were made without an encoder. */
async function queueStills(ctx: Pick<Ctx, "db" | "policy" | "now">): Promise<void> {
  if (!(await findEncoder(ctx)) || (await readFact(ctx.db, SEARCHED)) !== undefined) return;
  await queueStillVideos(ctx.db);
  await writeFact(ctx.db, SEARCHED, String(ctx.now));
}
