import { insertDeletion } from "../../data/deletions.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Deletion } from "../../entities/deletion.ts";
import type { Ctx } from "../ctx.ts";
import { DELETE_ACCOUNT } from "../users/delete-own-account.ts";

/** Inside the transaction that deletes the meme. Keeps nothing of the meme itself. */
export async function recordDeletion({ db, actor, now }: Ctx, meme: Meme, withAccount: boolean): Promise<void> {
  const about = { memeId: meme.id, authorId: meme.authorId, createdAt: now };
  await insertDeletion(db, { ...about, ...whoAndHow(actor, meme, withAccount) });
}

function whoAndHow(actor: Ctx["actor"], meme: Meme, withAccount: boolean): Pick<Deletion, "userId" | "how" | "keyId"> {
  if (actor.kind === "member") {
    const key = actor.via === "session" ? undefined : actor.via;
    return { userId: actor.user.id, how: key ? "key" : "website", keyId: key?.id };
  }
  const isOwnWish = actor.kind === "system" && actor.job === DELETE_ACCOUNT;
  return { userId: isOwnWish ? meme.authorId : undefined, how: withAccount ? "account" : "command", keyId: undefined };
}
