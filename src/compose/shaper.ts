import { Blob, Buffer, Direction, Face, Font, shape } from "harfbuzzjs";

import { effortOf, type Effort } from "./work.ts";

/** A glyph in its place, in shares of the letters' size; y goes up. */
export interface PlacedGlyph {
  id: number;
  x: number;
  y: number;
}

export interface ShapedText {
  glyphs: PlacedGlyph[];
  width: number;
  /** How far it reaches above and below the baseline, and beyond its width to the left and right. */
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** The widths of its parts, by where in the text each starts. */
  advances: Map<number, number>;
}

type Command = readonly [type: string, ...values: number[]];

/** Words of a font that are kept. */
const MAX_SHAPED = 300;

/** One for all fonts, and for ever: the memory of WebAssembly never shrinks, and buffers are slow to be collected. */
const buffer = new Buffer();

/** A font file, ready to shape text and to hand out its outlines. */
export class ShapingFont {
  readonly #font: Font;
  readonly #em: number;
  readonly #outlines = new Map<number, readonly Command[]>();
  readonly #efforts = new Map<number, Effort>();
  readonly #known = new Map<number, boolean>();
  readonly #shaped = new Map<string, ShapedText>();
  /** Height of capitals, and the width of a space. */
  readonly capHeight: number;
  readonly space: number;

  constructor(file: Uint8Array) {
    const face = new Face(new Blob(file));
    this.#font = new Font(face);
    this.#em = face.upem;
    this.capHeight = this.#topOf("H") ?? 0.7;
    const space = this.#font.nominalGlyph(0x20);
    this.space = space === undefined ? 0.25 : this.#font.glyphHAdvance(space) / this.#em;
  }

  #topOf(letter: string): number | undefined {
    const glyph = this.#font.nominalGlyph(letter.codePointAt(0)!);
    const extents = glyph === undefined ? undefined : this.#font.glyphExtents(glyph);
    return extents && extents.yBearing / this.#em;
  }

  /** Whether it has every character of a grapheme, composed or in parts. */
  has(grapheme: string): boolean {
    const hasAll = (text: string) =>
      Array.from(text).every((character) => INVISIBLE.test(character) || this.#hasPoint(character.codePointAt(0)!));
    return hasAll(grapheme) || hasAll(grapheme.normalize("NFD"));
  }

  #hasPoint(point: number): boolean {
    let known = this.#known.get(point);
    if (known === undefined) this.#known.set(point, (known = !!this.#font.nominalGlyph(point)));
    return known;
  }

  /** Words come back: with every key that somebody presses, all but one are the same. */
  shape(text: string, isRtl: boolean, language: string): ShapedText {
    const key = `${isRtl} ${language} ${text}`;
    let shaped = this.#shaped.get(key);
    if (!shaped) {
      if (this.#shaped.size >= MAX_SHAPED) this.#shaped.clear();
      this.#shaped.set(key, (shaped = this.#shapeAnew(text, isRtl, language)));
    }
    return shaped;
  }

  #shapeAnew(text: string, isRtl: boolean, language: string): ShapedText {
    buffer.reset();
    buffer.addText(text);
    buffer.setDirection(isRtl ? Direction.RTL : Direction.LTR);
    buffer.setLanguage(language);
    buffer.guessSegmentProperties();
    shape(this.#font, buffer);
    const shaped: ShapedText = { glyphs: [], width: 0, top: 0, bottom: 0, left: 0, right: 0, advances: new Map() };
    const em = this.#em;
    for (const {
      codepoint: id,
      cluster,
      xAdvance = 0,
      xOffset = 0,
      yOffset = 0,
    } of buffer.getGlyphInfosAndPositions()) {
      const glyph = { id, x: shaped.width + xOffset / em, y: yOffset / em };
      shaped.glyphs.push(glyph);
      this.#widen(shaped, glyph);
      shaped.width += xAdvance / em;
      shaped.advances.set(cluster, (shaped.advances.get(cluster) ?? 0) + xAdvance / em);
    }
    // So far, this is where the ink ends.
    shaped.right = Math.max(0, shaped.right - shaped.width);
    return shaped;
  }

  #widen(shaped: ShapedText, { id, x, y }: PlacedGlyph) {
    const ink = this.#font.glyphExtents(id);
    if (!ink || ink.width === 0) return;
    const em = this.#em;
    shaped.top = Math.max(shaped.top, y + ink.yBearing / em);
    shaped.bottom = Math.max(shaped.bottom, -(y + (ink.yBearing + ink.height) / em));
    shaped.left = Math.max(shaped.left, -(x + ink.xBearing / em));
    shaped.right = Math.max(shaped.right, x + (ink.xBearing + ink.width) / em);
  }

  /** What it takes to draw a glyph, at the size of one. */
  effort(id: number): Effort {
    return this.#efforts.getOrInsertComputed(id, () => effortOf(this.outline(id)));
  }

  /** The outline of a glyph, in shares of the letters' size. */
  outline(id: number): readonly Command[] {
    let outline = this.#outlines.get(id);
    if (!outline) {
      const em = this.#em;
      outline = this.#font
        .glyphToJson(id)
        .map(({ type, values }): Command => [type, ...values.map((value) => value / em)]);
      this.#outlines.set(id, outline);
    }
    return outline;
  }
}

/** Shapes its neighbours without a glyph of its own. */
const INVISIBLE = /\u200c|\u200d|\p{Variation_Selector}/u;
