import { listBestFollowed } from "../../data/followed-week.ts";
import { findWeeklyMail } from "../../data/weekly-mails.ts";
import type { User } from "../../entities/user.ts";
import type { Words } from "../../words/words.ts";
import { requireOperator } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { readFilter } from "../filters/read-filter.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";
import { DEFAULT_ACCENT } from "../site/accent.ts";
import { readSiteInfo } from "../site/read-site-info.ts";
import type { MailWriter, SiteNames, WrittenMail } from "./mail-draft.ts";
import { unsubscribePath } from "./unsubscribe.ts";
import { weeklyHtml } from "./weekly-html.ts";
import { WEEK_MS } from "./weekly-mail.ts";
import { weeklyText } from "./weekly-text.ts";

const MAX_MEMES = 8;
/** More than that, because the reader may not want to see some. */
const MAX_CANDIDATES = 100;

/** The best of the reader's week. What has been hidden since it was queued is not in it. */
export const writeWeekly: MailWriter = async ({ ctx, mail, user, url, names, words }) =>
  (await findWeeklyMail(ctx.db, user.id)) &&
  writeWeek(ctx, user, { until: Number(mail.about.until), url, names, words });

interface Given {
  until: number;
  /** The site's public address. */
  url: string;
  names: SiteNames;
  words: Words;
}

/** Undefined if there is no address, or nothing to show. */
export async function writeWeek(
  ctx: Ctx,
  user: User,
  { until, url, names, words }: Given,
): Promise<WrittenMail | undefined> {
  requireOperator(ctx.actor);
  if (user.email === undefined) return undefined;
  const memes = await bestFor(ctx, user, until);
  if (memes.length === 0) return undefined;
  const unsubscribe = url + (await unsubscribePath(ctx, user));
  const { accent = DEFAULT_ACCENT } = await readSiteInfo(ctx);
  const week = { memes, url, names, accent, unsubscribe, username: user.username, words };
  return {
    to: user.email,
    subject: words.say("mail.weekly-subject", names),
    text: weeklyText(week),
    html: weeklyHtml(week),
    headers: headersFor(unsubscribe),
  };
}

/** Read as the reader would, so that nothing is in it that they may not or do not want to see. */
async function bestFor(ctx: Ctx, user: User, until: number): Promise<MemeWithAuthor[]> {
  const week = { since: until - WEEK_MS, until };
  const ids = await listBestFollowed(ctx.db, user.id, week, MAX_CANDIDATES);
  const filter = await readFilter(ctx, user.id);
  const listed = await readListed({ ...ctx, actor: { kind: "member", user, via: "session", filter } }, ids);
  return listed.slice(0, MAX_MEMES);
}

/** RFC 8058. Mail programs may send the button only to an address with https. */
const headersFor = (unsubscribe: string): Record<string, string> => ({
  "List-Unsubscribe": `<${unsubscribe}>`,
  ...(unsubscribe.startsWith("https:") ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
});
