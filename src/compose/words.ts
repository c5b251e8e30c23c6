import bidiFactory from "bidi-js";

import { graphemesOf, type EmojiShape } from "./emoji.ts";
import type { Ink } from "./library.ts";
import type { PlacedGlyph, ShapingFont } from "./shaper.ts";

const bidi = bidiFactory();

/** Emoji are this large, and this far apart, in shares of the letters' size. */
export const EMOJI_SIZE = 1.1;
const EMOJI_ADVANCE = 1.18;

export interface Grapheme {
  text: string;
  ink: Ink;
  /** Odd if it is read from right to left. */
  level: number;
}

/** Letters of one font and direction, or an emoji. */
export interface Piece {
  level: number;
  width: number;
  drawn: { font: ShapingFont; glyphs: readonly PlacedGlyph[] } | { shapes: readonly EmojiShape[] } | undefined;
}

/** Ink beyond the baseline and beyond the width, in shares of the letters' size. */
export interface Overhang {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What a line is never broken within. All widths are shares of the letters' size. */
export interface Word {
  graphemes: readonly Grapheme[];
  pieces: readonly Piece[];
  width: number;
  /** Width of each grapheme, in case the word must be cut. */
  parts: readonly number[];
  overhang: Overhang;
  /** Before it, if it is not the first of its line; undefined where a line may be broken without a space. */
  space: Piece | undefined;
}

/** How text is shaped: which ink draws a grapheme, how tall capitals are, and in which language. */
export interface Shaping {
  ink(grapheme: string): Ink;
  space: number;
  capHeight: number;
  language: string;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Never begins a line. */
const CLINGS = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
const HYPHEN = /^[-‐–—/]$/;

/** The words of one paragraph, in the order they are read. */
export function wordsOf(text: string, shaping: Shaping): Word[] {
  const { levels } = bidi.getEmbeddingLevels(text, "auto");
  const words: Word[] = [];
  let current: Grapheme[] = [];
  let space: Piece | undefined;
  const finish = () => {
    if (current.length > 0) words.push(shapeWord(current, space, shaping));
    current = [];
    space = undefined;
  };
  let at = 0;
  for (const one of graphemesOf(text)) {
    const level = levels[at]!;
    at += one.length;
    if (one.trim() === "") {
      finish();
      space = { level, width: shaping.space, drawn: undefined };
      continue;
    }
    if (current.length > 0 && mayBreak(current.at(-1)!.text, one)) finish();
    current.push({ text: one, ink: shaping.ink(one), level });
  }
  finish();
  return words;
}

const mayBreak = (before: string, after: string) =>
  !CLINGS.test(after) && (CJK.test(before) || CJK.test(after) || (HYPHEN.test(before) && /^\p{L}/u.test(after)));

export function shapeWord(graphemes: readonly Grapheme[], space: Piece | undefined, shaping: Shaping): Word {
  const pieces: Piece[] = [];
  const parts: number[] = [];
  const overhang = { top: 0, bottom: 0, left: 0, right: 0 };
  const widen = (ink: Overhang) => {
    for (const side of ["top", "bottom", "left", "right"] as const)
      overhang[side] = Math.max(overhang[side], ink[side]);
  };
  for (const run of runsOf(graphemes)) {
    const { ink, level } = run[0]!;
    if ("shapes" in ink) {
      const beyond = (EMOJI_SIZE - shaping.capHeight) / 2;
      widen({ top: shaping.capHeight + beyond, bottom: beyond, left: 0, right: 0 });
      pieces.push({ level, width: EMOJI_ADVANCE, drawn: ink });
      parts.push(EMOJI_ADVANCE);
      continue;
    }
    const text = run.map((one) => one.text).join("");
    const shaped = ink.font.shape(text, level % 2 === 1, shaping.language);
    widen(shaped);
    pieces.push({ level, width: shaped.width, drawn: { font: ink.font, glyphs: shaped.glyphs } });
    parts.push(...widthsOf(run, shaped.advances));
  }
  return { graphemes, pieces, width: sum(pieces.map(({ width }) => width)), parts, overhang, space };
}

const SHAPED_ALONE = [/\p{Script=Arabic}/u, /\p{Script=Hebrew}/u, /\p{Script=Devanagari}/u];
const scriptOf = (text: string) => SHAPED_ALONE.findIndex((script) => script.test(text));

/** Neighbours that are shaped together. An emoji is alone. */
function runsOf(graphemes: readonly Grapheme[]): Grapheme[][] {
  const runs: Grapheme[][] = [];
  for (const one of graphemes) {
    const run = runs.at(-1);
    if (run && belongTogether(run.at(-1)!, one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

const belongTogether = (a: Grapheme, b: Grapheme) =>
  "font" in a.ink &&
  "font" in b.ink &&
  a.ink.font === b.ink.font &&
  a.level === b.level &&
  scriptOf(a.text) === scriptOf(b.text);

/** A ligature belongs to its first grapheme. */
function widthsOf(run: readonly Grapheme[], advances: ReadonlyMap<number, number>): number[] {
  let at = 0;
  return run.map(({ text }) => {
    let width = 0;
    for (const end = at + text.length; at < end; at++) width += advances.get(at) ?? 0;
    return width;
  });
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** From left to right, as a line is written (rule L2 of the Unicode bidirectional algorithm). */
export function inVisualOrder(line: readonly Word[]): Piece[] {
  const pieces = line.flatMap(({ pieces: own, space }, at) => (at > 0 && space ? [space, ...own] : own));
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < pieces.length; from++) {
      let to = from;
      while (to < pieces.length && pieces[to]!.level >= level) to++;
      if (to - from > 1) pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return pieces;
}
