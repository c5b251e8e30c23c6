// What a site's /picker.js holds: <guffaw-picker gif-key="gif_…"> on any page, which finds memes of the site that the
// script is from. It depends on nothing else of ours, because the page is somebody else's.
import { STYLE } from "./style.ts";
import { Memes, Refused, type Found } from "./tenor.ts";

/** The messages that begin with "picker.", in each language. They are prepended to the script. */
declare const PICKER_WORDS: Record<string, Record<string, string>>;

const SITE = new URL("./", import.meta.url).href;
const PAUSE_MS = 250;

/** What somebody picked: the detail of the event `pick`. */
export interface Picked {
  id: string;
  /** A GIF of at most 640 pixels. */
  url: string;
  width: number;
  height: number;
  /** A smaller one. */
  preview: string;
  /** Describes the picture. */
  alt: string;
  /** Its page. */
  page: string;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

class GuffawPicker extends HTMLElement {
  static observedAttributes = ["gif-key"];

  #root = this.attachShadow({ mode: "open", delegatesFocus: true });
  #field = document.createElement("input");
  #tags = make("div", "tags");
  #list = document.createElement("ul");
  #status = make("p", "status");
  #more = make("button", "more");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  #next = "";

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    const scroll = make("div", "scroll");
    scroll.append(this.#list, this.#more);
    this.#root.append(this.#field, this.#tags, this.#status, scroll);
    this.#field.type = "search";
    this.#field.autocomplete = "off";
    this.#tags.setAttribute("role", "group");
    this.#status.setAttribute("role", "status");
    this.#more.type = "button";
    this.#more.hidden = true;
    this.#field.addEventListener("input", () => this.#soon());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.#goTo(event, 0);
    });
    this.#list.addEventListener("keydown", (event) => this.#walk(event));
    this.#more.addEventListener("click", () => void this.#load(this.#next));
  }

  connectedCallback() {
    this.#field.placeholder = this.#say("search");
    this.#field.ariaLabel = this.#say("search");
    this.#tags.ariaLabel = this.#say("tags");
    this.#list.ariaLabel = this.#say("found");
    this.#more.textContent = this.#say("more");
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    if (!this.hasAttribute("aria-label")) this.ariaLabel = this.#say("title");
    void this.#begin();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#field.placeholder !== "") void this.#begin();
  }

  get #memes() {
    return new Memes(SITE, this.getAttribute("gif-key") ?? "");
  }

  #say(key: string): string {
    const wanted = this.closest<HTMLElement>("[lang]")?.lang.split("-")[0] ?? "en";
    return (PICKER_WORDS[wanted] ?? PICKER_WORDS.en!)[`picker.${key}`]!;
  }

  async #begin() {
    await this.#load("");
    const tags = await this.#memes.tags(this.#asking.signal).catch(() => []);
    this.#tags.replaceChildren(...tags.map((tag) => this.#tagButton(tag)));
  }

  #tagButton(tag: string) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `#${tag}`;
    button.addEventListener("click", () => {
      this.#field.value = `#${tag}`;
      void this.#load("");
    });
    return button;
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(""), PAUSE_MS);
  }

  /** Replaces what is shown, or adds the page that begins at `next`. */
  async #load(next: string) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    try {
      const page = await this.#memes.find(this.#field.value.trim(), next, signal);
      if (signal.aborted) return;
      const items = page.results.map((found) => this.#item(found));
      if (next === "") this.#list.replaceChildren(...items);
      else this.#list.append(...items);
      this.#next = page.next;
      this.#more.hidden = page.next === "";
      this.#status.textContent = this.#list.childElementCount === 0 ? this.#say("nothing") : "";
      this.#makeReachable();
      if (next !== "") items[0]?.querySelector("button")?.focus();
    } catch (error) {
      if (!signal.aborted) this.#status.textContent = this.#say(error instanceof Refused ? "refused" : "failed");
    }
  }

  #item(found: Found) {
    const { gif, tinygif, tinygifpreview } = found.media_formats;
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.style.setProperty("--color", found.bg_color);
    const picture = document.createElement("img");
    picture.src = matchMedia("(prefers-reduced-motion: reduce)").matches ? tinygifpreview.url : tinygif.url;
    picture.alt = found.content_description;
    picture.loading = "lazy";
    button.append(picture);
    const detail: Picked = {
      id: found.id,
      url: gif.url,
      width: gif.dims[0],
      height: gif.dims[1],
      preview: tinygif.url,
      alt: found.content_description,
      page: found.itemurl,
    };
    const pick = () => this.dispatchEvent(new CustomEvent("pick", { detail, bubbles: true, composed: true }));
    button.addEventListener("click", pick);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll("button")];
  }

  /** One of them is reached by Tab, and the others from there with the arrow keys. */
  #makeReachable(at = this.#buttons[0]) {
    for (const button of this.#buttons) button.tabIndex = button === at ? 0 : -1;
  }

  #goTo(event: KeyboardEvent, index: number) {
    const button = this.#buttons[index];
    if (!button) return;
    event.preventDefault();
    this.#makeReachable(button);
    button.focus();
  }

  #walk(event: KeyboardEvent) {
    const buttons = this.#buttons;
    const at = buttons.indexOf(this.#root.activeElement as HTMLButtonElement);
    const top = buttons[0]!.offsetTop;
    const perLine = buttons.findIndex((button) => button.offsetTop !== top);
    const line = perLine === -1 ? buttons.length : perLine;
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - line,
      ArrowDown: at + line,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    if (event.key === "ArrowUp" && to < 0) {
      event.preventDefault();
      this.#field.focus();
    } else this.#goTo(event, to);
  }
}

function make<Name extends "div" | "p" | "button">(name: Name, part: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.setAttribute("part", part);
  return element;
}

if (!customElements.get("guffaw-picker")) customElements.define("guffaw-picker", GuffawPicker);
