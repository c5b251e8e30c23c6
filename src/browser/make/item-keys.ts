import type { TextBox } from "../../compose/recipe.ts";
import { scaled, type Frame } from "./geometry.ts";
import { frameOf, hasRoom, withCopy, withFrame, withItem, withoutItem } from "./items.ts";
import { number, say } from "./say.ts";
import { itemsOf, listOf, type Item } from "../../compose/layers.ts";
import { isSame, type Work } from "./work.ts";

/** Shares of the picture's width. */
const STEP = 0.01;
const LEAP = 0.05;
const TURN = 5;
const GROWTH = 1.06;

interface Desk {
  work: Work;
  /** Says it to those who cannot see it. */
  announce(words: string): void;
  /** Goes to the field of a text. */
  edit(item: Item): void;
  focus(item: Item): void;
  /** Goes to the button that adds a text. */
  offerText(): void;
}

/** Everything that a finger can do with an item, by key. */
export function listenToItemKeys(items: HTMLElement, desk: Desk) {
  items.addEventListener("keydown", (event) => {
    const { selected } = desk.work;
    if (!selected || event.altKey) return;
    const isDone = event.ctrlKey || event.metaKey ? byChord(event, desk, selected) : byKey(event, desk, selected);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function byChord({ key }: KeyboardEvent, desk: Desk, item: Item): boolean {
  if (key.toLowerCase() !== "d") return false;
  duplicate(desk, item);
  return true;
}

export function duplicate({ work, focus }: Pick<Desk, "work" | "focus">, item: Item) {
  if (!hasRoom(work.recipe, item.kind)) return;
  work.change(withCopy(work.recipe, item));
  const copy = { kind: item.kind, at: listOf(work.recipe, item.kind).length - 1 };
  work.select(copy);
  focus(copy);
}

function byKey({ key, shiftKey }: KeyboardEvent, desk: Desk, item: Item): boolean {
  const { work } = desk;
  const by = (shiftKey ? LEAP : STEP) * work.recipe.width;
  const frame = frameOf(work.recipe, item);
  const moves: Record<string, () => void> = {
    ArrowLeft: () => move(desk, item, { ...frame, x: frame.x - by }),
    ArrowRight: () => move(desk, item, { ...frame, x: frame.x + by }),
    ArrowUp: () => move(desk, item, { ...frame, y: frame.y - by }),
    ArrowDown: () => move(desk, item, { ...frame, y: frame.y + by }),
    "[": () => move(desk, item, { ...frame, rotation: frame.rotation - TURN }),
    "]": () => move(desk, item, { ...frame, rotation: frame.rotation + TURN }),
    "+": () => grow(desk, item, GROWTH),
    "=": () => grow(desk, item, GROWTH),
    "-": () => grow(desk, item, 1 / GROWTH),
    Delete: () => remove(desk, item),
    Backspace: () => remove(desk, item),
    Escape: () => work.select(undefined),
    Enter: () => desk.edit(item),
  };
  const act = Object.hasOwn(moves, key) ? moves[key] : undefined;
  act?.();
  return act !== undefined;
}

function move({ work, announce }: Desk, item: Item, frame: Frame) {
  work.change(withFrame(work.recipe, item, frame), `keys ${item.kind} ${item.at}`);
  const { x, y, rotation } = frameOf(work.recipe, item);
  const share = (value: number, of: number) => number(Math.round((value / of) * 100));
  const place = {
    x: share(x, work.recipe.width),
    y: share(y, work.recipe.height),
    angle: number(Math.round(rotation)),
  };
  announce(say("browser.make-moved", place));
}

/** Letters of a fixed size grow with their box. */
function grow(desk: Desk, item: Item, by: number) {
  const { work } = desk;
  const act = `keys ${item.kind} ${item.at}`;
  const frame = scaled(frameOf(work.recipe, item), by);
  const grown = withFrame(work.recipe, item, frame);
  const box = item.kind === "box" ? grown.boxes[item.at] : undefined;
  const size = box?.size.kind === "fixed" ? Math.min(Math.max(box.size.size * by, 0.01), 0.5) : undefined;
  work.change(size === undefined ? grown : withItem<TextBox>(grown, item, { size: { kind: "fixed", size } }), act);
  desk.announce(say("browser.make-sized", { width: number(Math.round((frame.width / grown.width) * 100)) }));
}

type Removing = Pick<Desk, "work" | "announce" | "focus" | "offerText">;

/** Goes on to the item that lay above it, or to what is left. */
export function remove(desk: Removing, item: Item, goOn: (next: Item) => void = desk.focus) {
  const { work } = desk;
  const order = itemsOf(work.recipe).findIndex((one) => isSame(one, item));
  work.select(undefined);
  work.change(withoutItem(work.recipe, item));
  desk.announce(say("browser.make-removed"));
  const left = itemsOf(work.recipe);
  const next = left[order] ?? left.at(-1);
  if (!next) return desk.offerText();
  // Its frame may have the focus already: then nothing else would select it.
  work.select(next);
  goOn(next);
}
