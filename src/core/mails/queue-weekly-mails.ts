import { countJobs } from "../../data/jobs.ts";
import { DAY_MS } from "../../data/periods.ts";
import { listDueWeeklyMails, moveWeeklyMail } from "../../data/weekly-mails.ts";
import type { WeeklyMail } from "../../entities/weekly-mail.ts";
import { requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { queueMail, SEND_MAIL } from "./queue-mail.ts";
import { WEEK_MS } from "./weekly-mail.ts";

/** Weekly mails wait here rather than among those that somebody is waiting for. */
const MAX_WAITING = 60;
/** One after the other, so that a password reset never waits for more than one of them. */
const APART_MS = 1000;
/** After a longer outage the week ends now, and the next mail comes a week from now. */
const MAX_LATE_MS = DAY_MS;

/**
 * Queues the mails that are due, as many as there is room for, each in the same transaction as its next moment: whoever
 * dies, and however many do this at once, there is one mail for each week. Returns how many.
 */
export async function queueWeeklyMails(ctx: Ctx): Promise<number> {
  requireOperator(ctx.actor);
  if (!ctx.policy.mail) return 0;
  const room = MAX_WAITING - (await countJobs(ctx.db, SEND_MAIL, MAX_WAITING));
  const due = room > 0 ? await listDueWeeklyMails(ctx.db, ctx.now, room) : [];
  if (due.length === 0) return 0;
  return inTransaction(ctx, async (tx) => {
    let queued = 0;
    for (const one of due) if (await queue(tx, one, ctx.now + queued * APART_MS)) queued++;
    return queued;
  });
}

/** Weeks of one person never overlap, so nothing is in two mails. */
async function queue(tx: Ctx, weekly: WeeklyMail, sendAt: number): Promise<boolean> {
  const { userId, language, nextAt } = weekly;
  const until = tx.now - nextAt > MAX_LATE_MS ? tx.now : nextAt;
  if (!(await moveWeeklyMail(tx.db, weekly, until + WEEK_MS))) return false;
  await queueMail(tx, { kind: "weekly", user: { id: userId }, language, about: { until: String(until) }, sendAt });
  return true;
}
