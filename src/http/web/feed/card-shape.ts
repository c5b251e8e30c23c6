import type { Meme } from "../../../entities/meme.ts";
import type { CardShape } from "../../../shared/deal.ts";
import { cardRatioOf, isSmall } from "../components/picture.tsx";

/** Characters that fit into a line of the narrowest column, and the lines that a card shows in columns. */
const LINE_LENGTH = 26;
const MAX_LINES = 3;
/** Characters that a crown or a medal takes the room of. */
const AWARD_LENGTH = 4;
/** Pictures of this width do not fill the narrowest column, even enlarged twice. In pixels. */
const TINY = 144;
/** Small pictures have a ground of 9 rem, which is half the narrowest column. */
const MIN_SMALL_RATIO = 0.5;
/** Letters of these scripts are twice as wide. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/gu;

/** How much room a meme's card takes. A crown or a medal stands before its caption. */
export function cardShapeOf({ image, caption }: Meme, awarded: boolean): CardShape {
  const shown = cardRatioOf(image) * Math.min(1, image.width / TINY);
  const ratio = isSmall(image) ? Math.max(shown, MIN_SMALL_RATIO) : shown;
  return { ratio: Math.max(1, Math.ceil(100 * ratio - 0.01)), lines: linesOf(caption, awarded) };
}

function linesOf(caption: string, awarded: boolean): number {
  if (caption === "") return awarded ? 1 : 0;
  const most = LINE_LENGTH - (awarded ? AWARD_LENGTH : 0);
  const lengths = caption.split("\n").map((line) => line.length + (line.match(WIDE)?.length ?? 0));
  const lines = lengths.map((length) => Math.max(1, Math.ceil(length / most)));
  return Math.min(
    MAX_LINES,
    lines.reduce((all, one) => all + one, 0),
  );
}
