import { numberField } from "./controls.ts";
import { element } from "./element.ts";
import type { Frame } from "./geometry.ts";
import { frameOf, withFrame } from "./items.ts";
import { say } from "./say.ts";
import type { Item } from "../../compose/layers.ts";
import type { Work } from "./work.ts";

/** Where an item is, in numbers: for those who cannot drag, or want it exact. Shares of the picture, and degrees. */
export function placeFields(work: Work, item: Item): { node: HTMLElement; show(): void } {
  const frame = () => frameOf(work.recipe, item);
  const write = (change: Partial<Frame>) =>
    work.change(withFrame(work.recipe, item, { ...frame(), ...change }), `place ${item.kind} ${item.at}`);
  const share = (side: "width" | "height") => 100 / work.recipe[side];
  const across = { min: -100, max: 200, step: 1 };
  const extent = { min: 2, max: 200, step: 1 };
  // Left and top, as people say it; frames have their middle.
  const fields = [
    numberField(
      say("browser.make-x"),
      across,
      () => (frame().x - frame().width / 2) * share("width"),
      (value) => write({ x: value / share("width") + frame().width / 2 }),
    ),
    numberField(
      say("browser.make-y"),
      across,
      () => (frame().y - frame().height / 2) * share("height"),
      (value) => write({ y: value / share("height") + frame().height / 2 }),
    ),
    numberField(
      say("browser.make-width"),
      extent,
      () => frame().width * share("width"),
      (value) => write({ width: value / share("width"), ...heightFor(frame(), value / share("width"), item) }),
    ),
    ...(item.kind === "box"
      ? [
          numberField(
            say("browser.make-height"),
            extent,
            () => frame().height * share("height"),
            (value) => write({ height: value / share("height") }),
          ),
        ]
      : []),
    ...(item.kind === "stroke"
      ? []
      : [
          numberField(
            say("browser.make-turn"),
            { min: -180, max: 180, step: 1 },
            () => frame().rotation,
            (rotation) => write({ rotation }),
          ),
        ]),
  ];
  const node = element(
    "details",
    { class: "make-place" },
    element("summary", {}, say("browser.make-place")),
    element("div", { class: "make-numbers" }, ...fields.map((field) => field.node)),
  );
  return { node, show: () => fields.forEach((field) => field.show()) };
}

/** Stickers and lines keep their shape. */
const heightFor = ({ width, height }: Frame, next: number, { kind }: Item) =>
  kind === "box" ? {} : { height: (height * next) / width };
