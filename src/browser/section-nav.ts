/** Marks the current section, and closes the menu once a link was followed. */
export class SectionNav extends HTMLElement {
  #observer: IntersectionObserver | undefined;

  connectedCallback() {
    const menu = this.querySelector("details");
    this.addEventListener("click", ({ target }) => {
      if (menu && target instanceof Element && target.closest("a")) menu.open = false;
    });
    const links = Map.groupBy(this.querySelectorAll("a"), (link) => link.hash.slice(1));
    // A section is current while it crosses a line in the upper part of the window.
    this.#observer = new IntersectionObserver((entries) => this.#mark(links, entries), {
      rootMargin: "-20% 0px -79%",
    });
    for (const id of links.keys()) {
      const found = document.getElementById(id);
      const section = found?.closest(".operation") ?? found?.closest("section");
      if (section && !section.querySelector(".operation")) this.#observer.observe(section);
    }
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  #mark(links: Map<string, HTMLAnchorElement[]>, entries: IntersectionObserverEntry[]) {
    const here = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
    if (!here) return;
    const id = here.id || here.querySelector("[id]")?.id;
    for (const [target, anchors] of links)
      for (const anchor of anchors) anchor.toggleAttribute("data-here", target === id);
    keepInView(this.querySelector("[data-here]:not(details *)"));
  }
}

/** Scrolls only the list: scrollIntoView would also move the page under the reader. */
function keepInView(link: Element | null) {
  const list = link?.closest("nav");
  if (!link || !list) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
