import { element, iconButton } from "./element.ts";
import { ICONS } from "./icons.ts";
import { duplicate, remove } from "./item-keys.ts";
import { hasRoom, withMoved } from "./items.ts";
import { nameOf } from "./overlay.ts";
import { say } from "./say.ts";
import { titleOf } from "./titles.ts";
import { itemsOf, type Item } from "../../compose/layers.ts";
import { isSame } from "./work.ts";
import type { Desk } from "./words-tab.ts";

/** Everything on the picture, the topmost first. */
export class LayersTab {
  readonly panel = element("div", { class: "make-panel" });
  readonly #list = element("ol", { class: "make-layers" });
  readonly #none = element("p", { class: "field-hint" }, say("browser.make-no-layers"));
  isOpen = false;

  constructor(private desk: Desk) {
    this.panel.append(this.#none, this.#list);
  }

  show() {
    if (!this.isOpen) return;
    const { recipe } = this.desk.work;
    const items = itemsOf(recipe).toReversed();
    this.#none.hidden = items.length > 0;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.act;
    this.#list.replaceChildren(...items.map((item, at) => this.#row(item, at === 0, at === items.length - 1)));
    // Its row has been made anew.
    if (focused) this.#list.querySelector<HTMLElement>(`[data-act="${focused}"]`)?.focus();
  }

  #row(item: Item, isTop: boolean, isBottom: boolean): HTMLElement {
    const { desk } = this;
    const { recipe, selected } = desk.work;
    const title = titleOf(recipe, item);
    const act = (what: string) => ({ "data-act": `${what} ${nameOf(item)}` });
    return element(
      "li",
      { class: "make-layer", "data-selected": isSame(item, selected) },
      element(
        "button",
        { type: "button", class: "make-layer-name", click: () => desk.work.select(item), ...act("select") },
        title,
      ),
      iconButton(ICONS.up, say("browser.make-up", { name: title }), () => this.#move(item, 1), {
        disabled: isTop,
        ...act("up"),
      }),
      iconButton(ICONS.down, say("browser.make-down", { name: title }), () => this.#move(item, -1), {
        disabled: isBottom,
        ...act("down"),
      }),
      iconButton(ICONS.copy, say("browser.make-duplicate-named", { name: title }), () => duplicate(desk, item), {
        disabled: !hasRoom(recipe, item.kind),
        ...act("copy"),
      }),
      iconButton(
        ICONS.trash,
        say("browser.make-delete-named", { name: title }),
        () => remove(desk, item, (next) => this.#focus("delete", next)),
        act("delete"),
      ),
    );
  }

  #move(item: Item, by: -1 | 1) {
    const { work } = this.desk;
    work.change(withMoved(work.recipe, item, by));
    work.select(item);
    this.#focus(by > 0 ? "up" : "down", item);
  }

  #focus(act: string, item: Item) {
    this.#list.querySelector<HTMLElement>(`[data-act="${act} ${nameOf(item)}"]`)?.focus();
  }
}
