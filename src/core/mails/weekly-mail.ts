import { DAY_MS } from "../../data/periods.ts";
import { deleteWeeklyMail, findWeeklyMail, insertWeeklyMail } from "../../data/weekly-mails.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";

export const WEEK_MS = 7 * DAY_MS;

export const isWeeklyMailWanted = async ({ db, actor }: Ctx): Promise<boolean> =>
  (await findWeeklyMail(db, requireMember(actor).user.id)) !== undefined;

/**
 * Whether the caller gets the weekly mail. It comes a week after they asked for it, and then every week: so mails are
 * spread over the week, and come at a time of day when their reader is awake. Idempotent.
 */
export async function chooseWeeklyMail(ctx: Ctx, wanted: boolean): Promise<void> {
  const { user } = requireMember(ctx.actor);
  if (!wanted) return inFreeingTransaction(ctx, ({ db }) => deleteWeeklyMail(db, user.id));
  if (!ctx.policy.mail) throw new DomainError("invalid", message("error.weekly-no-mail"));
  if (user.email === undefined) throw new DomainError("invalid", message("error.weekly-no-address"));
  const language = user.language ?? ctx.asked?.language ?? "en";
  await inTransaction(ctx, ({ db }) => insertWeeklyMail(db, { userId: user.id, language, nextAt: ctx.now + WEEK_MS }));
}
