import type { Page } from "playwright-core";

/** By axe, of each list. The newest come first: those of a filled site, in which everything differs. */
const LOOKED_AT = 8;

export type Parts = Record<"head" | "main" | "around", string>;

/** Without what is different on every page: nonces, and the way back to it. */
export function partsOf(html: string): Parts {
  const [head = "", body = ""] = html.replaceAll(/ nonce="[^"]+"/g, "").split("</head>");
  const main = /<main[^]*<\/main>/.exec(body)?.[0] ?? "";
  return { head, main, around: withoutWayBack(body.replace(main, "")) };
}

export const withoutWayBack = (html: string) =>
  html.replaceAll(/(name="next" value=|data-post=)"[^"]*"/g, "").replaceAll(/\bnext=[^"&]*/g, "");

/** Takes away the main part of a page, except its heading. */
export const leaveHeading = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector("h1");
    for (const one of document.querySelectorAll("main *"))
      if (!one.contains(heading) && !heading?.contains(one)) one.remove();
  });

/**
 * Rows and cards of a list are all made alike, and so are the calls and objects in the reference: axe would take a
 * minute. Returns what is around the main part.
 */
export const thinOut = (page: Page): Promise<string> =>
  page.evaluate((most) => {
    // Nobody watches the copy: otherwise a list that has become short would load more.
    for (const more of document.querySelectorAll("[data-more]")) more.replaceWith(more.cloneNode(true));
    for (const list of document.querySelectorAll("main :not(nav) > :is(ol, ul), main tbody"))
      for (const one of [...list.children].slice(most)) one.remove();
    for (const alike of [".operation", ".schema"])
      document.querySelectorAll(alike).forEach((one, i) => i % 5 > 0 && one.remove());
    // The lines of icons, a third of all elements, and the colours of code.
    document.querySelectorAll("svg[aria-hidden=true] > *").forEach((one) => one.remove());
    document.querySelectorAll("pre > code").forEach((one) => one.replaceChildren(one.textContent));
    return [...document.querySelectorAll(".site-header, .site-footer, .tab-bar")].map((one) => one.outerHTML).join("");
  }, LOOKED_AT);

/** Within the landmarks around the main part, which themselves stay: axe compares them with those in it. */
export const WITHIN_AROUND = [
  ":is(.site-header, .site-footer) > :not(nav, form)",
  ":is(.site-header, .site-footer) > * > *",
  ".tab-bar > *",
];
