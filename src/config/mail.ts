import { ConfigError, refuse, IN_PASSWORDS, requireDecodable } from "./checks.ts";

export type MailConfig = { url: string; from: string };

export function readMail(url: string | undefined, from: string | undefined): MailConfig | undefined {
  if (url === undefined && from === undefined) return undefined;
  // The address may hold a password, so the error never repeats it.
  const parts = url !== undefined && /^smtps?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (
    url === undefined ||
    !parts?.hostname ||
    parts.hash ||
    !/^\/?$/.test(parts.pathname) ||
    parts.search.includes("@")
  )
    throw new ConfigError(
      `GUFFAW_SMTP_URL is not the address of a mail server: use smtps://user:password@mail.example.org (${IN_PASSWORDS}), or leave GUFFAW_MAIL_FROM out too.`,
    );
  requireDecodable("GUFFAW_SMTP_URL", parts);
  if (from === undefined || !/^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>$/.test(from))
    refuse("GUFFAW_MAIL_FROM", from ?? "", "the sender of our mails, such as Guffaw <memes@example.org>");
  return { url, from };
}
