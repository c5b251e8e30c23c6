import { DEFAULT_ACCENT, paletteOf, SURFACES } from "../core/site/accent.ts";
import type { SiteInfo } from "../entities/site-info.ts";
import { Markup, markup } from "../markup.ts";
import type { BareKey } from "../words/messages.ts";
import { wordsIn } from "../words/words.ts";
import { HeaderBlock } from "../wire/response-headers.ts";

export interface PlainWords {
  title: BareKey;
  text: BareKey;
}

export interface PlainPage {
  html: string;
  headers: HeaderBlock;
}

/** By everything they show, so that pages for times of high load are rendered once. */
const pages = new Map<string, PlainPage>();
/** Languages, by texts, and names that the site has had since. */
const MAX_PAGES = 64;

/** A page that needs no other file: what has no time for pages has none for stylesheets. */
export function plainPage(language: string, words: PlainWords, site: SiteInfo | undefined): PlainPage {
  // None of them has a line break in it.
  const key = `${language}\n${words.text}\n${site?.accent}\n${site?.name}`;
  const kept = pages.get(key);
  if (kept) return kept;
  if (pages.size >= MAX_PAGES) pages.clear();
  const page = render(language, words, site);
  pages.set(key, page);
  return page;
}

function render(language: string, words: PlainWords, site: SiteInfo | undefined): PlainPage {
  const { say } = wordsIn(language);
  const title = say(words.title);
  const style = styleIn(site?.accent ?? DEFAULT_ACCENT);
  const html = markup`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${site ? `${title} · ${site.name}` : title}</title><style>${new Markup(style)}</style>${site && markup`<p class="site" dir="auto">${site.name}</p>`}<h1>${title}</h1><p>${say(words.text)}</p></html>`;
  const digest = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  const headers = new HeaderBlock({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    Vary: "Accept-Language",
  });
  return { html: String(html), headers };
}

/** The site's ink and paper, and a line in its colour. */
function styleIn(from: string): string {
  const { accent, text } = paletteOf(from);
  const [light, dark] = [SURFACES.light.paper, SURFACES.dark.paper];
  return [
    `:root{color-scheme:light dark;border-top:.5rem solid ${accent};background:${light};background:light-dark(${light},${dark})}`,
    `body{max-width:34rem;margin:0 auto;padding:12vh 1.25rem 2rem;color:#221a12;color:light-dark(#221a12,#f6eee2);font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
    `.site{margin:0;color:${text.light};color:light-dark(${text.light},${text.dark});font-weight:800}`,
    "h1{margin:.25rem 0 .75rem;font-size:2rem;line-height:1.15}",
  ].join("");
}
