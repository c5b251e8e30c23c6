import type { Mail } from "../../entities/mail.ts";
import type { User } from "../../entities/user.ts";
import type { Words } from "../../words/words.ts";
import type { Ctx } from "../ctx.ts";

export interface WrittenMail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** What a mail calls the site: people know it by one of them. */
export interface SiteNames {
  site: string;
  host: string;
}

/** A mail that is about to be written. */
export interface MailDraft {
  ctx: Ctx;
  mail: Mail;
  user: User;
  /** The site's public address. */
  url: string;
  names: SiteNames;
  words: Words;
}

/** Undefined if there is nobody to write to, or nothing left to say. */
export type MailWriter = (draft: MailDraft) => Promise<WrittenMail | undefined>;
