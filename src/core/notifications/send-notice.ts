import { message } from "../../words/messages.ts";
import { isStaff, requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { recordAct } from "../moderation/record-act.ts";
import { cleanText } from "../text.ts";
import { findUserBy } from "../users/find-user.ts";
import { notify } from "./notify.ts";

export const MAX_NOTICE = 1000;

/** A message to one person from the people who run the site. */
export async function sendNotice(ctx: Ctx, input: { user: string; text: string }): Promise<void> {
  const { user: sender } = requireMember(ctx.actor);
  if (!isStaff(ctx.actor)) throw new DomainError("not_allowed", message("error.staff-send-notices"));
  const text = cleanText("notice", input.text, { min: 1, max: MAX_NOTICE });
  await inTransaction(ctx, async (tx) => {
    const user = await findUserBy(tx, input.user);
    if (user.id === sender.id) throw new DomainError("invalid", message("error.notice-to-yourself"));
    await notify(tx, user.id, { kind: "notice", text });
    await recordAct(tx, { kind: "notice", user, note: text });
  });
}
