import * as mails from "../core/mails/queue-weekly-mails.ts";
import type { JobKind } from "./job-kind.ts";

const MINUTE = 60_000;

/** Queues the weekly mails that are due, a few at a time. */
export const queueWeeklyMails: JobKind = {
  name: "queue-weekly-mails",
  recurring: { everyMs: MINUTE, firstAfterMs: 0 },
  async run({ ctx, log }) {
    const queued = await mails.queueWeeklyMails(ctx);
    if (queued > 0) log.info("weekly mails queued", { mails: queued });
  },
};
