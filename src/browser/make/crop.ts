import type { Panel } from "../../compose/recipe.ts";
import { numberField } from "./controls.ts";
import { element, textButton } from "./element.ts";
import { resized, type Corner, type Frame, type Point } from "./geometry.ts";
import { say } from "./say.ts";

type Crop = Panel["crop"];

const CORNERS = ["nw", "ne", "sw", "se"] as const;
/** Shares of the picture. */
const LEAST = 0.05;
const STEP = 0.01;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const fine = (value: number) => Math.round(value * 1e4) / 1e4;

/** Inside the picture, and not too small. */
export function within({ x, y, width, height }: Crop): Crop {
  const across = fine(clamp(width, LEAST, 1));
  const down = fine(clamp(height, LEAST, 1));
  return { x: fine(clamp(x, 0, 1 - across)), y: fine(clamp(y, 0, 1 - down)), width: across, height: down };
}

/** A whole picture with a frame around what will stay of it. `done` gets that part, or undefined if nothing changes. */
export class CropView {
  readonly sheet: HTMLElement;
  readonly fields: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #numbers: { show(): void }[];
  #crop: Crop;

  constructor(
    image: HTMLImageElement,
    crop: Crop,
    private done: (crop: Crop | undefined) => void,
  ) {
    this.#crop = crop;
    const handles = CORNERS.map((corner) =>
      element("span", { class: `make-handle make-handle-${corner}`, "data-corner": corner }),
    );
    this.#frame = element(
      "div",
      {
        class: "make-crop",
        role: "group",
        tabindex: 0,
        "aria-label": say("browser.make-crop-frame"),
        "aria-describedby": "make-crop-hint",
        keydown: (event: KeyboardEvent) => this.#byKey(event, done),
      },
      ...handles,
    );
    const picture = new Image();
    picture.src = image.src;
    picture.alt = "";
    picture.className = "make-base";
    picture.draggable = false;
    this.sheet = element("div", { class: "make-sheet make-crop-sheet" }, picture, this.#frame);
    const numbers = this.#numberFields();
    this.#numbers = numbers;
    this.fields = element(
      "div",
      { class: "make-panel" },
      element("p", { class: "field-hint", id: "make-crop-hint" }, say("browser.make-crop-hint")),
      element("div", { class: "make-numbers" }, ...numbers.map(({ node }) => node)),
      element(
        "div",
        { class: "make-acts" },
        textButton(say("browser.make-crop-done"), () => this.finish(), { class: "button button-small" }),
        textButton(say("browser.make-crop-whole"), () => this.#set({ x: 0, y: 0, width: 1, height: 1 })),
        textButton(say("browser.make-cancel"), () => done(undefined)),
      ),
    );
    this.#listen();
    this.#show();
  }

  finish() {
    this.done(this.#crop);
  }

  focus() {
    this.#frame.focus({ preventScroll: true });
  }

  #numberFields() {
    const field = (key: "x" | "y" | "width" | "height", title: string) =>
      numberField(
        title,
        { min: 0, max: 100, step: 1 },
        () => this.#crop[key] * 100,
        (value) => this.#set({ ...this.#crop, [key]: value / 100 }),
      );
    return [
      field("x", say("browser.make-x")),
      field("y", say("browser.make-y")),
      field("width", say("browser.make-width")),
      field("height", say("browser.make-height")),
    ];
  }

  #listen() {
    let grip: { from: Point; frame: Frame; corner: Corner | undefined } | undefined;
    this.#frame.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#frame.setPointerCapture(event.pointerId);
      this.focus();
      const { corner } = (event.target as HTMLElement).dataset;
      grip = {
        from: this.#pointOf(event),
        frame: this.#middle(),
        corner: corner ? { across: corner.endsWith("e") ? 1 : -1, down: corner.startsWith("s") ? 1 : -1 } : undefined,
      };
    });
    this.#frame.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const to = this.#pointOf(event);
      const { from, frame, corner } = grip;
      const inside = { x: clamp(to.x, 0, 1), y: clamp(to.y, 0, 1) };
      const next = corner
        ? resized(frame, corner, inside, LEAST, false)
        : { ...frame, x: frame.x + to.x - from.x, y: frame.y + to.y - from.y };
      this.#set({ x: next.x - next.width / 2, y: next.y - next.height / 2, width: next.width, height: next.height });
    });
    const end = () => (grip = undefined);
    this.#frame.addEventListener("pointerup", end);
    this.#frame.addEventListener("pointercancel", end);
  }

  /** Shares of the picture. */
  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.sheet.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }

  #middle(): Frame {
    const { x, y, width, height } = this.#crop;
    return { x: x + width / 2, y: y + height / 2, width, height, rotation: 0 };
  }

  #byKey(event: KeyboardEvent, done: (crop: Crop | undefined) => void) {
    const { x, y, width, height } = this.#crop;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.#set({ ...this.#crop, x: x - STEP }),
      ArrowRight: () => this.#set({ ...this.#crop, x: x + STEP }),
      ArrowUp: () => this.#set({ ...this.#crop, y: y - STEP }),
      ArrowDown: () => this.#set({ ...this.#crop, y: y + STEP }),
      "+": () => this.#set({ x: x - STEP, y: y - STEP, width: width + 2 * STEP, height: height + 2 * STEP }),
      "-": () => this.#set({ x: x + STEP, y: y + STEP, width: width - 2 * STEP, height: height - 2 * STEP }),
      Enter: () => done(this.#crop),
      Escape: () => done(undefined),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]!();
  }

  #set(crop: Crop) {
    this.#crop = within(crop);
    this.#show();
  }

  #show() {
    const { x, y, width, height } = this.#crop;
    const { style } = this.#frame;
    [style.left, style.top] = [`${x * 100}%`, `${y * 100}%`];
    [style.width, style.height] = [`${width * 100}%`, `${height * 100}%`];
    for (const field of this.#numbers) field.show();
  }
}
