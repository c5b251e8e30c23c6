import { colorField, range } from "./controls.ts";
import { element, textButton } from "./element.ts";
import { withoutItem } from "./items.ts";
import type { Ink } from "./pen.ts";
import { say } from "./say.ts";
import type { Work } from "./work.ts";

const FIRST: Ink = { color: "#e53935", width: 0.012 };

/** What the pen draws with. It is on while its tab is open. */
export class PenTab {
  readonly panel = element("div", { class: "make-panel" });
  readonly pen = { isOn: false, ink: FIRST };
  readonly #last: HTMLButtonElement;
  readonly #show: () => void;

  constructor(private work: Work) {
    const color = colorField<Ink>(
      say("browser.make-pen-color"),
      (ink) => ink.color,
      (next) => this.#set({ color: next }),
    );
    const width = range<Ink>(
      say("browser.make-pen-width"),
      { min: 2, max: 60, step: 1 },
      (ink) => Math.round(ink.width * 1000),
      (value) => this.#set({ width: value / 1000 }),
    );
    this.#last = textButton(say("browser.make-last-line"), () => {
      const { recipe } = this.work;
      this.work.select(undefined);
      this.work.change(withoutItem(recipe, { kind: "stroke", at: recipe.strokes.length - 1 }));
    });
    this.panel.append(
      element("p", { class: "field-hint" }, say("browser.make-pen-hint")),
      color.node,
      width.node,
      element("div", { class: "make-acts" }, this.#last),
    );
    this.#show = () => {
      color.show(this.pen.ink);
      width.show(this.pen.ink);
      this.#last.hidden = this.work.recipe.strokes.length === 0;
    };
    this.#show();
  }

  show() {
    this.#show();
  }

  #set(change: Partial<Ink>) {
    this.pen.ink = { ...this.pen.ink, ...change };
    this.#show();
  }
}
