import { angleTo, resized, snapped, type Corner, type Frame, type Point } from "./geometry.ts";
import { frameOf, withFrame } from "./items.ts";
import type { Stage } from "./stage.ts";
import { itemsOf, type Item } from "../../compose/layers.ts";
import { isSame, type Work } from "./work.ts";

/** Pixels of the screen. */
const SLACK = 4;
const CLOSE = 7;
const LEAST = 18;

/** What a finger or the mouse does with an item, from where it went down. */
interface Grip {
  item: Item;
  from: Point;
  frame: Frame;
  /** Which corner is pulled; undefined if all of it is moved or turned. */
  corner: Corner | undefined;
  /** By the handle above or below it. */
  turns: "above" | "below" | undefined;
  hasMoved: boolean;
  act: string;
}

/** Two fingers on the selected item. */
interface Pinch {
  item: Item;
  frame: Frame;
  from: [Point, Point];
  act: string;
}

let drags = 0;

/** Moves, pulls and turns items by pointer. */
export function listenToDrags(stage: Stage, work: Work, isBusy: () => boolean, edit: (item: Item) => void) {
  const down = new Map<number, Point>();
  let grip: Grip | undefined;
  let pinch: Pinch | undefined;
  const { items } = stage;

  items.addEventListener("pointerdown", (event) => {
    if (isBusy() || event.button !== 0) return;
    const point = stage.pointOf(event);
    down.set(event.pointerId, point);
    if (down.size === 2 && work.selected) {
      grip = undefined;
      pinch = pinchOf(work, work.selected, [...down.values()] as [Point, Point]);
      items.setPointerCapture(event.pointerId);
      return;
    }
    const target = event.target as HTMLElement;
    const item = itemAt(target);
    if (!item) return work.select(undefined);
    event.preventDefault();
    items.setPointerCapture(event.pointerId);
    work.select(item);
    stage.focus(item);
    grip = gripOf(work, item, point, target);
  });

  items.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) return;
    const point = stage.pointOf(event);
    if (pinch) {
      down.set(event.pointerId, point);
      return spread(work, pinch, [...down.values()] as [Point, Point]);
    }
    if (grip) pull(stage, work, grip, point, !event.altKey);
  });

  const end = (event: PointerEvent) => {
    down.delete(event.pointerId);
    pinch = undefined;
    grip = undefined;
    stage.guide([]);
    work.settle();
  };
  items.addEventListener("pointerup", end);
  items.addEventListener("pointercancel", end);
  items.addEventListener("dblclick", (event) => {
    const item = itemAt(event.target as HTMLElement);
    if (item) edit(item);
  });
}

function itemAt(target: HTMLElement): Item | undefined {
  const name = target.closest<HTMLElement>("[data-item]")?.dataset.item;
  const [, kind, at] = /^(box|sticker|stroke)-(\d+)$/.exec(name ?? "") ?? [];
  return kind === undefined ? undefined : { kind: kind as Item["kind"], at: Number(at) };
}

function gripOf(work: Work, item: Item, from: Point, { dataset }: HTMLElement): Grip {
  const { corner } = dataset;
  return {
    item,
    from,
    frame: frameOf(work.recipe, item),
    corner: corner ? { across: corner.endsWith("e") ? 1 : -1, down: corner.startsWith("s") ? 1 : -1 } : undefined,
    turns: "turn" in dataset ? ("below" in dataset ? "below" : "above") : undefined,
    hasMoved: false,
    act: `drag ${++drags}`,
  };
}

function pull(stage: Stage, work: Work, grip: Grip, to: Point, snaps: boolean) {
  const { item, from, frame, corner } = grip;
  const { recipe } = work;
  const { scale } = stage;
  const way = { x: to.x - from.x, y: to.y - from.y };
  if (!grip.hasMoved && Math.hypot(way.x, way.y) < SLACK * scale) return;
  grip.hasMoved = true;
  if (grip.turns)
    return work.change(withFrame(recipe, item, { ...frame, rotation: turnTo(grip, to, snaps) }), grip.act);
  if (corner) {
    const isSquare = item.kind !== "box";
    return work.change(withFrame(recipe, item, resized(frame, corner, to, LEAST * scale, isSquare)), grip.act);
  }
  const moved = { ...frame, x: frame.x + way.x, y: frame.y + way.y };
  const others = itemsOf(recipe)
    .filter((one) => !isSame(one, item) && one.kind !== "stroke")
    .map((one) => frameOf(recipe, one));
  const placed = snaps ? snapped(moved, recipe, others, CLOSE * scale) : { frame: moved, guides: [] };
  stage.guide(placed.guides);
  work.change(withFrame(recipe, item, placed.frame), grip.act);
}

const turnTo = ({ frame, turns }: Grip, to: Point, snaps: boolean) =>
  angleTo(frame, to, snaps) + (turns === "below" ? 180 : 0);

const pinchOf = (work: Work, item: Item, from: [Point, Point]): Pinch => ({
  item,
  from,
  frame: frameOf(work.recipe, item),
  act: `drag ${++drags}`,
});

const span = ([a, b]: [Point, Point]) => ({
  length: Math.hypot(b.x - a.x, b.y - a.y),
  angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
  middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
});

/** As far apart and as turned as the fingers are. */
function spread(work: Work, { item, frame, from, act }: Pinch, to: [Point, Point]) {
  const [before, now] = [span(from), span(to)];
  const by = now.length / Math.max(before.length, 1);
  const next = {
    x: frame.x + now.middle.x - before.middle.x,
    y: frame.y + now.middle.y - before.middle.y,
    width: frame.width * by,
    height: frame.height * by,
    rotation: item.kind === "stroke" ? 0 : frame.rotation + now.angle - before.angle,
  };
  work.change(withFrame(work.recipe, item, next), act);
}
