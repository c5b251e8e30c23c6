const NAME = "guffaw-place";
/** As far from the top as the browser itself puts such a row, below what stays there. */
const LEAST = 128;

/**
 * After something was done in a list, the row that is gone to is where the other one was: under the same finger. Without
 * this it would be at the top of the window.
 */
export function keepPlace() {
  document.addEventListener("submit", (event) => {
    const row = (event.target as HTMLElement).closest("[data-row]");
    if (row && !event.defaultPrevented) keep(String(row.getBoundingClientRect().top));
  });
  const kept = keep(null);
  const row = document.getElementById(location.hash.slice(1));
  if (kept === null || !row?.matches("[data-row]")) return;
  const place = Math.max(Number(kept), LEAST);
  // The browser itself goes to the row when it draws the page for the first time.
  requestAnimationFrame(() => requestAnimationFrame(() => scrollBy(0, row.getBoundingClientRect().top - place)));
}

/** Gives what was kept before. A browser that keeps nothing has the top of the window. */
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
