import type { DisplayList, Rect } from "./display-list.ts";

/** The parts of the picture that have something on them, in whole pixels. None overlap, so each is drawn on its own. */
export function stripsOf({ width, height, layers }: DisplayList): Rect[] {
  const strips: Rect[] = [];
  for (const { bounds } of layers) {
    // One more, for the soft edge.
    let strip = {
      left: Math.max(0, Math.floor(bounds.left) - 1),
      top: Math.max(0, Math.floor(bounds.top) - 1),
      right: Math.min(width, Math.ceil(bounds.right) + 1),
      bottom: Math.min(height, Math.ceil(bounds.bottom) + 1),
    };
    if (strip.left >= strip.right || strip.top >= strip.bottom) continue;
    for (let at = strips.findIndex((one) => overlap(one, strip)); at >= 0;) {
      strip = around(strip, strips.splice(at, 1)[0]!);
      at = strips.findIndex((one) => overlap(one, strip));
    }
    strips.push(strip);
  }
  return strips;
}

const overlap = (a: Rect, b: Rect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const around = (a: Rect, b: Rect): Rect => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
