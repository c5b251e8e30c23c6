/** Where somebody was in a list, kept with the entry in the browser's history. */
export interface Place {
  /** Address of the list itself. */
  list: string;
  /** Addresses of the pages loaded after the first. */
  pages: string[];
  /** The card that was at the top of the window, and how far from it. */
  card: string;
  top: number;
  /** How far the page was scrolled, in case the card is gone. */
  y: number;
}

const here = () => location.pathname + location.search;

export function keptPlace(): Place | undefined {
  const place = (history.state as { place?: Place } | null)?.place;
  return place?.list === here() ? place : undefined;
}

export function keepPlaceInList(place: Omit<Place, "list" | "y">) {
  const state = { ...(history.state as object | null), place: { list: here(), y: scrollY, ...place } };
  history.replaceState(state, "");
}
