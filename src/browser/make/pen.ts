import type { Stroke } from "../../compose/recipe.ts";
import { pointsLeft, hasRoom, withAdded } from "./items.ts";
import { say } from "./say.ts";
import { svgElement } from "./element.ts";
import type { Stage } from "./stage.ts";
import type { Work } from "./work.ts";

export interface Ink {
  color: string;
  /** Share of the picture's width. */
  width: number;
}

/** Pixels of the screen between two points: a hand is no finer. */
const APART = 3;
const fine = (value: number) => Math.round(value * 1e4) / 1e4;

/** Draws lines on the picture while it is on. */
export function listenToPen(
  stage: Stage,
  work: Work,
  pen: { isOn: boolean; ink: Ink },
  announce: (words: string) => void,
) {
  let points: [number, number][] | undefined;
  let left = 0;
  const path = svgElement("path");

  const add = (event: PointerEvent) => {
    const { x, y } = stage.pointOf(event);
    const { width, height } = work.recipe;
    const last = points!.at(-1);
    if (last && Math.hypot(x - last[0] * width, y - last[1] * height) < APART * stage.scale) return;
    if (points!.length >= left) return;
    points!.push([fine(clamp(x / width)), fine(clamp(y / height))]);
    path.setAttribute("d", `M${points!.map(([a, b]) => `${a * width} ${b * height}`).join("L")}h.01`);
  };

  stage.items.addEventListener("pointerdown", (event) => {
    if (!pen.isOn || event.button !== 0 || points) return;
    event.preventDefault();
    left = pointsLeft(work.recipe);
    if (!hasRoom(work.recipe, "stroke")) return announce(say("browser.make-pen-full"));
    stage.items.setPointerCapture(event.pointerId);
    points = [];
    for (const [name, value] of Object.entries(attributesOf(pen.ink, work.recipe.width)))
      path.setAttribute(name, value);
    add(event);
    stage.overlay.append(path);
  });
  stage.items.addEventListener("pointermove", (event) => {
    if (!points) return;
    // Everything the finger did since the last frame.
    for (const one of event.getCoalescedEvents?.() ?? [event]) add(one);
  });
  const end = () => {
    if (!points) return;
    const stroke: Stroke = { ...pen.ink, points };
    points = undefined;
    path.remove();
    work.change(withAdded(work.recipe, "stroke", stroke));
  };
  stage.items.addEventListener("pointerup", end);
  stage.items.addEventListener("pointercancel", end);
}

const clamp = (value: number) => Math.min(Math.max(value, -0.2), 1.2);

const attributesOf = ({ color, width }: Ink, picture: number) => ({
  fill: "none",
  stroke: color,
  "stroke-width": String(width * picture),
  "stroke-linejoin": "round",
  "stroke-linecap": "round",
});
