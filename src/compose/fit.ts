import { shapeWord, sum, type Overhang, type Shaping, type Word } from "./words.ts";

/** From baseline to baseline, in shares of the letters' size. */
export const LINE = 1.12;
const STEPS = 12;
const BALANCING_STEPS = 8;

export type Paragraph = readonly Word[];
export type Line = readonly Word[];

/** In pixels. */
export interface Room {
  width: number;
  height: number;
}

export interface FittedText {
  size: number;
  lines: Line[];
  overhang: Overhang;
}

/** What a wrap needs to know of a word. */
type Measured = Pick<Word, "width" | "space">;

/** A text in its box. The overhang of its words includes the outline, and at the top the height of capitals. */
export class Fitting {
  readonly #overhang: Overhang;

  constructor(
    private paragraphs: readonly Paragraph[],
    private room: Room,
    private overhangOf: (words: readonly Word[]) => Overhang,
    private shaping: Shaping,
  ) {
    this.#overhang = overhangOf(paragraphs.flat());
  }

  /** As large as the room allows. Words are cut only if they would have to be smaller than `floor`. */
  fit(most: number, floor: number): FittedText {
    const least = Math.min(most, floor);
    const size = this.#fits(most)
      ? most
      : this.#fits(least)
        ? largest(least, most, (one) => this.#fits(one))
        : largest(0, least, (one) => this.#fits(one, true));
    const { lines, overhang } = this.fixed(size);
    // A part of a cut word may take more room than it did in its word.
    const width = Math.max(0, ...lines.map(widthOf)) + overhang.left + overhang.right;
    const height = (lines.length - 1) * LINE + overhang.top + overhang.bottom;
    return { size: Math.min(size, this.room.width / width, this.room.height / height), lines, overhang };
  }

  /** Of this size, even if it needs more height than there is. */
  fixed(size: number): FittedText {
    const width = Math.max(this.#widthAt(size), 0);
    const whole = this.paragraphs.map((words) => words.flatMap((word) => this.#cut(word, width)));
    const lines = whole.flatMap((words) => wrap(words, balanced(words, width)));
    return { size, lines, overhang: this.overhangOf(lines.flat()) };
  }

  #widthAt = (size: number) => this.room.width / size - this.#overhang.left - this.#overhang.right;

  #fits(size: number, mayCut = false): boolean {
    const width = this.#widthAt(size);
    const height = this.room.height / size - this.#overhang.top - this.#overhang.bottom;
    if (width <= 0 || height < 0) return false;
    let lines = 0;
    for (const words of this.paragraphs) {
      const measured: Measured[] = [];
      for (const word of words) {
        if (word.width <= width) measured.push(word);
        else if (!mayCut || word.parts.some((part) => part > width)) return false;
        else
          measured.push(
            ...cutsOf(word, width).map(({ width: cut }, at) =>
              at ? { width: cut, space: undefined } : { width: cut, space: word.space },
            ),
          );
      }
      lines += wrap(measured, width).length;
    }
    return (lines - 1) * LINE <= height;
  }

  #cut(word: Word, width: number): Word[] {
    if (word.width <= width) return [word];
    return cutsOf(word, width).map(({ from, to }, at) =>
      shapeWord(word.graphemes.slice(from, to), at ? undefined : word.space, this.shaping),
    );
  }
}

/** Between a size that fits and one that does not. */
function largest(fits: number, tooLarge: number, test: (size: number) => boolean): number {
  for (let step = 0; step < STEPS; step++) {
    const middle = (fits + tooLarge) / 2;
    if (test(middle)) fits = middle;
    else tooLarge = middle;
  }
  // Nothing fits a room without any height; whatever is drawn then is too small to be seen.
  return fits || tooLarge;
}

/** Where to cut a word that is too wide: as late as possible, but with one grapheme at least. */
function cutsOf({ parts }: Word, width: number): { from: number; to: number; width: number }[] {
  const cuts: { from: number; to: number; width: number }[] = [];
  for (const [at, part] of parts.entries()) {
    const last = cuts.at(-1);
    if (last && last.width + part <= width) {
      last.to = at + 1;
      last.width += part;
    } else cuts.push({ from: at, to: at + 1, width: part });
  }
  return cuts;
}

/** A paragraph without words is an empty line. */
export function wrap<W extends Measured>(words: readonly W[], width: number): W[][] {
  const lines: W[][] = [[]];
  let used = 0;
  for (const word of words) {
    const line = lines.at(-1)!;
    const before = line.length > 0 ? (word.space?.width ?? 0) : 0;
    if (line.length > 0 && used + before + word.width > width) {
      lines.push([word]);
      used = word.width;
    } else {
      line.push(word);
      used += before + word.width;
    }
  }
  return lines;
}

/** The narrowest width with as many lines: so no word stands alone in the last one. */
function balanced(words: readonly Measured[], width: number): number {
  const count = wrap(words, width).length;
  let enough = width;
  let tooNarrow = Math.max(0, ...words.map((word) => word.width));
  if (count === 1 || tooNarrow >= width) return width;
  for (let step = 0; step < BALANCING_STEPS; step++) {
    const middle = (enough + tooNarrow) / 2;
    if (wrap(words, middle).length === count) enough = middle;
    else tooNarrow = middle;
  }
  return enough;
}

export const widthOf = (line: Line): number =>
  sum(line.map(({ width, space }, at) => width + (at > 0 ? (space?.width ?? 0) : 0)));
