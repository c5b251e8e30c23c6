import { describeWords } from "../../compose/describe-words.ts";
import type { Recipe } from "../../compose/recipe.ts";
import { showChosen } from "../chosen-fields.ts";
import type { Bases } from "./bases.ts";
import { doneButtons, type Draw } from "./done.ts";
import { dropDraft, keepDraft, type Draft, type Start } from "./draft.ts";
import { say } from "./say.ts";
import { formOf, newKey, send } from "./send.ts";
import type { Work } from "./work.ts";

const SAVE_AFTER_MS = 250;
const MAX_ALT = 1000;
const TRY_AGAIN_MS = 5000;
/** Fields that say something about the meme, and are kept with its draft. */
const ABOUT = ["caption", "alt", "age", "rating", "remix"];

interface Parts {
  root: HTMLElement;
  work: Work;
  bases: Bases;
  start: Start;
  person: string;
  /** Puts into the recipe what somebody is still doing. */
  finish(): void;
}

/** The form around the editor: keeps the draft, and posts it. */
export class Publisher {
  readonly #form: HTMLFormElement;
  readonly #button: HTMLButtonElement;
  readonly #error: HTMLElement;
  readonly #alt: HTMLTextAreaElement | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #waits = false;
  #isPosted = false;
  #altIsOurs = true;
  #key = newKey();

  constructor(private parts: Parts) {
    const { root } = parts;
    this.#form = root.querySelector("form")!;
    // Fields of the editor may be folded away, where no browser could point at what is wrong.
    this.#form.noValidate = true;
    this.#button = root.querySelector<HTMLButtonElement>("[data-send]")!;
    this.#error = root.querySelector<HTMLElement>("[data-error]")!;
    this.#alt = root.querySelector<HTMLTextAreaElement>("[name=alt]");
  }

  begin(draw: Draw, draft: Draft | undefined) {
    const { root, work } = this.parts;
    root.querySelector("[data-done]")!.replaceChildren(...doneButtons(draw));
    if (draft) this.#fill(draft);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#post();
    });
    this.#form.addEventListener("input", ({ target }) => this.#typed(target as HTMLElement));
    addEventListener("online", () => this.#waits && void this.#post());
    // A page that is left keeps what was done in its last moment.
    addEventListener("pagehide", () => this.#timer !== undefined && void this.#keep());
    work.listen(() => this.#changed());
    this.#describe(work.recipe);
  }

  #typed(target: HTMLElement) {
    showChosen(this.#form);
    if (target === this.#alt) this.#altIsOurs = this.#alt!.value === "";
    this.#later();
  }

  #changed() {
    this.#describe(this.parts.work.recipe);
    this.#later();
  }

  /** What somebody writes themselves stays. */
  #describe(recipe: Recipe) {
    if (this.#alt && this.#altIsOurs) this.#alt.value = describeWords(recipe, MAX_ALT);
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keep(), SAVE_AFTER_MS);
  }

  async #keep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isPosted) return;
    const { start, person, work, bases } = this.parts;
    const data = new FormData(this.#form);
    const typed = Object.fromEntries(ABOUT.flatMap((name) => (data.has(name) ? [[name, String(data.get(name))]] : [])));
    if (this.#altIsOurs) delete typed.alt;
    const files = [...bases.files];
    const at = Date.now();
    const draft = { start, person, recipe: work.recipe, files, typed, waits: this.#waits, key: this.#key, at };
    // In private windows there may be nowhere to keep it.
    await keepDraft(draft).catch(() => {});
  }

  #fill({ typed, waits, key = this.#key }: Draft) {
    for (const [name, value] of Object.entries(typed)) {
      const field = this.#form.elements.namedItem(name);
      if (field instanceof RadioNodeList || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
        field.value = value;
    }
    showChosen(this.#form);
    this.#altIsOurs = typed.alt === undefined;
    this.#waits = waits;
    this.#key = key;
    if (waits) this.#say(say("browser.make-still-waits"));
  }

  #say(sentence: string) {
    this.#error.textContent = sentence;
    this.#error.hidden = sentence === "";
    if (sentence !== "") this.#error.scrollIntoView({ block: "nearest" });
  }

  async #post(): Promise<void> {
    if (this.#isSending) return;
    this.parts.finish();
    const { root, work, bases, start } = this.parts;
    const { signIn } = root.dataset;
    if (signIn !== undefined) {
      await this.#keep();
      return location.assign(signIn);
    }
    if (!this.#waits) this.#say("");
    this.#isSending = true;
    const words = this.#button.textContent;
    this.#button.setAttribute("aria-disabled", "true");
    this.#button.textContent = say("browser.make-posting");
    const sent = await send(this.#form.action, formOf(this.#form, work.recipe, bases), this.#key);
    this.#isSending = false;
    this.#button.removeAttribute("aria-disabled");
    this.#button.textContent = words;
    this.#waits = "offline" in sent;
    if ("url" in sent) {
      this.#isPosted = true;
      clearTimeout(this.#timer);
      await dropDraft(start.key).catch(() => {});
      return location.assign(sent.url);
    }
    if ("isTaken" in sent && sent.isTaken) this.#key = newKey();
    this.#say("error" in sent ? sent.error : say("browser.make-waits"));
    // Not every browser notices that there is a network again.
    if (this.#waits) setTimeout(() => this.#waits && void this.#post(), TRY_AGAIN_MS);
    await this.#keep();
  }
}
