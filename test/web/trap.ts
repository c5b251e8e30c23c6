import type { Page } from "playwright-core";

import type { Tab } from "./browser.ts";

export interface Trap extends Tab {
  /** Where a payload's script ran, or a dialog opened. */
  hits: string[];
}

export const NO_NOTES = { hits: [], problems: [] };

/** What a trap recorded since the last call. */
export const takeNotes = ({ hits, problems }: Trap) => ({ hits: hits.splice(0), problems: problems.splice(0) });

/** Records every payload script that runs in this window, and every dialog. */
export async function setTrap(tab: Tab): Promise<Trap> {
  const hits: string[] = [];
  await tab.page.exposeFunction("__hit", () => hits.push(tab.page.url()));
  tab.page.on("dialog", (dialog) => (hits.push(`a dialog on ${tab.page.url()}`), dialog.dismiss()));
  return { ...tab, hits };
}

/** Touches everything touchable on an open page, then lists the elements only an intruder could have left. */
export const intruders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll("main *"))
      for (const type of ["mouseover", "focus", "toggle"]) one.dispatchEvent(new Event(type, { bubbles: true }));
    // The maker's script places things on the picture. No policy lets markup have a style.
    const isPlaced = (one: Element) => one.matches("meme-maker [class^=make-]");
    const handlers = [...document.querySelectorAll("*")].filter((one) =>
      [...one.attributes].some(
        ({ name }) => name.startsWith("on") || name === "srcdoc" || (name === "style" && !isPlaced(one)),
      ),
    );
    const links = [...document.querySelectorAll<HTMLElement>("[href], [src], [action], [formaction]")].filter((one) =>
      ["href", "src", "action", "formaction"].some((name) => {
        const value = one.getAttribute(name);
        return value !== null && !/^(https?|blob):/.test(new URL(value, location.href).protocol);
      }),
    );
    const strangers = document.querySelectorAll(
      "iframe, object, embed, base, style, audio, meta[http-equiv], script:not([nonce]), bdo, marquee",
    );
    return [...handlers, ...links, ...strangers].map((one) => one.outerHTML.slice(0, 200));
  });
