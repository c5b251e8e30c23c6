import { countForSite } from "../../data/counters.ts";
import { fillSizes, listUnmeasured } from "../../data/image-sizes.ts";
import type { ImageSizes, Meme } from "../../entities/meme.ts";
import { countForUser } from "../../data/users.ts";
import { WEBP_HEADER } from "../../images/webp-size.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { keyOf, type Rendition } from "./renditions.ts";
import { bytesTaken, measure, type FileStart } from "./stored-files.ts";

export const MEASURE_IMAGES = "measure-images";
/** Measured concurrently, then counted in one transaction. */
const BATCH = 16;

/** Fills in the sizes of files stored before sizes were recorded. Resumes where it was interrupted. */
export async function measureImages(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  requireOperator(ctx.actor);
  let count = 0;
  for (let after = ""; ;) {
    const memes = await listUnmeasured(ctx.db, after, BATCH);
    const measured = await Promise.all(memes.map((meme) => measureMeme(ctx, meme)));
    await inTransaction(ctx, (tx) => writeDown(tx, measured));
    count += memes.length;
    if (memes.length < BATCH) return count;
    after = memes.at(-1)!.id;
    signal?.throwIfAborted();
  }
}

interface Measured {
  meme: Meme;
  sizes: ImageSizes;
}

async function measureMeme({ storage }: Ctx, meme: Meme): Promise<Measured> {
  const startOf = async (which: Rendition): Promise<FileStart | undefined> => {
    const file = await storage.open(keyOf(meme.image, which));
    if (!file) return undefined;
    const length = which === "original" ? 0 : Math.min(file.size, WEBP_HEADER);
    const start = length > 0 ? await new Response(file.slice(0, length)).bytes() : new Uint8Array();
    return { size: file.size, start };
  };
  const [original, display, thumbnail] = await Promise.all([
    startOf("original"),
    startOf("display"),
    startOf("thumbnail"),
  ]);
  return { meme, sizes: measure({ original, display, thumbnail }) };
}

async function writeDown({ db }: Ctx, measured: Measured[]): Promise<void> {
  const byAuthor = new Map<string, number>();
  for (const { meme, sizes } of measured) {
    // Already counted by the process that deleted or measured it meanwhile.
    if (!(await fillSizes(db, meme.id, sizes))) continue;
    byAuthor.set(meme.authorId, (byAuthor.get(meme.authorId) ?? 0) + bytesTaken({ ...meme.image, ...sizes }));
  }
  let total = 0;
  // Always in the same order, so that two runs cannot deadlock.
  for (const [id, bytes] of [...byAuthor].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await countForUser(db, id, { storedBytes: bytes });
    total += bytes;
  }
  if (total) await countForSite(db, "bytes", total);
}
