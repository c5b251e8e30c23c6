import { enqueueJob } from "../../data/jobs.ts";
import { insertMail } from "../../data/mails.ts";
import type { User } from "../../entities/user.ts";
import { inTransaction, type Ctx } from "../ctx.ts";

export const SEND_MAIL = "send-mail";

export const MAIL_KINDS = [
  "reset",
  "confirm",
  "address-asked",
  "address-changed",
  "address-removed",
  "password-changed",
  "password-removed",
  "linked",
  "tries",
  "webhook-off",
  "report-outcome",
  "weekly",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface NewMail {
  kind: MailKind;
  /** Undefined if nobody has the typed name. The mail is queued anyway, so that it takes as long. */
  user: Pick<User, "id"> | undefined;
  /** Recipient, if not the account's confirmed address at the time of sending. */
  address?: string;
  /** The reader's, if it is not that of the request. */
  language?: string | undefined;
  /** Values for the text; never a secret. */
  about?: Record<string, string>;
  /** When to send it, if not at once. */
  sendAt?: number;
}

/** Mails that nobody misses: once may be too seldom, but twice is a nuisance. */
export const isSentOnce = ({ kind }: { kind: string }) => kind === "weekly";

/** Runs in the transaction of the act it reports. Does nothing without a mail server. */
export async function queueMail(
  tx: Ctx,
  { kind, user, address, language, about = {}, sendAt }: NewMail,
): Promise<void> {
  if (!tx.policy.mail) return;
  await inTransaction(tx, async ({ db, now, ids, asked }) => {
    const id = ids.next();
    await insertMail(db, {
      id,
      kind,
      userId: user?.id,
      address,
      language: language ?? asked?.language ?? "en",
      about,
      request: asked?.request,
      createdAt: now,
    });
    await enqueueJob(db, SEND_MAIL, id, sendAt ?? now);
  });
}
