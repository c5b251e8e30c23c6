import type { Recipe } from "../../compose/recipe.ts";
import { isPlain, type Bases } from "./bases.ts";
import { element, svgElement } from "./element.ts";
import type { Guide, Point } from "./geometry.ts";
import { frameOf } from "./items.ts";
import { titleOf } from "./titles.ts";
import { nameOf } from "./overlay.ts";
import { say } from "./say.ts";
import { itemsOf, type Item } from "../../compose/layers.ts";
import { isSame, type Work } from "./work.ts";

const CORNERS = ["nw", "ne", "sw", "se"] as const;
const MAX_ZOOM = 4;
const ZOOM_STEP = 1.5;

/** The picture as it will be, with a frame around each item that can be reached by finger, mouse and keyboard. */
export class Stage {
  readonly sheet = element("div", { class: "make-sheet" });
  readonly overlay = svgElement("svg");
  /** Takes everything that fingers and mice do. */
  readonly items = element("div", { class: "make-items" });
  readonly #canvas = element("canvas", { class: "make-base" });
  readonly #guides = element("div", { class: "make-guides" });
  readonly #handles: HTMLElement[];
  #base: HTMLElement;
  #painted: unknown;
  #zoom = 1;
  #frames = new Map<string, HTMLElement>();

  constructor(
    private viewport: HTMLElement,
    private work: Work,
    private bases: Bases,
  ) {
    this.overlay.setAttribute("class", "make-overlay");
    this.overlay.setAttribute("aria-hidden", "true");
    this.#handles = [
      ...CORNERS.map((corner) =>
        element("span", { class: `make-handle make-handle-${corner}`, "data-corner": corner }),
      ),
      element("span", { class: "make-handle make-handle-turn", "data-turn": true }),
    ];
    // What the server has shown stays until there is something better.
    this.#base = viewport.querySelector<HTMLElement>("img") ?? this.#canvas;
    this.#base.classList.add("make-base");
    this.sheet.append(this.#base, this.overlay, this.items, this.#guides);
    viewport.replaceChildren(this.sheet);
  }

  /** In pixels of the picture. */
  pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width } = this.sheet.getBoundingClientRect();
    const scale = this.work.recipe.width / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale };
  }

  /** Pixels of the picture in one of the screen's. */
  get scale() {
    return this.work.recipe.width / this.sheet.getBoundingClientRect().width;
  }

  zoom(by: -1 | 1) {
    this.#zoom = Math.min(Math.max(this.#zoom * ZOOM_STEP ** by, 1), MAX_ZOOM);
    this.viewport.style.setProperty("--zoom", String(this.#zoom));
    this.viewport.toggleAttribute("data-zoomed", this.#zoom > 1);
    this.viewport.tabIndex = this.#zoom > 1 ? 0 : -1;
  }

  /** Where everything is. The letters are up to the overlay. */
  show() {
    const { recipe, selected } = this.work;
    this.viewport.style.setProperty("--shape", String(recipe.width / recipe.height));
    const frames = new Map<string, HTMLElement>();
    for (const [order, item] of itemsOf(recipe).entries()) {
      const frame = this.#frames.get(nameOf(item)) ?? this.#newFrame(item);
      frames.set(nameOf(item), frame);
      this.#place(frame, recipe, item, order, isSame(item, selected));
    }
    for (const [name, frame] of this.#frames) if (!frames.has(name)) frame.remove();
    this.#frames = frames;
    if (!selected) for (const handle of this.#handles) handle.remove();
  }

  #newFrame(item: Item): HTMLElement {
    const frame = element("div", {
      class: "make-item",
      role: "group",
      tabindex: 0,
      "aria-describedby": "make-keys",
      "data-item": nameOf(item),
      focus: () => this.work.select(item),
    });
    this.items.append(frame);
    return frame;
  }

  #place(frame: HTMLElement, recipe: Recipe, item: Item, order: number, isSelected: boolean) {
    const { x, y, width, height, rotation } = frameOf(recipe, item);
    const { style } = frame;
    style.left = `${((x - width / 2) / recipe.width) * 100}%`;
    style.top = `${((y - height / 2) / recipe.height) * 100}%`;
    style.width = `${(width / recipe.width) * 100}%`;
    style.height = `${(height / recipe.height) * 100}%`;
    style.rotate = rotation === 0 ? "none" : `${rotation}deg`;
    style.zIndex = String(isSelected ? 100 : order);
    const title = titleOf(recipe, item);
    if (frame.getAttribute("aria-label") !== title) frame.setAttribute("aria-label", title);
    frame.toggleAttribute("data-selected", isSelected);
    if (isSelected && this.#handles[0]!.parentElement !== frame) frame.append(...this.#handles);
    frame.toggleAttribute("data-empty", item.kind === "box" && recipe.boxes[item.at]!.text.trim() === "");
    if (!isSelected) return;
    const turn = this.#handles.at(-1)!;
    turn.hidden = item.kind === "stroke";
    // Where there is room for it.
    turn.toggleAttribute("data-below", y < recipe.height / 2);
  }

  focus(item: Item) {
    this.#frames.get(nameOf(item))?.focus({ preventScroll: true });
  }

  guide(guides: readonly Guide[]) {
    const { width, height } = this.work.recipe;
    this.#guides.replaceChildren(
      ...guides.map(({ axis, at }) => {
        const line = element("span", { class: `make-guide make-guide-${axis}` });
        if (axis === "x") line.style.left = `${(at / width) * 100}%`;
        else line.style.top = `${(at / height) * 100}%`;
        return line;
      }),
    );
  }

  /** Paints what is below the words, if that has changed. A single whole picture is shown as it is: it may move. */
  async paint(): Promise<void> {
    const { recipe } = this.work;
    const { panels, width, height, arrangement, gap, background } = recipe;
    const wanted = JSON.stringify([panels, width, height, arrangement, gap, background]);
    if (wanted === this.#painted) return;
    this.#painted = wanted;
    const { base } = panels[0]!;
    const image = base.kind === "color" ? undefined : await this.bases.image(base);
    if (image && isPlain(recipe, image)) return this.#showBase(pictureOf(image));
    const canvas = element("canvas", { width, height });
    await this.bases.paint(canvas.getContext("2d")!, recipe);
    if (wanted !== this.#painted) return;
    this.#showBase(canvas);
  }

  #showBase(base: HTMLElement) {
    base.className = "make-base";
    this.#base.replaceWith(base);
    this.#base = base;
  }
}

/** A copy, because the words beside it say what the picture shows. */
function pictureOf(image: HTMLImageElement): HTMLImageElement {
  const copy = new Image();
  copy.src = image.src;
  copy.alt = say("browser.make-picture");
  copy.draggable = false;
  return copy;
}
