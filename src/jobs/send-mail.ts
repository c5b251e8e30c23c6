import { isSentOnce, SEND_MAIL } from "../core/mails/queue-mail.ts";
import { writeMail } from "../core/mails/write-mail.ts";
import { beginMail, deleteMail, findMail, recordSent, recordMailError } from "../data/mails.ts";
import type { Mail } from "../entities/mail.ts";
import { MailError } from "../mail/mail-error.ts";
import type { JobCall, JobKind } from "./job-kind.ts";

/** Long enough for a server that is being fixed, and short enough that the mail still makes sense. */
const GIVE_UP_MS = 6 * 3_600_000;
/** How long the end of the process waits for a mail that is being sent. */
const STOP_MS = 1000;

/** Recorded for a mail that is never sent twice, if nobody knows whether it was sent once. */
const CUT_OFF = new MailError(
  "It may have been sent or not: the process ended meanwhile. It is not sent again, because nobody wants it twice.",
  true,
);

/**
 * If the process dies between sending and recording, the mail is sent again: twice is better than never. Only the
 * weekly mail is recorded first and never sent twice.
 */
export const sendMail: JobKind = {
  name: SEND_MAIL,
  lane: "mail",
  async run(call) {
    const { ctx, subject, log, mailer, addresses } = call;
    const mail = await findMail(ctx.db, subject);
    if (!mail || mail.sentAt !== undefined || mail.failedAt !== undefined) return;
    const written = await writeMail(ctx, mail, addresses.url);
    if (!written) return deleteMail(ctx.db, mail.id);
    if (mail.begunAt !== undefined) return notSent(call, mail, CUT_OFF);
    try {
      if (!mailer) throw new MailError("Mail is switched off: GUFFAW_SMTP_URL and GUFFAW_MAIL_FROM are not set.", true);
      // False if another process has taken over, because this one was silent for long.
      if (isSentOnce(mail) && !(await beginMail(ctx.db, mail.id, ctx.now))) return;
      await unlessStopped(mailer.send(written), call.signal);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return notSent(call, mail, error);
    }
    mailer.counts.sent++;
    await recordSent(ctx.db, mail, ctx.now);
    log.info("mail sent", aboutOf(mail));
  },
};

/** A silent server must not keep the process from ending; the mail is sent after the next start. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => setTimeout(() => stopped.reject(signal.reason), STOP_MS).unref();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
    // The loser of the race.
    for (const late of [work, stopped.promise]) late.catch(() => {});
  }
}

async function notSent({ ctx, log, mailer }: JobCall, mail: Mail, trouble: MailError): Promise<void> {
  const [tries, error] = [mail.tries + 1, trouble.message];
  const isOver = trouble.isFinal || (trouble.isUnsure && isSentOnce(mail)) || ctx.now - mail.createdAt >= GIVE_UP_MS;
  await recordMailError(ctx.db, mail, error, isOver ? ctx.now : undefined);
  if (isOver) {
    if (mailer) mailer.counts.failed++;
    log.error("mail given up", { ...aboutOf(mail), tries, error });
    return;
  }
  if (mailer) mailer.counts.retried++;
  log.warn("mail not sent yet", { ...aboutOf(mail), tries, error });
  throw trouble;
}

const aboutOf = ({ id, kind, userId, request }: Mail) => ({ mail: id, kind, user: userId, request });
