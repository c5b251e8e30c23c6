import { enqueueJob, finishJob } from "../../data/jobs.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { avatarFiles } from "./avatar-files.ts";

export const DELETE_AVATAR = "delete-avatar";
/** Long enough for the process that replaced the picture to delete its files as well. */
const GRACE_MS = 15_000;

/** Inside the transaction that takes the picture away, so that its files go whatever fails after the commit. */
export const discardAvatar = ({ db, now }: Pick<Ctx, "db" | "now">, key: string): Promise<void> =>
  enqueueJob(db, DELETE_AVATAR, key, now + GRACE_MS);

/** After the commit: deletes the files at once. Nobody refers to them any more, so nothing here can fail. */
export async function deleteDiscardedAvatar(ctx: Pick<Ctx, "db" | "storage">, key: string): Promise<void> {
  try {
    await deleteAvatarFiles(ctx, key);
    await evenWhenFull(ctx, () => finishJob(ctx.db, DELETE_AVATAR, key));
  } catch {
    // The storage is unavailable. The job tries again.
  }
}

/** The job. */
export async function deleteAvatarFiles({ storage }: Pick<Ctx, "storage">, key: string): Promise<void> {
  await Promise.all(avatarFiles(key).map((file) => storage.delete(file)));
}
