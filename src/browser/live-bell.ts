import { count } from "./words.ts";

/** Sent by the server when something changed, in the language of the page. */
interface News {
  unseen: number;
  shown: string;
  label: string;
}

const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 60_000;

/**
 * Keeps the number at the bell up to date, but only while the page is visible: a browser has six connections per site,
 * and hidden tabs holding one each would leave none for the others.
 */
export class LiveBell extends HTMLElement {
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_RETRY_MS;
  #isDismissed = false;
  /** News since the page was rendered. */
  #more = 0;

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
    // Signed out, or one window too many. Reconnecting at once would get the same answer.
    source.addEventListener("bye", () => {
      this.#isDismissed = true;
      this.#close();
    });
    // The browser reconnects a broken stream automatically. It takes an error from a proxy whose server is down for
    // final, which it is not.
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
    const rise = unseen - this.#unseen;
    if (rise === 0) return;
    this.dataset.unseen = String(unseen);
    // In the header, and in the bar of narrow screens.
    for (const one of document.querySelectorAll("[data-bell-shown]")) one.textContent = shown;
    for (const one of document.querySelectorAll("[data-bell-label]")) one.textContent = label;
    this.#more = Math.min(this.#more + Math.max(rise, 0), unseen);
    const list = document.querySelector<HTMLElement>("[data-more-notifications]");
    // A lower number is no news: people know what they have read. And once is enough.
    this.querySelector("[data-says]")!.textContent = rise > 0 && !list ? label : "";
    if (list) offerMore(list, this.#more);
    showTitle(unseen);
  }
}

/** The list itself does not change while somebody reads it. */
function offerMore(place: HTMLElement, more: number) {
  const text = more === 0 ? "" : count("browser.told-more", more);
  if (place.textContent === text) return;
  const link = document.createElement("a");
  link.href = place.dataset.moreNotifications!;
  link.textContent = text;
  place.replaceChildren(...(more === 0 ? [] : [link]));
}

/** So that a background tab shows it too. */
function showTitle(unseen: number) {
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
}
