import { FONTS, type Font } from "../../compose/fonts.ts";
import type { TextBox } from "../../compose/recipe.ts";
import { element, labelled, textButton } from "./element.ts";
import { colorField, picks, range, switchFor, type Control } from "./controls.ts";
import { ICONS } from "./icons.ts";
import { withItem } from "./items.ts";
import { placeFields } from "./place-fields.ts";
import { say } from "./say.ts";
import type { Item } from "../../compose/layers.ts";
import type { Work } from "./work.ts";

const OUTLINE = { color: "#000000", width: 0.1 };
const SHADOW = { color: "#000000", x: 0.06, y: 0.06 };
const DEFAULT_MOST = 0.13;

/** All that is not the text itself. `show` brings every control up to date. */
export function lookOf(work: Work, item: Item): { node: HTMLElement; show(): void } {
  const box = () => work.recipe.boxes[item.at];
  const set = (change: Partial<TextBox>, act = "") =>
    work.change(withItem<TextBox>(work.recipe, item, change), act && `${act} ${item.at}`);
  const controls: Control<TextBox>[] = [fontField(set), ...colors(set), ...sizes(set), aligns(set)];
  const place = placeFields(work, item);
  const capitals = switchFor<TextBox>(
    say("browser.make-capitals"),
    ({ upperCase }) => upperCase,
    (upperCase) => set({ upperCase }),
  );
  const node = element(
    "div",
    { class: "make-look" },
    ...[...controls, capitals].map((one) => one.node),
    place.node,
    forAll(work, item),
  );
  const show = () => {
    const now = box();
    if (!now) return;
    for (const control of [...controls, capitals]) control.show(now);
    place.show();
  };
  show();
  return { node, show };
}

type Set = (change: Partial<TextBox>, act?: string) => void;

/** Ours, and those of the site. */
function fontChoices(): [value: string, title: string][] {
  const own = document.querySelector<HTMLElement>("meme-maker")?.dataset.fonts;
  const added = own ? (JSON.parse(own) as { name: string; title: string }[]) : [];
  return [
    ...Object.entries(FONTS).map(([value, { title }]): [string, string] => [value, title]),
    ...added.map(({ name, title }): [string, string] => [name, title]),
  ];
}

function fontField(set: Set): Control<TextBox> {
  const select: HTMLSelectElement = element(
    "select",
    { change: () => set({ font: select.value as Font }) },
    ...fontChoices().map(([value, title]) => element("option", { value }, title)),
  );
  return { node: labelled(say("browser.make-font"), select), show: ({ font }) => void (select.value = font) };
}

function colors(set: Set): Control<TextBox>[] {
  const letters = colorField<TextBox>(
    say("browser.make-color"),
    ({ color }) => color,
    (color) => set({ color }, "color"),
  );
  const outline = colorField<TextBox>(
    say("browser.make-outline"),
    (box) => box.outline?.color,
    (color, box) => set({ outline: { ...(box.outline ?? OUTLINE), color } }, "outline"),
    () => set({ outline: undefined }),
  );
  const width = range<TextBox>(
    say("browser.make-outline-width"),
    { min: 2, max: 30, step: 1 },
    (box) => Math.round((box.outline?.width ?? OUTLINE.width) * 100),
    (value, box) => set({ outline: { ...(box.outline ?? OUTLINE), width: value / 100 } }, "outline-width"),
    ({ outline: now }) => now !== undefined,
  );
  const shadow = colorField<TextBox>(
    say("browser.make-shadow"),
    (box) => box.shadow?.color,
    (color, box) => set({ shadow: { ...(box.shadow ?? SHADOW), color } }, "shadow"),
    () => set({ shadow: undefined }),
  );
  return [letters, outline, width, shadow];
}

function sizes(set: Set): Control<TextBox>[] {
  const most = ({ size }: TextBox) => (size.kind === "fit" ? size.most : size.size);
  const fits = switchFor<TextBox>(
    say("browser.make-fit"),
    ({ size }) => size.kind === "fit",
    (isFit, box) =>
      set({
        size: isFit ? { kind: "fit", most: Math.max(most(box), DEFAULT_MOST) } : { kind: "fixed", size: most(box) },
      }),
  );
  const size = range<TextBox>(
    say("browser.make-size"),
    { min: 1, max: 50, step: 0.5 },
    (box) => Math.round(most(box) * 200) / 2,
    (value, box) =>
      set(
        { size: box.size.kind === "fit" ? { kind: "fit", most: value / 100 } : { kind: "fixed", size: value / 100 } },
        "size",
      ),
  );
  return [size, fits];
}

function aligns(set: Set): Control<TextBox> {
  const align = picks<TextBox, TextBox["align"]>(
    say("browser.make-align"),
    [
      ["left", say("browser.make-left"), ICONS.left],
      ["center", say("browser.make-center"), ICONS.center],
      ["right", say("browser.make-right"), ICONS.right],
    ],
    (box) => box.align,
    (one) => set({ align: one }),
  );
  const vertical = picks<TextBox, TextBox["vertical"]>(
    say("browser.make-vertical"),
    [
      ["top", say("browser.make-top"), ICONS.top],
      ["middle", say("browser.make-middle"), ICONS.middle],
      ["bottom", say("browser.make-bottom"), ICONS.bottom],
    ],
    (box) => box.vertical,
    (one) => set({ vertical: one }),
  );
  return {
    node: element("div", { class: "make-pair" }, align.node, vertical.node),
    show: (box) => {
      align.show(box);
      vertical.show(box);
    },
  };
}

/** One look for all texts. */
function forAll(work: Work, item: Item): HTMLElement {
  return textButton(say("browser.make-for-all"), () => {
    const { font, color, outline, shadow, upperCase, size } = work.recipe.boxes[item.at]!;
    const boxes = work.recipe.boxes.map((box) => ({ ...box, font, color, outline, shadow, upperCase, size }));
    work.change({ ...work.recipe, boxes });
  });
}
