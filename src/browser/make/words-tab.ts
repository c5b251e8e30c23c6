import { element, iconButton, textButton } from "./element.ts";
import { ICONS } from "./icons.ts";
import { duplicate, remove } from "./item-keys.ts";
import { hasRoom, withAdded, withItem } from "./items.ts";
import { lookOf } from "./look.ts";
import { newBox } from "./new-recipe.ts";
import { nameOf, type Lettering, type Overlay } from "./overlay.ts";
import { say, sentenceOf } from "./say.ts";
import { boxName } from "./titles.ts";
import type { Item } from "../../compose/layers.ts";
import type { Work } from "./work.ts";

interface Row {
  node: HTMLElement;
  area: HTMLTextAreaElement;
  show(): void;
}

export interface Desk {
  work: Work;
  announce(words: string): void;
  focus(item: Item): void;
  offerText(): void;
  /** Undefined until the letters are there. */
  overlay(): Overlay | undefined;
  lettering(): Lettering | undefined;
  samples: readonly string[];
}

/** A field for each text, and what else can be said about how it looks. */
export class WordsTab {
  readonly panel = element("div", { class: "make-panel make-words" });
  readonly #list = element("ol", { class: "make-texts" });
  readonly #add = textButton(say("browser.make-add-text"), () => this.#addText());
  #rows: Row[] = [];
  /** The text whose look is open. */
  #open = -1;

  constructor(private desk: Desk) {
    this.panel.append(this.#list, this.#add);
  }

  show() {
    const { boxes } = this.desk.work.recipe;
    while (this.#rows.length > boxes.length) this.#rows.pop()!.node.remove();
    while (this.#rows.length < boxes.length) this.#append(this.#rows.length);
    if (this.#open >= boxes.length) this.#open = -1;
    for (const row of this.#rows) row.show();
    this.#add.hidden = !hasRoom(this.desk.work.recipe, "box");
  }

  edit(item: Item) {
    this.#rows[item.at]?.area.focus();
  }

  offer() {
    this.#add.focus();
  }

  #append(at: number) {
    const row = this.#rowOf(at);
    this.#rows.push(row);
    this.#list.append(row.node);
  }

  #rowOf(at: number): Row {
    const { work } = this.desk;
    const item: Item = { kind: "box", at };
    const id = `make-text-${at}`;
    const label = element("label", { for: id });
    const error = element("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    const area: HTMLTextAreaElement = element("textarea", {
      id,
      rows: 1,
      dir: "auto",
      "aria-describedby": error.id,
      placeholder: this.desk.samples[at],
      input: () => work.change(withItem(work.recipe, item, { text: area.value }), `text ${at}`),
      focus: () => work.select(item),
      blur: () => work.settle(),
    });
    const toggle = iconButton(ICONS.look, "", () => this.#toggle(at), { class: "icon-button make-look-button" });
    const place = element("div", { class: "make-look-place", id: `${id}-look` });
    toggle.setAttribute("aria-controls", place.id);
    let look: { node: HTMLElement; show(): void } | undefined;
    const show = () => {
      const { recipe, selected } = work;
      const name = boxName(recipe, at);
      const isOpen = this.#open === at;
      label.textContent = name;
      if (area.value !== recipe.boxes[at]!.text) area.value = recipe.boxes[at]!.text;
      node.toggleAttribute("data-selected", selected?.kind === "box" && selected.at === at);
      toggle.setAttribute("aria-label", say("browser.make-look", { name }));
      toggle.title = say("browser.make-look", { name });
      toggle.setAttribute("aria-expanded", String(isOpen));
      if (isOpen && !look) place.append((look = lookOf(work, item)).node, this.#acts(item));
      if (isOpen) look!.show();
      place.hidden = !isOpen;
      showRefusal(error, area, this.desk.overlay()?.refused.get(nameOf(item)));
    };
    const node = element(
      "li",
      { class: "make-text" },
      element("div", { class: "field make-text-field" }, label, area, error),
      toggle,
      place,
    );
    return { node, area, show };
  }

  #acts(item: Item): HTMLElement {
    return element(
      "div",
      { class: "make-acts" },
      textButton(say("browser.make-duplicate"), () => duplicate(this.desk, item)),
      textButton(say("browser.make-delete"), () => {
        // The rows of those behind it now belong to others.
        for (const row of this.#rows.splice(0)) row.node.remove();
        remove(this.desk, item, () => (this.#rows[item.at]?.area ?? this.#rows.at(-1)?.area ?? this.#add).focus());
      }),
    );
  }

  #toggle(at: number) {
    this.#open = this.#open === at ? -1 : at;
    this.desk.work.select({ kind: "box", at });
    this.show();
  }

  #addText() {
    const { work } = this.desk;
    const { recipe } = work;
    work.change(withAdded(recipe, "box", newBox(recipe)));
    const at = work.recipe.boxes.length - 1;
    work.select({ kind: "box", at });
    this.#rows[at]?.area.focus();
  }
}

function showRefusal(
  error: HTMLElement,
  area: HTMLTextAreaElement,
  refused: Parameters<typeof sentenceOf>[0] | undefined,
) {
  const sentence = refused ? sentenceOf(refused) : "";
  if (error.textContent !== sentence) error.textContent = sentence;
  if (refused) area.setAttribute("aria-invalid", "true");
  else area.removeAttribute("aria-invalid");
}
