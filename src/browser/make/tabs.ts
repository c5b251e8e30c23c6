import { element } from "./element.ts";

export interface Tab {
  name: string;
  title: string;
  panel: HTMLElement;
  /** Told when it is opened or left. */
  opened?(isOpen: boolean): void;
}

/** One panel at a time, below a row of tabs. */
export class Tabs {
  readonly list = element("div", { class: "make-tabs", role: "tablist" });
  readonly #buttons = new Map<string, HTMLButtonElement>();
  #open = "";

  constructor(
    readonly shown: readonly Tab[],
    label: string,
  ) {
    this.list.setAttribute("aria-label", label);
    for (const { name, title, panel } of shown) {
      const button = element(
        "button",
        {
          type: "button",
          role: "tab",
          id: `make-tab-${name}`,
          "aria-controls": `make-panel-${name}`,
          click: () => this.open(name),
          keydown: (event: KeyboardEvent) => this.#walk(event),
        },
        title,
      );
      panel.id = `make-panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      this.#buttons.set(name, button);
      this.list.append(button);
    }
    this.open(shown[0]!.name);
  }

  get current() {
    return this.#open;
  }

  open(name: string) {
    if (name === this.#open) return;
    const before = this.#open;
    this.#open = name;
    for (const tab of this.shown) {
      const isOpen = tab.name === name;
      const button = this.#buttons.get(tab.name)!;
      tab.panel.hidden = !isOpen;
      button.setAttribute("aria-selected", String(isOpen));
      button.tabIndex = isOpen ? 0 : -1;
      if (isOpen || tab.name === before) tab.opened?.(isOpen);
    }
  }

  #walk(event: KeyboardEvent) {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = this.shown.findIndex(({ name }) => name === this.#open);
    const next = this.shown[(at + by + this.shown.length) % this.shown.length]!.name;
    this.open(next);
    this.#buttons.get(next)!.focus();
  }
}
