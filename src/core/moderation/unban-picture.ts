import { deleteBannedPicture } from "../../data/banned-pictures.ts";
import { message } from "../../words/messages.ts";
import { requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordAct } from "./record-act.ts";

/** Allows the picture to be posted again. */
export async function unbanPicture(ctx: Ctx, id: number): Promise<void> {
  requireStaff(ctx.actor);
  await inTransaction(ctx, async (tx) => {
    const ban = await deleteBannedPicture(tx.db, id);
    if (!ban) throw new DomainError("not_found", message("error.no-ban"));
    await recordAct(tx, { kind: "unban-picture", note: ban.reason });
  });
}
