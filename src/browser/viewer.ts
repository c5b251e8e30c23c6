const KEY = "guffaw-list";
/** A swipe is at least this long, and not much of it goes up or down. In pixels. */
const SWIPE = 60;
const MAX_DRIFT = 50;

/**
 * Walks a list meme by meme: with links, arrow keys or swipes. All of them take one place in the browser's history, so
 * that going back leads to the list, where it was left.
 */
export function walkLists() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
    if (link?.closest(".card")) keep(location.pathname + location.search);
    const walk = link?.closest<HTMLElement>("[data-walk]");
    if (!link || !walk || keep() === null || history.length < 2) return;
    event.preventDefault();
    if ("back" in link.dataset) history.back();
    else location.replace(link.href);
  });
  let start: Touch | undefined;
  document.addEventListener("touchstart", ({ touches, target }) => {
    const isOne = touches.length === 1 && (target as Element).closest(".meme-stage") !== null;
    start = isOne ? touches[0] : undefined;
  });
  document.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!start || !end || (visualViewport?.scale ?? 1) > 1) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.abs(x) >= SWIPE && Math.abs(y) <= MAX_DRIFT) walkBy(x < 0 ? 1 : -1);
  });
}

/** To the next or the previous meme of the list, or of all. */
export function walkBy(by: 1 | -1): boolean {
  const link = document.querySelector<HTMLAnchorElement>(by > 0 ? "[data-older]" : "[data-newer]");
  link?.click();
  return link !== null;
}

/** Remembers that the list is the place before this one. A browser without storage follows the links. */
function keep(list?: string): string | null {
  try {
    if (list !== undefined) sessionStorage.setItem(KEY, list);
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
