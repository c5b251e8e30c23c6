import { Deal, shapeIn } from "../shared/deal.ts";
import { keepPlaceInList, keptPlace } from "./kept-place.ts";
import { fetchPage } from "./post.ts";

const SETTLED_MS = 150;
/** Cards in one grid. Some browsers have no more than 10,000 rows. */
const MAX_CARDS = 200;

/** A wall that loads more as its end comes near, and is as it was when somebody comes back to it. */
export class MemeFeed extends HTMLElement {
  #observer: IntersectionObserver | undefined;
  #pages: string[] = [];
  #deal: Deal | undefined;
  /** Page of the list that holds the card somebody opened. */
  #opened: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback() {
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void this.#more();
      },
      { rootMargin: "1200px" },
    );
    this.addEventListener("click", ({ target }) => {
      this.#opened = (target as Element).closest<HTMLElement>("[data-page]")?.dataset.page;
      this.#keep();
    });
    addEventListener("scroll", this.#soonKeep, { passive: true });
    addEventListener("pagehide", this.#keep);
    addEventListener("pageshow", this.#refresh);
    void this.#restore();
  }

  disconnectedCallback() {
    removeEventListener("scroll", this.#soonKeep);
    removeEventListener("pagehide", this.#keep);
    removeEventListener("pageshow", this.#refresh);
    this.#observer?.disconnect();
  }

  #watch() {
    const more = this.querySelector("[data-more]");
    if (more) this.#observer?.observe(more);
  }

  async #more() {
    const more = this.querySelector<HTMLElement>("[data-more]");
    const link = more?.querySelector<HTMLAnchorElement>("a[rel=next]");
    if (!more || !link) return;
    this.#observer?.unobserve(more);
    try {
      const page = await fetchPage(link.href);
      this.#append(link.href, page);
      this.#keep();
      this.#watch();
    } catch {
      // The link is still there to follow.
    }
  }

  /** Goes on dealing where the cards that are here end. */
  #append(address: string, page: Document) {
    const list = this.#openList();
    for (const item of page.querySelectorAll("meme-feed [data-list] > li")) {
      item.className = this.#deal!.next(shapeIn(item.className)).join(" ");
      list.append(document.adoptNode(item));
    }
    const more = page.querySelector("meme-feed [data-more]");
    this.querySelector("[data-more]")?.replaceWith(...(more ? [document.adoptNode(more)] : []));
    this.#pages.push(address);
  }

  /** The last list, or a new one if that is full. */
  #openList(): Element {
    const last = [...this.querySelectorAll("[data-list]")].at(-1)!;
    if (last.childElementCount >= MAX_CARDS) {
      this.#deal = new Deal();
      last.after(last.cloneNode(false));
      return last.nextElementSibling!;
    }
    if (!this.#deal) {
      this.#deal = new Deal();
      for (const item of last.children) this.#deal.next(shapeIn(item.className));
    }
    return last;
  }

  /** Loads all pages that were here, and returns to the card, before anything is shown. */
  async #restore() {
    const place = keptPlace();
    if (!place || !("restoring" in document.documentElement.dataset)) return this.#watch();
    history.scrollRestoration = "manual";
    try {
      const pages = await Promise.all(place.pages.map((address) => fetchPage(address)));
      pages.forEach((page, i) => this.#append(place.pages[i]!, page));
    } catch {
      // Without a connection there is at least the first page.
    }
    delete document.documentElement.dataset.restoring;
    const card = document.getElementById(place.card);
    const y = card ? scrollY + card.getBoundingClientRect().top - place.top : place.y;
    scrollTo({ top: y, behavior: "instant" });
    history.scrollRestoration = "auto";
    this.#watch();
    for (const page of [location.href, ...this.#pages]) await refreshRows(page);
  }

  #soonKeep = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#keep, SETTLED_MS);
  };

  #keep = () => {
    if ("restoring" in document.documentElement.dataset) return;
    clearTimeout(this.#timer);
    // Items have their size without being laid out; the cards in them have not.
    const items = [...this.querySelectorAll("[data-list] > li")];
    const card = items.find((item) => item.getBoundingClientRect().bottom > 0)?.querySelector(".card");
    if (card) keepPlaceInList({ pages: this.#pages, card: card.id, top: card.getBoundingClientRect().top });
  };

  /** Restored by the browser itself: only what was done with these memes on other pages is missing. */
  #refresh = (event: Event) => {
    if (!(event as PageTransitionEvent).persisted || this.#opened === undefined) return;
    void refreshRows(this.#opened);
  };
}

/** Shows what was done with these memes on other pages meanwhile: takes the rows of actions from the page as it is now. */
async function refreshRows(address: string) {
  const page = await fetchPage(address, { fresh: true }).catch(() => undefined);
  for (const fresh of page?.querySelectorAll(".card [data-actions]") ?? []) {
    const row = document.querySelector(`#${CSS.escape(fresh.closest(".card")!.id)} [data-actions]`);
    if (row && !row.contains(document.activeElement)) row.replaceWith(document.adoptNode(fresh));
  }
}
