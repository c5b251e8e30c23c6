const NAME = "guffaw-place";
/** How far from the top the browser itself puts such a row, below the sticky header. */
const MIN_SCROLL = 128;

/**
 * After an action in a list, puts the next row where the last one was: under the same finger. Without this it would be
 * at the top of the window.
 */
export function keepPlace() {
  document.addEventListener("submit", (event) => {
    const row = (event.target as HTMLElement).closest("[data-row]");
    if (row && !event.defaultPrevented) keep(String(row.getBoundingClientRect().top));
  });
  const kept = keep(null);
  const row = document.getElementById(location.hash.slice(1));
  if (kept === null || !row?.matches("[data-row]")) return;
  const place = Math.max(Number(kept), MIN_SCROLL);
  // The browser itself scrolls to the row when it first draws the page.
  requestAnimationFrame(() => requestAnimationFrame(() => scrollBy(0, row.getBoundingClientRect().top - place)));
}

/** Returns the previous value. A browser without storage uses the top of the window. */
function keep(place: string | null): string | null {
  try {
    const kept = sessionStorage.getItem(NAME);
    if (place === null) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, place);
    return kept;
  } catch {
    return null;
  }
}
