import { findFormats, keepFormats, listToFormat, markFormatted, queueForgotten } from "../../data/formats.ts";
import { hasGifKeys } from "../../data/gif-keys.ts";
import { findMeme, SHARED_KEYS } from "../../data/memes.ts";
import type { Format, FormatName } from "../../entities/format.ts";
import type { Meme, MemeImage, RenditionSize } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { processFormats, type MadeFormats, type SizedRendition } from "../../images/process.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { findFfmpeg } from "../../video/ffmpeg.ts";
import { filmOfAnimation } from "../../video/film-of-animation.ts";
import { deleteDiscarded } from "./discard-image.ts";
import { storeFormat } from "./encode-meme.ts";
import { formatKey, isCurrent } from "./formats.ts";
import type { Outcome } from "./make-renditions.ts";
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
  const known = new Map<string, Format[]>();
  for (let before: string | undefined; ;) {
    const memes = await listToFormat(ctx.db, BATCH, before);
    for (const meme of memes) {
      signal?.throwIfAborted();
      await pause?.();
      onMeme(await makeFormats(ctx, meme, known));
    }
    if (memes.length < BATCH) return;
    before = memes.at(-1)!.id;
  }
}

/** Memes with the same picture pass the same `known`. */
export async function makeFormats(ctx: Ctx, meme: Meme, known?: Map<string, Format[]>): Promise<Outcome> {
  requireOperator(ctx.actor);
  const { image } = meme;
  const before = known?.get(image.key);
  if (before) return (await writeDown(ctx, meme, before)) ? "made" : "gone";
  const stored = await ctx.storage.open(keyOf(image, "original"));
  if (!stored) return (await findMeme(ctx.db, meme.id)) ? "lost" : "gone";
  const original = await new Response(stored.slice(0, stored.size)).bytes();
  const made = await render(original);
  const formats = made ? await store(ctx, image, made, await namesOf(ctx, meme)) : [];
  if (made && moves(image, made)) formats.push(...(await storeFilm(ctx, image, made.gif?.bytes ?? original, made)));
  if (image.key.startsWith(SHARED_KEYS)) known?.set(image.key, formats);
  if (await writeDown(ctx, meme, formats)) return made ? "made" : "refused";
  // Deleted or edited in the meantime, and its files deleted before ours were there.
  if ((await findMeme(ctx.db, meme.id))?.image.key !== image.key) await deleteDiscarded(ctx, [image]);
  return "gone";
}

/** Undefined if the picture cannot be processed: that would be the same next time. */
async function render(bytes: Uint8Array): Promise<MadeFormats | undefined> {
  try {
    return await processFormats(bytes);
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") return undefined;
    throw error;
  }
}

/** Formats that it has already: those of a video move, and ours would not. */
const namesOf = async ({ db }: Ctx, meme: Meme): Promise<Set<FormatName>> =>
  new Set((await findFormats(db, [meme.id])).flatMap(({ format }) => (isCurrent(meme, format) ? format.name : [])));

/** A format that would look like a rendition is that rendition. */
async function store(
  { storage }: Ctx,
  image: MemeImage,
  made: MadeFormats,
  existing: ReadonlySet<FormatName>,
): Promise<Format[]> {
  const stand: Partial<Record<FormatName, Rendition>> = { webp: "display", tinywebp: "thumbnail" };
  const formats: Format[] = [];
  // Two sizes of a small picture are one file.
  const keys = new Map<Uint8Array, string>();
  for (const name of PICTURE_FORMATS) {
    if (existing.has(name)) continue;
    const file = name === "webp" ? undefined : made[name];
    const isStill = name === "preview" || name === "tinygifpreview";
    const duration = isStill ? 0 : made.duration;
    const key = file ? (keys.get(file.bytes) ?? formatKey(image, name)) : keyOf(image, stand[name] ?? "original");
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

/** As MP4, if there is an encoder, and if that is smaller than the GIF. */
async function storeFilm(
  { policy, storage }: Pick<Ctx, "policy" | "storage">,
  image: MemeImage,
  gif: Uint8Array,
  made: MadeFormats,
): Promise<Format[]> {
  const rules = policy.video;
  const ffmpeg = await findFfmpeg(rules?.ffmpeg);
  if (!rules || typeof ffmpeg === "string") return [];
  const { width, height } = made.gif ?? image;
  try {
    const clip = { seconds: made.duration / 1000, width, height };
    await using film = await filmOfAnimation(ffmpeg, rules, gif, clip);
    if (film.encoded[0]!.bytes >= gif.length) return [];
    const formats: Format[] = [];
    for (const one of film.encoded) formats.push(await storeFormat({ storage }, image, one));
    return formats;
  } catch (error) {
    // It remains a GIF.
    if (error instanceof DomainError && error.code === "invalid") return [];
    throw error;
  }
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

/** False, with nothing changed, if the meme is gone or has another picture. */
const writeDown = (ctx: Ctx, { id, image }: Meme, formats: readonly Format[]): Promise<boolean> =>
  inTransaction(ctx, async ({ db }) => {
    if (!(await keepFormats(db, id, image.key, formats))) return false;
    await markFormatted(db, id, formats.length === 0);
    return true;
  });
