const PAUSE_MS = 180;

/** Searches while somebody types: fetches this page for the new words, and takes the results from it. */
export class SearchBox extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: XMLHttpRequest | undefined;

  connectedCallback() {
    const form = this.querySelector("form")!;
    form.addEventListener("input", () => this.#soon(form, PAUSE_MS));
    form.addEventListener("change", () => this.#soon(form, 0));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#soon(form, 0);
    });
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  #soon(form: HTMLFormElement, ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(addressOf(form)), ms);
  }

  #ask(address: string) {
    // Earlier requests are obsolete: the last one wins.
    this.#asking?.abort();
    this.removeAttribute("aria-busy");
    if (address === location.pathname + location.search) return;
    const request = (this.#asking = new XMLHttpRequest());
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("load", () => this.#show(address, request));
    // The plain form says what is wrong.
    request.addEventListener("error", () => location.assign(address));
    this.setAttribute("aria-busy", "true");
    request.send();
  }

  #show(address: string, request: XMLHttpRequest) {
    if (request !== this.#asking) return;
    this.removeAttribute("aria-busy");
    const page = request.responseXML;
    const found = page?.querySelector("[data-results]");
    if (!page || !found) return location.assign(address);
    this.querySelector("[data-results]")!.replaceWith(document.adoptNode(found));
    // The status line itself stays, or screen readers would not announce the change.
    this.querySelector("[data-count]")!.textContent = page.querySelector("[data-count]")?.textContent ?? "";
    document.title = page.title;
    history.replaceState(history.state, "", address);
  }
}

/** The address the plain form would use, without defaults. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return new URL(form.action).pathname + (text && `?${text}`);
}
