import { rounded, type Group } from "./display-list.ts";
import { EMOJI_GRID, type EmojiShape } from "./emoji.ts";

/** A drawing in a square, perhaps with left and right exchanged. */
export function drawEmoji(
  shapes: readonly EmojiShape[],
  left: number,
  top: number,
  side: number,
  { mirrored = false, turn = "" } = {},
): Group {
  const scale = Math.round((side / EMOJI_GRID) * 1e5) / 1e5;
  const place = `translate(${rounded(mirrored ? left + side : left)} ${rounded(top)})`;
  return {
    kind: "group",
    transform: `${turn}${place} scale(${mirrored ? -scale : scale} ${scale})`,
    items: shapes.map((shape) => ({ kind: "path", ...shape })),
  };
}
