import { markup, type Markup } from "../../markup.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { imagePath, previewOf } from "../memes/renditions.ts";
import { inkOn } from "../site/accent.ts";
import { profilePath } from "../users/profile-path.ts";
import { weeklyFacts, type WeeklyContent } from "./weekly-content.ts";

// Mail programs know tables and inline styles, and little else. Those that know the dark get it from the classes.

const WIDTH = 600;
const SANS = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const INK = "color:#221a12";
const SOFT = "color:#665848";

const STYLE = markup`:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #171310 !important; }
  .card { background: #201a15 !important; border-color: #3b3229 !important; }
  .well { background: #100d0a !important; }
  .ink { color: #f6eee2 !important; }
  .soft { color: #b9aa98 !important; }
}`;

/** Looks like the site: ink on paper, and one colour. */
export function weeklyHtml(content: WeeklyContent): string {
  const { memes, url, names, words } = content;
  const { say, language } = words;
  const lead = say("mail.weekly-lead", { username: content.username });
  return `<!doctype html>\n${markup`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${say("mail.weekly-subject", names)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ec">
<div role="main" lang="${language}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fbf6ec">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px">
<tr><td style="${SANS};padding:0 4px 20px">
<p class="soft" style="margin:0 0 4px;font-size:15px;font-weight:700"><a href="${url}/" class="soft" style="${SOFT};text-decoration:none">${names.site}</a></p>
<h1 class="ink" style="margin:0 0 8px;font-size:28px;line-height:1.2;${INK}">${say("mail.weekly-title")}</h1>
<p class="ink" style="margin:0;font-size:17px;line-height:1.5;${INK}">${lead}</p>
</td></tr>
${memes.map((one) => card(one, content))}
${ending(content)}
</table>
</td></tr>
</table>
</div>
</body>
</html>`}\n`;
}

function card(one: MemeWithAuthor, content: WeeklyContent): Markup {
  const { meme } = one;
  const link = `${content.url}/meme/${meme.id}`;
  const caption = meme.caption.trim();
  return markup`<tr><td style="padding:0 0 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="background:#fffdf9;border:1px solid #e2d7c3;border-radius:12px;border-collapse:separate;overflow:hidden">
<tr><td align="center" class="well" style="background:#f4ecdd;border-radius:11px 11px 0 0"><a href="${link}" class="ink" style="${INK};text-decoration:none">${picture(one, content)}</a></td></tr>
<tr><td style="${SANS};padding:14px 16px 16px">
${
  caption &&
  markup`<p dir="auto" style="margin:0 0 6px;font-size:18px;line-height:1.4;white-space:pre-line;overflow-wrap:anywhere"><a href="${link}" class="ink" style="${INK};text-decoration:none;font-weight:600">${caption}</a></p>
`
}${byline(one, content)}
</td></tr>
</table>
</td></tr>
`;
}

/** As wide as the mail at most, and never enlarged. Without it, its description stands in its place. */
function picture({ meme, author }: MemeWithAuthor, { url, words }: WeeklyContent): Markup {
  const { which, ...size } = previewOf(meme);
  const width = Math.min(size.width, WIDTH);
  const height = Math.round((size.height * width) / size.width);
  const alt = meme.alt || words.say("mail.weekly-picture", { name: author.username });
  return markup`<img src="${url}${imagePath(meme, which)}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;width:100%;max-width:${width}px;height:auto;${SANS};font-size:16px;line-height:1.5">`;
}

function byline(one: MemeWithAuthor, { url, words }: WeeklyContent): Markup {
  const { author } = one;
  const name = markup`<a href="${url}${profilePath(author)}" class="soft" style="${SOFT};text-decoration:underline">${words.say("mail.weekly-by", { name: author.username })}</a>`;
  const facts = weeklyFacts(one, words).map((fact) => markup` · <span style="white-space:nowrap">${fact}</span>`);
  return markup`<p class="soft" style="margin:0;font-size:15px;line-height:1.5;${SOFT}">${name}${facts}</p>`;
}

function ending({ url, names, accent, unsubscribe, words: { say } }: WeeklyContent): Markup {
  const link = (to: string, text: string) =>
    markup`<a href="${to}" class="soft" style="${SOFT};text-decoration:underline">${text}</a>`;
  return markup`<tr><td align="center" style="${SANS};padding:8px 4px 28px">
<a href="${url}/?feed=following" style="display:inline-block;padding:13px 22px;background:${accent};border-radius:999px;color:${inkOn(accent)};font-size:17px;font-weight:700;text-decoration:none">${say("mail.weekly-more")}</a>
</td></tr>
<tr><td align="center" class="soft" style="${SANS};padding:0 4px;font-size:14px;line-height:1.6;${SOFT}">
${say("mail.weekly-why", names)}<br>
${link(unsubscribe, say("mail.weekly-unsubscribe"))} · ${link(`${url}/settings/notifications`, say("mail.weekly-settings"))}
</td></tr>`;
}
