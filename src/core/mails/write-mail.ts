import { deleteConfirmation, insertConfirmation } from "../../data/confirmations.ts";
import { countMails, recordTicket } from "../../data/mails.ts";
import type { User } from "../../entities/user.ts";
import type { Mail } from "../../entities/mail.ts";
import { deleteTicket } from "../../data/tickets.ts";
import { findUser, findUserByEmail } from "../../data/users.ts";
import { LANGUAGES } from "../../words/languages.ts";
import { wordsIn, type Words } from "../../words/words.ts";
import { isSuspended, requireOperator } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { hashOf, makeSecret } from "../secrets.ts";
import { CONFIRM_DAYS, CONFIRM_MS } from "../users/confirm-email.ts";
import { allowReset } from "../users/reset-password.ts";
import { readSiteNames, type MailWriter, type SiteNames, type WrittenMail } from "./mail-draft.ts";
import type { MailKind } from "./queue-mail.ts";
import { writeWeekly } from "./write-weekly.ts";

const DAY_MS = 86_400_000;

/** Undefined if there is nobody to write to, or nothing left to say. */
export async function writeMail(ctx: Ctx, mail: Mail, url: string): Promise<WrittenMail | undefined> {
  requireOperator(ctx.actor);
  const names = await readSiteNames(ctx, url);
  if (mail.kind === "report-outcome") return writeOutcome(mail, url, names);
  const user = mail.userId === undefined ? undefined : await findUser(ctx.db, mail.userId);
  if (!user || isSuspended(user, ctx.now)) return undefined;
  return WRITERS[mail.kind as keyof typeof WRITERS]?.({ ctx, mail, user, url, names, words: wordsFor(user, mail) });
}

/** Anyone may have asked for it, but the reader may have chosen a language. */
function wordsFor({ language }: User, mail: Mail): Words {
  const chosen = [language, mail.language].find((one) => one && LANGUAGES.has(one));
  return wordsIn(chosen ?? "en");
}

const writeReset: MailWriter = async ({ ctx, mail, user, url, names, words: { say } }) => {
  if (user.email === undefined) return undefined;
  const link = `${url}/reset/${await makeResetFor(ctx, mail, user)}`;
  return {
    to: user.email,
    subject: say("mail.reset-subject", names),
    text: say("mail.reset-text", { username: user.username, link }),
  };
};

/** Anyone can type an address again and again, so its owner is told only a few times a day. */
const MAX_TAKEN = 3;

/** If somebody else has confirmed the address, that person is told instead. Only the mailbox learns which it was. */
const writeConfirm: MailWriter = async ({ ctx, mail, user, url, names, words: { say } }) => {
  const address = mail.address!;
  const owner = await findUserByEmail(ctx.db, address);
  if (owner) {
    const day = { since: ctx.now - DAY_MS, until: mail.createdAt, max: MAX_TAKEN + 1 };
    const isFlood = (await countMails(ctx.db, { kind: "confirm", address }, day)) > MAX_TAKEN;
    return owner.id === user.id || isSuspended(owner, ctx.now) || isFlood
      ? undefined
      : writeTaken(owner, mail, url, names);
  }
  if (user.newEmail !== address) return undefined;
  const link = `${url}/confirm/${await makeConfirmationFor(ctx, mail, user)}`;
  return {
    to: address,
    subject: say("mail.confirm-subject", names),
    text: say("mail.confirm-text", { ...names, username: user.username, days: CONFIRM_DAYS, link }),
  };
};

function writeTaken(owner: User, mail: Mail, url: string, names: SiteNames): WrittenMail {
  const { say } = wordsFor(owner, mail);
  const values = { ...names, username: owner.username, link: `${url}/sign-in`, reset: `${url}/reset` };
  return { to: owner.email!, subject: say("mail.taken-subject", names), text: say("mail.taken-text", values) };
}

const writeTries: MailWriter = async ({ ctx, mail, user, url, names, words: { say } }) => {
  const day = { since: ctx.now - DAY_MS, until: mail.createdAt, max: 2 };
  // The count includes this one.
  if (user.email === undefined || (await countMails(ctx.db, { kind: "tries", userId: user.id }, day)) > 1)
    return undefined;
  const values = { ...names, username: user.username, reset: `${url}/reset` };
  return { to: user.email, subject: say("mail.tries-subject", names), text: say("mail.tries-text", values) };
};

/** Where to change what a notice is about, if not in the account's settings. */
const SETTINGS = { linked: "integrations", "webhook-off": "webhooks" };

/** Tells owners what happened to their account. */
const notice =
  (kind: Exclude<MailKind, "reset" | "confirm" | "tries" | "report-outcome" | "weekly">): MailWriter =>
  async ({ mail, user, url, names, words }) => {
    const to = mail.address ?? user.email;
    if (to === undefined) return undefined;
    const values = { ...names, username: user.username, reset: `${url}/reset`, ...mail.about };
    const settings = `${url}/settings/${SETTINGS[kind as keyof typeof SETTINGS] ?? "account"}`;
    return {
      to,
      subject: words.say(`mail.${kind}-subject`, names),
      text: words.translate({ key: `mail.${kind}-text`, values: { ...values, settings } }),
    };
  };

/** To a guest, who has no account. */
function writeOutcome({ address, language, about }: Mail, url: string, names: SiteNames): WrittenMail {
  const { say } = wordsIn(LANGUAGES.has(language) ? language : "en");
  const { report = "", comment = "", meme } = about;
  const values = { ...names, link: `${url}/meme/${meme}`, comment };
  return {
    to: address!,
    subject: say("mail.report-outcome-subject", { report }),
    text: say("mail.report-outcome-text", values),
  };
}

const WRITERS: Record<Exclude<MailKind, "report-outcome">, MailWriter> = {
  reset: writeReset,
  confirm: writeConfirm,
  tries: writeTries,
  "address-asked": notice("address-asked"),
  "address-changed": notice("address-changed"),
  "address-removed": notice("address-removed"),
  "password-changed": notice("password-changed"),
  "password-removed": notice("password-removed"),
  linked: notice("linked"),
  "webhook-off": notice("webhook-off"),
  weekly: writeWeekly,
};

/** Each attempt gets a new secret. The previous one, if it ever arrived, no longer works. */
const makeResetFor = (ctx: Ctx, mail: Mail, user: User): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    if (mail.ticket !== undefined) await deleteTicket(tx.db, "resets", mail.ticket);
    const secret = await allowReset(tx, user);
    await recordTicket(tx.db, mail.id, hashOf(secret));
    return secret;
  });

const makeConfirmationFor = (ctx: Ctx, mail: Mail, { id }: User): Promise<string> =>
  inTransaction(ctx, async ({ db, now }) => {
    const secret = makeSecret();
    if (mail.ticket !== undefined) await deleteConfirmation(db, mail.ticket);
    const hash = hashOf(secret);
    const email = mail.address!;
    await insertConfirmation(db, hash, { userId: id, email, createdAt: now, expiresAt: now + CONFIRM_MS });
    await recordTicket(db, mail.id, hash);
    return secret;
  });
