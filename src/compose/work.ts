import type { DisplayList, Rect } from "./display-list.ts";
import type { EmojiShape } from "./emoji.ts";
import { stripsOf } from "./strips.ts";

/**
 * Librsvg cannot be stopped, so what it would have to do is counted first. A unit is about a microsecond of CPU time:
 * these figures were fitted to what drawing took on one busy machine, between 500 and 4,000 pixels, and are rather too
 * high than too low.
 */
const PER_COMMAND = 4;
const PER_PIXEL_FILLED = 0.9;
const PER_PIXEL_OUTLINED = 1.2;
const PER_BEND = 2;
/** Each corner of an outline is round, and as wide as the pen. */
const PER_PEN_WIDTH = 0.5;
const PER_PEN_WIDTH_OF_STROKES = 0.6;
/** Long lines take less than letters, except where hundreds cross the same row: each of them is compared with others. */
const PER_PIXEL_OF_STROKES = 0.4;
const PER_CROSSING = 0.002;
/** Of a picture with alpha: drawn, read and blended. */
const PER_PIXEL_PAINTED = 0.016;
const PER_PIXEL_OF_EMOJI = 0.0015;
/** Of what its shapes are written in. */
const PER_CHARACTER = 0.06;
const PER_CHARACTER_AND_SIDE = 0.0009;

/** About a second and a half. A still is killed after two. */
export const MAX_WORK = 1_600_000;

/** Some path, as far as drawing it takes time. */
export class Effort {
  commands = 0;
  /** In pixels. */
  length = 0;
  /** Curves become lines, the more the longer they are. */
  bends = 0;

  /** Adds another, drawn at this scale. */
  add({ commands, length, bends }: Effort, scale: number): void {
    this.commands += commands;
    this.length += length * scale;
    this.bends += bends * Math.sqrt(scale);
  }
}

type Command = readonly [type: string, ...values: number[]];

/** Of an outline, in the unit of its numbers. */
export function effortOf(commands: readonly Command[]): Effort {
  const effort = new Effort();
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [type, ...values] of commands) {
    const points = type === "Z" ? [startX, startY] : values;
    let length = 0;
    for (let at = 0; at < points.length; at += 2) {
      if (type !== "M") length += Math.hypot(points[at]! - x, points[at + 1]! - y);
      [x, y] = [points[at]!, points[at + 1]!];
    }
    if (type === "M") [startX, startY] = [x, y];
    effort.commands++;
    effort.length += length;
    if (type === "Q" || type === "C") effort.bends += Math.sqrt(2 * length);
  }
  return effort;
}

export const fillWork = ({ commands, length }: Effort): number => commands * PER_COMMAND + length * PER_PIXEL_FILLED;

/** `pen` is the width of the line. */
export const outlineWork = ({ commands, length, bends }: Effort, pen: number): number =>
  (commands + bends) * PER_BEND + length * PER_PIXEL_OUTLINED + commands * pen * PER_PEN_WIDTH;

/** Lines above and below the picture cost nothing. */
export function strokeWork(xs: readonly number[], ys: readonly number[], pen: number, height: number): number {
  const within = ys.map((y) => Math.min(Math.max(y, -pen), height + pen));
  let [length, down] = [0, 0];
  for (let at = 1; at < xs.length; at++) {
    const [dx, dy] = [xs[at]! - xs[at - 1]!, ys[at]! - ys[at - 1]!];
    const seen = Math.abs(within[at]! - within[at - 1]!);
    length += dy === 0 ? Math.abs(dx) : Math.hypot(dx, dy) * (seen / Math.abs(dy));
    down += seen;
  }
  const bends = xs.length * pen;
  const rows = Math.max(...within) - Math.min(...within) + pen;
  return (
    xs.length * PER_COMMAND +
    length * PER_PIXEL_OF_STROKES +
    bends * PER_PEN_WIDTH_OF_STROKES +
    ((down + bends) ** 2 / rows) * PER_CROSSING
  );
}

/** `area` is that of the whole picture. */
export function emojiWork(shapes: readonly EmojiShape[], side: number, area: number): number {
  const characters = shapes.reduce((sum, { d }) => sum + d.length, 0);
  const painted = Math.min(side * side, area);
  return painted * PER_PIXEL_OF_EMOJI + characters * (PER_CHARACTER + side * PER_CHARACTER_AND_SIDE);
}

/** Of all that lies over the base. */
export const workOf = (list: DisplayList): number =>
  list.layers.reduce((sum, { work }) => sum + work, 0) +
  stripsOf(list).reduce((sum, strip) => sum + areaOf(strip), 0) * PER_PIXEL_PAINTED;

export const areaOf = ({ left, top, right, bottom }: Rect): number => (right - left) * (bottom - top);
