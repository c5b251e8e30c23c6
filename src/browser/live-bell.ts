/** What the server says when something changed, in the words of the page's language. */
interface News {
  unseen: number;
  shown: string;
  label: string;
}

const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 60_000;

/**
 * Keeps the number at the bell up to date. Only while the page is looked at: a browser has six connections to a site,
 * and hidden tabs that held one each would leave none for the others.
 */
export class LiveBell extends HTMLElement {
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_RETRY_MS;
  #isDismissed = false;

  connectedCallback() {
    document.addEventListener("visibilitychange", this.#follow);
    addEventListener("pagehide", this.#close);
    addEventListener("pageshow", this.#follow);
    showTitle(this.#unseen);
    this.#follow();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.#follow);
    removeEventListener("pagehide", this.#close);
    removeEventListener("pageshow", this.#follow);
    this.#close();
  }

  get #unseen() {
    return Number(this.dataset.unseen);
  }

  #follow = () => {
    if (document.visibilityState === "hidden") {
      this.#isDismissed = false;
      this.#close();
    } else this.#open();
  };

  #open() {
    if (this.#source || this.#isDismissed) return;
    clearTimeout(this.#timer);
    const source = (this.#source = new EventSource(this.dataset.live!));
    source.addEventListener("message", ({ data }: MessageEvent<string>) => this.#show(JSON.parse(data) as News));
    source.addEventListener("open", () => (this.#wait = FIRST_RETRY_MS));
    // Signed out, or one window too many: to come back at once would be answered alike.
    source.addEventListener("bye", () => {
      this.#isDismissed = true;
      this.#close();
    });
    // A line that breaks is taken up again by the browser itself; a proxy that answers for a server that is away is
    // taken for the last word, and is not.
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED || this.#source !== source) return;
      this.#close();
      this.#timer = setTimeout(this.#follow, this.#wait * (0.5 + Math.random()));
      this.#wait = Math.min(this.#wait * 2, LAST_RETRY_MS);
    });
  }

  #close = () => {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  };

  #show({ unseen, shown, label }: News) {
    const isMore = unseen > this.#unseen;
    if (unseen === this.#unseen) return;
    this.dataset.unseen = String(unseen);
    this.querySelector("[data-shown]")!.textContent = shown;
    this.querySelector("[data-label]")!.textContent = label;
    // Less is no news: whoever has read something knows.
    this.querySelector("[data-says]")!.textContent = isMore ? label : "";
    showTitle(unseen);
  }
}

/** So that a tab among others tells, too. */
function showTitle(unseen: number) {
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
}
