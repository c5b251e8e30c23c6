import { fetchPage } from "./post.ts";

/** A wall that loads more as its end comes near. Each page is a separate list, so nothing moves that was seen. */
export class MemeFeed extends HTMLElement {
  #observer: IntersectionObserver | undefined;

  connectedCallback() {
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void this.#more();
      },
      { rootMargin: "1200px" },
    );
    this.#watch();
  }

  disconnectedCallback() {
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
      const next = (await fetchPage(link.href)).querySelector("meme-feed");
      const parts = next?.querySelectorAll("[data-list], [data-more]") ?? [];
      more.replaceWith(...Array.from(parts, (part) => document.adoptNode(part)));
      this.#watch();
    } catch {
      // The link is still there to follow.
    }
  }
}
