import type { Config } from "../config.ts";
import { DomainError } from "../errors.ts";
import { readSiteNames } from "../core/mails/mail-draft.ts";
import { findSiteInfo, THE_SITE } from "../data/site-info.ts";
import { openDatabase } from "../data/open.ts";
import { writeWeek } from "../core/mails/write-weekly.ts";
import { cleanEmail } from "../core/users/email.ts";
import { findUserBy } from "../core/users/find-user.ts";
import { Mailer } from "../mail/mailer.ts";
import { MailError } from "../mail/mail-error.ts";
import { LANGUAGES } from "../words/languages.ts";
import { wordsIn } from "../words/words.ts";
import { withServices, type Command } from "./command.ts";
import { configuredUrl, publicUrl, runningUrl } from "./public-url.ts";

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
  const { url, name = new URL(url).host } = await aboutSite(config);
  const text = `This is a test mail from ${name}, at ${url}.\n\nIf you can read it, ${name} can send mail.\n`;
  try {
    return await new Mailer(config.mail!).send({ to, subject: `A test mail from ${name}`, text });
  } catch (error) {
    throw error instanceof MailError ? new DomainError("unavailable", error.message) : error;
  }
}

/** If there is no site yet, or its database is away, mail can be tested all the same. */
async function aboutSite(config: Config): Promise<{ name?: string | undefined; url: string }> {
  try {
    await using database = await openDatabase(config.database);
    const { name } = await findSiteInfo(database.db, THE_SITE);
    return { name, url: (await runningUrl({ config, database })) ?? configuredUrl(config) };
  } catch {
    return { url: configuredUrl(config) };
  }
}

const weekly: Command = {
  name: "mail weekly",
  args: "NAME",
  summary: "show the weekly mail that somebody would get now, and send nothing",
  details: "Whether or not they have asked for it. With --json, it includes the HTML.",
  count: [1, 1],
  run: (call) =>
    withServices(call, async (services, ctx) => {
      const url = await publicUrl(services);
      const user = await findUserBy(ctx, call.args[0]!);
      const words = wordsIn(user.language !== undefined && LANGUAGES.has(user.language) ? user.language : "en");
      if (user.email === undefined)
        throw new DomainError("invalid", `${user.username} has no confirmed e-mail address, and gets no mail.`);
      const mail = await writeWeek(ctx, user, { until: ctx.now, url, names: await readSiteNames(ctx, url), words });
      if (!mail) return { json: { mail: null }, text: `There is nothing to show to ${user.username} this week.` };
      const headers = { To: mail.to, Subject: mail.subject, ...mail.headers };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return { json: { mail }, text: [...lines, "", mail.text.trimEnd()].join("\n") };
    }),
};

/** Connects and logs in, but sends nothing. */
export async function examineMail({ mail }: Config): Promise<{ ok: boolean; said: string }[]> {
  if (!mail) return [{ ok: true, said: `${NO_MAIL} People who forget their password need ./guffaw user reset NAME.` }];
  await new Mailer(mail).verify();
  const { host, username } = new URL(mail.url);
  const login = username ? " and accepts our login" : "; no login is configured";
  return [{ ok: true, said: `The mail server at ${host} answers${login}.` }];
}

export const mailCommands = [test, weekly];
