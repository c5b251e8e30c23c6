import { enqueueJob, finishJob } from "../../data/jobs.ts";
import { SHARED_KEYS } from "../../data/memes.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { formatKeys, sourceKey } from "./formats.ts";
import { keyOf, RENDITIONS } from "./renditions.ts";

type Image = Pick<MemeImage, "key" | "extension">;

export const DELETE_IMAGE = "delete-image";
/** Long enough for the process that deleted the meme to delete its files as well. */
const GRACE_MS = 15_000;

/** Inside the transaction that deletes the meme, so that its files go whatever fails after the commit. */
export async function discardImage({ db, now }: Pick<Ctx, "db" | "now">, image: Image): Promise<void> {
  if (isShared(image)) return;
  await enqueueJob(db, DELETE_IMAGE, subjectOf(image), now + GRACE_MS);
}

/** After the commit: deletes the files at once. The memes are gone either way, so nothing here can fail. */
export async function deleteDiscarded(ctx: Pick<Ctx, "db" | "storage">, images: readonly Image[]): Promise<void> {
  try {
    for (const image of images) {
      if (isShared(image)) continue;
      await deleteFiles(ctx, image);
      await evenWhenFull(ctx, () => finishJob(ctx.db, DELETE_IMAGE, subjectOf(image)));
    }
  } catch {
    // The storage is unavailable. Each remaining image has a job, and trying them all would only take time.
  }
}

/** The job. */
export const deleteDiscardedImage = (ctx: Pick<Ctx, "storage">, subject: string): Promise<void> =>
  deleteFiles(ctx, imageOf(subject));

async function deleteFiles({ storage }: Pick<Ctx, "storage">, image: Image): Promise<void> {
  const keys = [...RENDITIONS.map((which) => keyOf(image, which)), ...formatKeys(image), sourceKey(image)];
  await Promise.all(keys.map((key) => storage.delete(key)));
}

const isShared = (image: Image) => image.key.startsWith(SHARED_KEYS);

/** The key of the original contains both the image key and its extension. */
const subjectOf = (image: Image) => keyOf(image, "original");

function imageOf(subject: string): Image {
  const dot = subject.lastIndexOf(".");
  return { key: subject.slice(0, dot), extension: subject.slice(dot + 1) };
}
