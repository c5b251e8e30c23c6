import { say } from "./words.ts";

const PAUSE_MS = 150;
/** The tag that ends where the cursor is. */
const BEGUN = /(?<![\p{L}\p{M}\p{N}_&#/])#([\p{L}\p{M}\p{N}_]{1,50})$/u;

interface Suggested {
  tags: { name: string; memes: number }[];
}

/** Offers tags that others use, while somebody types one in a caption. */
export class TagSuggest extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #offer: HTMLElement | undefined;

  connectedCallback() {
    const field = this.querySelector("textarea")!;
    field.addEventListener("input", () => this.#soon(field));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#show(field, []);
    });
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  #soon(field: HTMLTextAreaElement) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const begun = BEGUN.exec(field.value.slice(0, field.selectionEnd))?.[1];
    if (begun === undefined) return this.#show(field, []);
    this.#timer = setTimeout(() => void this.#ask(field, begun), PAUSE_MS);
  }

  async #ask(field: HTMLTextAreaElement, begun: string) {
    const { signal } = (this.#asking = new AbortController());
    try {
      const query = new URLSearchParams({ prefix: begun });
      const response = await fetch(`${this.dataset.from}?${query}`, {
        signal,
        headers: { Accept: "application/json" },
      });
      if (!response.ok) return;
      const { tags } = (await response.json()) as Suggested;
      const names = tags.map(({ name }) => name).filter((name) => name !== begun.toLowerCase());
      if (!signal.aborted) this.#show(field, names);
    } catch {
      // Nobody has to be told: the tag can be typed.
    }
  }

  #show(field: HTMLTextAreaElement, names: readonly string[]) {
    if (!this.#offer && names.length === 0) return;
    if (!this.#offer) {
      this.#offer = document.createElement("div");
      this.#offer.className = "tag-list tag-offer";
      this.#offer.setAttribute("role", "group");
      this.#offer.setAttribute("aria-label", say("browser.tags"));
      this.append(this.#offer);
    }
    this.#offer.replaceChildren(
      ...names.map((name) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "tag-chip";
        button.textContent = `#${name}`;
        button.addEventListener("click", () => this.#take(field, name));
        return button;
      }),
    );
  }

  #take(field: HTMLTextAreaElement, name: string) {
    const end = field.selectionEnd;
    const before = field.value.slice(0, end).replace(BEGUN, "");
    field.setRangeText(`#${name} `, before.length, end, "end");
    field.focus();
    // Others count the letters.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
