import type { Ctx } from "../../core/ctx.ts";
import { formatKey, formatOf, movingKey } from "../../core/memes/formats.ts";
import type { EntityCache } from "../../data/cache.ts";
import type { Kept } from "../../data/kept.ts";
import { findFormat } from "../../data/formats.ts";
import { findMeme } from "../../data/memes.ts";
import type { Format } from "../../entities/format.ts";
import { readBytes, type StoredFile } from "../../storage/storage.ts";
import { whenReady } from "../../when-ready.ts";
import type { Image } from "./image.ts";
import { formatImage, MemeImages, type Pictured } from "./meme-images.ts";

/** Larger files are streamed from the storage each time. */
const MAX_KEPT_BYTES = 64 * 1024;
/** Objects and key beside the bytes of a file. */
const OVERHEAD = 500;
/** A meme and one or two images of it. */
const MEME_BYTES = 1500;

type File = StoredFile | KeptFile | null | undefined;

/** A small file in memory. */
export class KeptFile {
  constructor(private bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  slice(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start, end);
  }
}

/** What answers about images are made of. */
export class KeptImages {
  readonly #memes: Kept<MemeImages>;
  /** By storage key. What is stored under a key never changes, so no change forgets it. */
  readonly #files: Kept<KeptFile>;

  constructor(cache: EntityCache) {
    this.#memes = cache.keep(() => MEME_BYTES, { meme: "subject" });
    this.#files = cache.keep(({ size }) => size + OVERHEAD, {});
  }

  /** A hidden meme is read each time, as is one that does not exist, so that nobody can tell them apart by the time. */
  of(ctx: Ctx, id: string): MemeImages | undefined | Promise<MemeImages | undefined> {
    const known = this.#memes.get(id);
    if (known && !known.meme.disabled) return this.#memes.hit(known);
    return this.#memes.load(id, () => load(ctx, id));
  }

  /** A file of this meme. Formats come later than the meme, so they are looked up each time. */
  find({ db }: Ctx, images: MemeImages | undefined, file: string): Image | undefined | Promise<Image | undefined> {
    const known = images?.find(file);
    if (known || !images) return known;
    const { meme } = images;
    const name = formatOf(meme.image, file);
    return name && whenReady(findFormat(db, meme.id, name), (format) => formatOfFile(meme, format, file));
  }

  /** All readers of a small file share its bytes, however slow they are. */
  open({ storage }: Ctx, { key, bytes }: Image): File | Promise<File> {
    if (bytes === undefined || bytes > MAX_KEPT_BYTES) return storage.open(key);
    return this.#files.through(key, async () => {
      const bytes = await readBytes(storage, key);
      return bytes && new KeptFile(bytes);
    });
  }
}

/** One that has no file of its own is not at the address of one. A video that moves by now does so at the old address too. */
const formatOfFile = (meme: Pictured, format: Format | undefined, file: string): Image | undefined =>
  format && [formatKey, movingKey].some((keyOf) => format.key === keyOf(meme.image, format.name))
    ? formatImage(meme, format, file)
    : undefined;

function load({ db, cache }: Ctx, id: string) {
  const known = cache.memes.get(id);
  if (known && !known.disabled) return new MemeImages(known);
  return whenReady(findMeme(db, id), (meme) => meme && new MemeImages(meme));
}
