import type { Config } from "../config.ts";
import { DomainError } from "../errors.ts";
import { cleanEmail } from "../core/users/email.ts";
import { Mailer } from "../mail/mailer.ts";
import { MailError } from "../mail/mail-error.ts";
import type { Command } from "./command.ts";
import { publicUrl } from "./invite.ts";

export const NO_MAIL =
  "No mail can be sent until you set GUFFAW_SMTP_URL (the mail server) and GUFFAW_MAIL_FROM (the sender).";

const test: Command = {
  name: "mail test",
  args: "ADDRESS",
  summary: "send a test mail and show the mail server's answer",
  count: [1, 1],
  async run({ args, config }) {
    const to = cleanEmail(args[0]!);
    if (!config.mail) throw new DomainError("invalid", NO_MAIL);
    const answer = await send(config, to);
    const text = `The mail server accepted the mail to ${to} (${answer}). If it does not arrive, check the spam folder.`;
    return { json: { to, answer }, text };
  },
};

async function send(config: Config, to: string): Promise<string> {
  const url = publicUrl(config);
  const text = `This is a test mail from ${url}.\n\nIf you can read it, Guffaw can send mail.\n`;
  try {
    return await new Mailer(config.mail!).send({ to, subject: `A test mail from ${new URL(url).host}`, text });
  } catch (error) {
    throw error instanceof MailError ? new DomainError("unavailable", error.message) : error;
  }
}

/** Connects and logs in, but sends nothing. */
export async function examineMail({ mail }: Config): Promise<{ ok: boolean; said: string }[]> {
  if (!mail) return [{ ok: true, said: `${NO_MAIL} People who forget their password need ./guffaw user reset NAME.` }];
  await new Mailer(mail).verify();
  const { host, username } = new URL(mail.url);
  const login = username ? " and accepts our login" : "; no login is configured";
  return [{ ok: true, said: `The mail server at ${host} answers${login}.` }];
}

export const mailCommands = [test];
