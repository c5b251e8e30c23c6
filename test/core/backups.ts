import { makeBackup } from "../../src/core/backup/make-backup.ts";
import { restoreBackup } from "../../src/core/backup/restore-backup.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import type { OpenDatabase } from "../../src/data/database.ts";
import type { BackupPlace } from "../../src/storage/backup-place.ts";
import type { Storage } from "../../src/storage/storage.ts";
import type { World } from "../world.ts";

export const backUp = (
  world: World,
  target: BackupPlace,
  options: { keep?: number; allowLoss?: boolean; adopt?: boolean; database?: OpenDatabase; verifyIn?: string } = {},
) => {
  const { database = world.services.database, keep, allowLoss, adopt, verifyIn } = options;
  const ctx = { ...world.ctx(), db: database.db, database };
  return makeBackup(ctx, { target, version: "test", keep, allowLoss, adopt, verifyIn });
};

export const restoreTo = (world: World, source: Storage, name: string) =>
  restoreBackup({ db: world.db, storage: world.services.storage }, { source, name });

/** Two memes with three image files each, with reactions. */
export async function fill(world: World) {
  const ann = await world.member({ name: "ann", perks: ["pro", "staff", "founder"], bio: "Grüße 🎉\n\ttabs" });
  const bob = await world.member({ name: "bob" });
  const meme = await world.meme({ by: ann, caption: "a dog's life" });
  await world.meme({ by: bob, caption: "nobody sees me", disabled: true });
  await world.rate(bob, meme, 5);
  await followUser(world.ctx(bob), ann.user.id);
  const { id: parent } = await commentOnMeme(world.ctx(bob), { memeId: meme.id, content: "first" });
  await commentOnMeme(world.ctx(ann), { memeId: meme.id, content: "second", parent });
  return { ann, bob, meme };
}
