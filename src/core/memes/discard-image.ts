import { enqueueJob, finishJob } from "../../data/jobs.ts";
import { SHARED_KEYS } from "../../data/memes.ts";
import type { MemeImage } from "../../entities/meme.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { keyOf, RENDITIONS } from "./renditions.ts";

type Image = Pick<MemeImage, "key" | "extension">;

export const DELETE_IMAGE = "delete-image";
/** Long enough for whoever deleted the meme to delete its files as well. */
const GRACE_MS = 15_000;

/** Inside the transaction that deletes the meme: whatever fails after its commit, the files will go. */
export async function discardImage({ db, now }: Pick<Ctx, "db" | "now">, image: Image): Promise<void> {
  if (isShared(image)) return;
  await enqueueJob(db, DELETE_IMAGE, subjectOf(image), now + GRACE_MS);
}

/** After the commit: the files go at once. The memes are gone whatever happens here, so nothing here is a failure. */
export async function deleteDiscarded(ctx: Pick<Ctx, "db" | "storage">, images: readonly Image[]): Promise<void> {
  try {
    for (const image of images) {
      if (isShared(image)) continue;
      await deleteFiles(ctx, image);
      await evenWhenFull(ctx, () => finishJob(ctx.db, DELETE_IMAGE, subjectOf(image)));
    }
  } catch {
    // The storage is away: there is a job for each image that is left, and trying them all would only take time.
  }
}

/** What the job does. */
export const deleteDiscardedImage = (ctx: Pick<Ctx, "storage">, subject: string): Promise<void> =>
  deleteFiles(ctx, imageOf(subject));

async function deleteFiles({ storage }: Pick<Ctx, "storage">, image: Image): Promise<void> {
  await Promise.all(RENDITIONS.map((which) => storage.delete(keyOf(image, which))));
}

const isShared = (image: Image) => image.key.startsWith(SHARED_KEYS);

/** The key of the original says both the key of the image and its extension. */
const subjectOf = (image: Image) => keyOf(image, "original");

function imageOf(subject: string): Image {
  const dot = subject.lastIndexOf(".");
  return { key: subject.slice(0, dot), extension: subject.slice(dot + 1) };
}
