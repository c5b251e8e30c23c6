/** One shape of a drawing, on a grid of 36 units. */
export interface EmojiShape {
  /** Without one, it is only its outline. */
  fill?: string;
  d: string;
  stroke?: string;
  strokeWidth?: number;
  opacity?: number;
  evenOdd?: true;
  transform?: string;
}

/** Drawings by name. */
export type EmojiDrawings = Readonly<Record<string, readonly EmojiShape[]>>;

/** Side of the grid that emoji are drawn on. */
export const EMOJI_GRID = 36;

const VARIATION = 0xfe0f;
const FIRST_TONE = 0x1f3fb;
const LAST_TONE = 0x1f3ff;

/** Lower-case hex digits, without the selector that asks for colour: sources disagree on where it belongs. */
export const nameOfPoints = (points: readonly number[]): string =>
  points
    .filter((point) => point !== VARIATION)
    .map((point) => point.toString(16))
    .join("-");

export const emojiName = (grapheme: string): string =>
  nameOfPoints(Array.from(grapheme, (character) => character.codePointAt(0)!));

/** Small files, because most pictures need one or two drawings. Skin tones and families are apart from the rest. */
export function emojiFileOf(name: string): string {
  const points = name.split("-");
  const first = points[0]!.slice(0, -1);
  const tone = points.find((point) => {
    const value = Number.parseInt(point, 16);
    return value >= FIRST_TONE && value <= LAST_TONE;
  });
  if (tone && points[0] !== tone) return `${first}-${tone}.json`;
  return points.includes("200d") ? `${first}-200d.json` : `${first}.json`;
}

const COLOURED =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Emoji}\p{Emoji_Modifier}|\p{Emoji}\u200d|[#*0-9]\ufe0f?\u20e3|\p{RI}\p{RI})/u;

/** Whether a grapheme is drawn in colour. U+FE0E asks for a plain letter instead. */
export const isEmoji = (grapheme: string): boolean => COLOURED.test(grapheme) && !grapheme.includes("\ufe0e");

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What people see as one character. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
