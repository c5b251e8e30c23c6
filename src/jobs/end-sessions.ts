import { SESSION_MS } from "../core/sessions/session-time.ts";
import { deleteConfirmationsEndedBefore } from "../data/confirmations.ts";
import { deleteHandOffsEndedBefore } from "../data/hand-offs.ts";
import { deleteMails } from "../data/mails.ts";
import { deleteDevicesOlderThan, deleteSessionsSeenBefore } from "../data/sessions.ts";
import { deleteTicketsEndedBefore } from "../data/tickets.ts";
import type { JobKind } from "./job-kind.ts";

const HOUR_MS = 3_600_000;
/** As long as a browser keeps its cookie. */
const DEVICE_MS = 365 * 86_400_000;
/** How long mails are remembered: for limits, and so that the operator sees those that failed. */
const SENT_MS = 86_400_000;
const FAILED_MS = 30 * 86_400_000;

/** Deletes unused sessions and browsers, and expired invitations, links and mails. */
export const endSessions: JobKind = {
  name: "end-sessions",
  recurring: { everyMs: HOUR_MS, firstAfterMs: 0 },
  async run({ ctx: { db, now } }) {
    await deleteSessionsSeenBefore(db, now - SESSION_MS);
    await deleteDevicesOlderThan(db, now - DEVICE_MS);
    await deleteTicketsEndedBefore(db, "invites", now);
    await deleteTicketsEndedBefore(db, "resets", now);
    await deleteTicketsEndedBefore(db, "challenges", now);
    await deleteHandOffsEndedBefore(db, now);
    await deleteConfirmationsEndedBefore(db, now);
    await deleteMails(db, { sentBefore: now - SENT_MS, failedBefore: now - FAILED_MS });
  },
};
