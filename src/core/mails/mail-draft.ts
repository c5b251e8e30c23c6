import type { Mail } from "../../entities/mail.ts";
import type { User } from "../../entities/user.ts";
import type { Words } from "../../words/words.ts";
import type { Ctx } from "../ctx.ts";
import { readSiteInfo } from "../site/read-site-info.ts";

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

export const readSiteNames = async (ctx: Ctx, url: string): Promise<SiteNames> => ({
  site: (await readSiteInfo(ctx)).name,
  host: new URL(url).host,
});

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
