import { ConfigError, readAll, refuse, IN_PASSWORDS, requireDecodable } from "./checks.ts";

export type MailConfig = { url: string; from: string };

export function readMail(url: string | undefined, from: string | undefined): MailConfig | undefined {
  if (url === undefined && from === undefined) return undefined;
  return readAll<MailConfig>({ url: () => readServer(url), from: () => readSender(from) });
}

function readServer(url: string | undefined): string {
  const expected = `smtps://user:password@mail.example.org (${IN_PASSWORDS})`;
  if (url === undefined)
    throw new ConfigError(
      `GUFFAW_SMTP_URL is missing: give the address of the mail server, such as ${expected}, or leave GUFFAW_MAIL_FROM out too.`,
    );
  // The address may hold a password, so the error never repeats it.
  const parts = /^smtps?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (!parts?.hostname || parts.hash || !/^\/?$/.test(parts.pathname) || parts.search.includes("@"))
    throw new ConfigError(`GUFFAW_SMTP_URL is not the address of a mail server: use ${expected}.`);
  requireDecodable("GUFFAW_SMTP_URL", parts);
  return url;
}

function readSender(from: string | undefined): string {
  const expected = "the sender of our mails, such as Guffaw <memes@example.org>";
  if (from === undefined)
    throw new ConfigError(`GUFFAW_MAIL_FROM is missing: give ${expected}, or leave GUFFAW_SMTP_URL out too.`);
  if (!/^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>$/.test(from)) refuse("GUFFAW_MAIL_FROM", from, expected);
  return from;
}
