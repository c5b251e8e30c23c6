import { cleanText } from "./clean-text.ts";
import { rounded, turned, type Item, type Layer, type Rect } from "./display-list.ts";
import { drawEmoji } from "./draw-emoji.ts";
import { Fitting, LINE, widthOf, type FittedText, type Line, type Room } from "./fit.ts";
import type { Kit } from "./library.ts";
import type { TextBox } from "./recipe.ts";
import type { PlacedGlyph, ShapingFont } from "./shaper.ts";
import { Effort, emojiWork, fillWork, outlineWork } from "./work.ts";
import { EMOJI_SIZE, inVisualOrder, wordsOf, type Overhang, type Shaping, type Word } from "./words.ts";

/** Letters are not made smaller than this share of the picture's short side to keep a long word whole. */
const FLOOR = 0.04;

/** One text box; undefined if there is nothing to see. */
export function layOutBox(box: TextBox, picture: Room, kit: Kit): Layer | undefined {
  const font = kit.font(box.font);
  const shaping: Shaping = {
    ink: (grapheme) => kit.ink(grapheme, box.font),
    space: font.space,
    capHeight: font.capHeight,
    language: box.language,
  };
  const paragraphs = cleanText(box.text, box)
    .trim()
    .split("\n")
    .map((text) => wordsOf(text, shaping));
  if (paragraphs.flat().length === 0) return undefined;
  const area = {
    left: box.x * picture.width,
    top: box.y * picture.height,
    right: (box.x + box.width) * picture.width,
    bottom: (box.y + box.height) * picture.height,
  };
  const room = { width: area.right - area.left, height: area.bottom - area.top };
  const outline = (box.outline?.width ?? 0) / 2;
  const fitting = new Fitting(paragraphs, room, (some) => overhangOf(some, font.capHeight, outline), shaping);
  const { size } = box;
  const fitted =
    size.kind === "fixed"
      ? fitting.fixed(size.size * picture.width)
      : fitting.fit(size.most * picture.width, FLOOR * Math.min(picture.width, picture.height));
  return drawBox(box, area, fitted, font.capHeight, picture);
}

function overhangOf(words: readonly Word[], capHeight: number, outline: number): Overhang {
  const most = (side: keyof Overhang) => Math.max(0, ...words.map((word) => word.overhang[side])) + outline;
  return {
    top: Math.max(most("top"), capHeight + outline),
    bottom: most("bottom"),
    left: most("left"),
    right: most("right"),
  };
}

function drawBox(
  box: TextBox,
  area: Rect,
  { size, lines, overhang }: FittedText,
  capHeight: number,
  picture: Room,
): Layer {
  const baseline = firstBaseline(box, area, size, lines.length, overhang, capHeight);
  const pen = new Pen(size, capHeight, picture.width * picture.height);
  const ink: Rect = { left: Infinity, right: -Infinity, top: baseline - overhang.top * size, bottom: 0 };
  for (const [at, line] of lines.entries()) {
    const left = lineStart(box.align, area, widthOf(line) * size, overhang, size);
    const y = baseline + at * LINE * size;
    pen.line(line, left, y);
    ink.left = Math.min(ink.left, left - overhang.left * size);
    ink.right = Math.max(ink.right, left + (widthOf(line) + overhang.right) * size);
    ink.bottom = y + overhang.bottom * size;
  }
  const [x, y] = [rounded((area.left + area.right) / 2), rounded((area.top + area.bottom) / 2)];
  return {
    item: {
      kind: "group",
      ...(box.rotation !== 0 && { transform: `rotate(${rounded(box.rotation)} ${x} ${y})` }),
      items: [...letters(box, pen.d, size), ...pen.emoji],
    },
    bounds: turned(withShadow(ink, box, size), box.rotation, x, y),
    work: lettersWork(box, pen.effort, size) + pen.emojiWork,
  };
}

function firstBaseline(
  { vertical }: TextBox,
  { top, bottom }: Rect,
  size: number,
  lines: number,
  overhang: Overhang,
  capHeight: number,
): number {
  const below = (lines - 1) * LINE * size;
  const highest = top + overhang.top * size;
  const lowest = bottom - overhang.bottom * size - below;
  if (vertical === "top") return highest;
  if (vertical === "bottom") return lowest;
  // By the height of capitals, since most lines have nothing below.
  const centred = (top + bottom + capHeight * size - below) / 2;
  return lowest < highest ? centred : Math.min(Math.max(centred, highest), lowest);
}

function lineStart(align: TextBox["align"], area: Rect, width: number, overhang: Overhang, size: number): number {
  const left = area.left + overhang.left * size;
  const right = area.right - overhang.right * size - width;
  return align === "left" ? left : align === "right" ? right : (left + right) / 2;
}

/** The outline of all letters, then all letters: so no outline covers a neighbour. */
function letters({ color, outline, shadow }: TextBox, d: string, size: number): Item[] {
  if (d === "") return [];
  const strokeWidth = outline && rounded(outline.width * size);
  const items: Item[] = [];
  if (shadow)
    items.push({
      kind: "path",
      d,
      fill: shadow.color,
      ...(outline && { stroke: shadow.color, strokeWidth }),
      transform: `translate(${rounded(shadow.x * size)} ${rounded(shadow.y * size)})`,
    });
  if (outline) items.push({ kind: "path", d, stroke: outline.color, strokeWidth });
  return [...items, { kind: "path", d, fill: color }];
}

/** The shadow has a fill and an outline too. */
function lettersWork({ outline, shadow }: TextBox, effort: Effort, size: number): number {
  const once = fillWork(effort) + (outline ? outlineWork(effort, outline.width * size) : 0);
  return shadow ? 2 * once : once;
}

function withShadow(ink: Rect, { shadow }: TextBox, size: number): Rect {
  const [x, y] = shadow ? [shadow.x * size, shadow.y * size] : [0, 0];
  return {
    left: ink.left + Math.min(0, x),
    right: ink.right + Math.max(0, x),
    top: ink.top + Math.min(0, y),
    bottom: ink.bottom + Math.max(0, y),
  };
}

/** Writes lines as one path, and the emoji beside it. */
class Pen {
  #commands: string[] = [];
  readonly emoji: Item[] = [];
  readonly effort = new Effort();
  emojiWork = 0;

  constructor(
    private size: number,
    private capHeight: number,
    /** Of the picture. */
    private area: number,
  ) {}

  get d(): string {
    return this.#commands.join("");
  }

  line(line: Line, left: number, y: number) {
    let x = left;
    for (const { drawn, width } of inVisualOrder(line)) {
      if (drawn && "font" in drawn) for (const glyph of drawn.glyphs) this.#glyph(drawn.font, glyph, x, y);
      else if (drawn) {
        const side = EMOJI_SIZE * this.size;
        const margin = (width * this.size - side) / 2;
        this.emojiWork += emojiWork(drawn.shapes, side, this.area);
        this.emoji.push(drawEmoji(drawn.shapes, x + margin, y - (this.capHeight * this.size + side) / 2, side));
      }
      x += width * this.size;
    }
  }

  #glyph(font: ShapingFont, glyph: PlacedGlyph, left: number, baseline: number) {
    const { size } = this;
    this.effort.add(font.effort(glyph.id), size);
    for (const [type, ...values] of font.outline(glyph.id)) {
      const numbers = values.map((value, at) =>
        at % 2 === 0 ? rounded(left + (glyph.x + value) * size) : rounded(baseline - (glyph.y + value) * size),
      );
      this.#commands.push(type + numbers.join(" "));
    }
  }
}
