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
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface NewMail {
  kind: MailKind;
  /** Undefined where nobody has the name that was typed: the mail is queued all the same, so that it takes as long. */
  user: Pick<User, "id"> | undefined;
  /** Where it goes, unless to the confirmed address that the account has by then. */
  address?: string;
  /** What else the words need; never a secret. */
  about?: Record<string, string>;
}

/** In the transaction of the act that it tells of. Without a mail server nothing is written down. */
export async function queueMail(tx: Ctx, { kind, user, address, about = {} }: NewMail): Promise<void> {
  if (!tx.policy.mail) return;
  await inTransaction(tx, async ({ db, now, ids, asked }) => {
    const id = ids.next();
    await insertMail(db, {
      id,
      kind,
      userId: user?.id,
      address,
      language: asked?.language ?? "en",
      about,
      request: asked?.request,
      createdAt: now,
    });
    await enqueueJob(db, SEND_MAIL, id, now);
  });
}
