import { hideNotifications } from "../../data/notifications.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import { notify } from "./notify.ts";

/** Runs inside the transaction that adds the remix. As long as nobody can see that, nobody hears of it. */
export async function notifyOfRemix(
  tx: Ctx,
  remix: Pick<Meme, "id" | "authorId" | "disabled">,
  original: Pick<Meme, "authorId">,
): Promise<void> {
  await notify(tx, original.authorId, { kind: "remix", memeId: remix.id });
  if (remix.disabled) await hideNotifications(tx.db, remix.id, remix.authorId, true);
}
