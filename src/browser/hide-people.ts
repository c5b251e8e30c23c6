import { post, sentenceOf } from "./post.ts";
import { sayLine } from "./say-line.ts";

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
    for (const made of document.querySelectorAll(`[data-by="${personId}"]`)) (made.closest("li") ?? made).remove();
    sayLine(done);
  } catch (error) {
    sayLine(sentenceOf(error));
  }
}
