import { post, sentenceOf } from "./post.ts";
import { sayLine } from "./say-line.ts";
import { sheetLink } from "./sheet.ts";
import { say } from "./words.ts";

/** Whoever mutes or blocks somebody in a list stays there: everything that person made leaves the page. */
export function hidePeople() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const menu = form.closest<HTMLElement>("[data-person-menu]");
    // Elsewhere the page itself changes.
    if (!menu?.closest("[data-by]") || event.defaultPrevented) return;
    event.preventDefault();
    void hide(form, menu.dataset.personMenu!);
  });
}

async function hide(form: HTMLFormElement, personId: string) {
  try {
    const { done } = await post<{ done: string }>(form.action, {});
    const made = [...document.querySelectorAll(`[data-by="${personId}"]`)];
    const gone = made.map((one) => one.closest("li") ?? one);
    const next = nextAfter(form, gone);
    for (const one of gone) one.remove();
    next?.focus({ preventScroll: true });
    sayLine(done, form.dataset.act === "mute" ? undoLink(form.action) : undefined);
  } catch (error) {
    sayLine(sentenceOf(error));
  }
}

/** The page is read again, since elements that return to it would listen twice. */
function undoLink(action: string): HTMLAnchorElement {
  const link = sheetLink(say("browser.undo"), action.replace(/profile\/[^/]+\/mute$/, "settings/seeing#muted"));
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      await post(action.replace(/mute$/, "unmute"), {});
      location.reload();
    } catch (error) {
      sayLine(sentenceOf(error));
    }
  });
  return link;
}

/** Where a keyboard goes on: at the next thing that stays in the list, or else at the one before. */
function nextAfter(form: HTMLElement, gone: readonly Element[]): HTMLElement | null | undefined {
  const staying = [...document.querySelectorAll("[data-by]")].filter((one) => !gone.some((item) => item.contains(one)));
  const isLater = (one: Element) => (form.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  return (staying.find(isLater) ?? staying.at(-1))?.querySelector<HTMLElement>("a");
}
