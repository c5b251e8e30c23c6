// Who appears in the templates, and how they feel.
import {
  BROWN,
  CORAL,
  INK,
  NIGHT,
  SKIN,
  SUN,
  TEAL,
  WHITE,
  dot,
  eyes,
  group,
  line,
  shape,
} from "../draw-starter/parts.ts";

export const GINGER = "#f59b42";
export const DARK_GINGER = "#c9702a";
export const WOOD = "#c98a4b";
export const DARK_WOOD = "#8a5a3c";
export const GRASS = "#7ccf8a";
export const LEAF = "#49b86e";
export const SEA = "#3d8fc9";
export const FLAT = `stroke="none"`;

export type Mood = "glad" | "flat" | "shocked" | "sad" | "smug" | "worried" | "grin";

export function mouth(mood: Mood, x: number, y: number, w = 44): string {
  const [left, right] = [x - w / 2, x + w / 2];
  switch (mood) {
    case "glad":
      return line(`M${left} ${y}Q${x} ${y + w * 0.6} ${right} ${y}`, 7);
    case "flat":
      return line(`M${left} ${y + 4}H${right}`, 7);
    case "shocked":
      return oval(x, y + 6, w * 0.3, w * 0.38, INK, FLAT);
    case "sad":
      return line(`M${left} ${y + w * 0.3}Q${x} ${y - w * 0.2} ${right} ${y + w * 0.3}`, 7);
    case "smug":
      return line(`M${left} ${y + 6}Q${x + w * 0.2} ${y + w * 0.4} ${right} ${y - 8}M${right - 8} ${y - 14}l14 10`, 7);
    case "worried":
      return line(`M${left} ${y + 6}q${w / 4} ${-w / 4} ${w / 2} 0t${w / 2} 0`, 7);
    case "grin":
      return (
        shape(
          `M${left} ${y - 4}H${right}Q${right - 4} ${y + w * 0.6} ${x} ${y + w * 0.6}Q${left + 4} ${y + w * 0.6} ${left} ${y - 4}Z`,
          INK,
        ) + shape(`M${left + 4} ${y - 2}H${right - 4}V${y + w * 0.14}H${left + 4}Z`, WHITE, FLAT)
      );
  }
}

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = "") =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

/** Upper lids over `eyes` of the same place and size. */
export const lids = (x: number, y: number, gap: number, r: number, fill: string, low = 0) =>
  [x - gap / 2, x + gap / 2]
    .map((at) =>
      shape(
        `M${at - r} ${y + low}${low ? `Q${at - r} ${y - r} ${at} ${y - r}T${at + r} ${y + low}` : `a${r} ${r} 0 0 1 ${2 * r} 0`}Z`,
        fill,
        `stroke-width="5"`,
      ),
    )
    .join("");

export const brows = (x: number, y: number, gap: number, tilt: number, w = 34) =>
  line(
    `M${x - gap / 2 - w / 2} ${y - tilt}L${x - gap / 2 + w / 2} ${y + tilt}M${x + gap / 2 + w / 2} ${y - tilt}L${x + gap / 2 - w / 2} ${y + tilt}`,
    9,
  );

type Look = { x?: number; y?: number; pupil?: number };
export type Person = {
  skin?: string;
  shirt?: string;
  hair?: string;
  mood?: Mood;
  look?: Look;
  cut?: "short" | "bob" | "bald";
};

const CUTS = {
  short:
    "M-64 4C-78 -62 -40 -82 0 -80C42 -84 78 -58 64 4C56 -18 48 -34 32 -38C4 -24 -28 -28 -40 -34C-52 -24 -56 -12 -64 4Z",
  bob: "M-70 52C-96 -60 -48 -86 0 -84C48 -86 96 -60 70 52C58 58 50 50 50 30C56 -10 40 -36 26 -40C0 -22 -30 -24 -44 -32C-54 -10 -52 8 -50 30C-50 50 -58 58 -70 52Z",
  bald: "M-62 6C-80 -6 -76 -30 -62 -34C-58 -20 -58 -8 -62 6ZM62 6C80 -6 76 -30 62 -34C58 -20 58 -8 62 6Z",
};

/** Head and shoulders; the head is around (0, 0), the shirt ends 200 below. */
export function bust(x: number, y: number, size: number, who: Person = {}): string {
  const { skin = SKIN, shirt = TEAL, hair = BROWN } = who;
  return group(
    `translate(${x} ${y}) scale(${size})`,
    shape("M-104 200C-108 110 -72 78 0 78C72 78 108 110 104 200Z", shirt) +
      shape("M-22 50V86Q0 108 22 86V50Z", skin) +
      head(0, 0, 1, { ...who, skin, hair }),
  );
}

export function head(x: number, y: number, size: number, who: Person = {}): string {
  const { skin = SKIN, hair = BROWN, mood = "flat", look = {}, cut = "short" } = who;
  const pupil = look.pupil ?? (mood === "shocked" ? 0.36 : 0.48);
  return group(
    `translate(${x} ${y}) scale(${size})`,
    oval(0, 0, 64, 66, skin) +
      shape(CUTS[cut], hair) +
      eyes(0, 2, 52, 20, look.x ?? 0, look.y ?? 0, pupil) +
      (mood === "smug" ? lids(0, 2, 52, 20, skin) : "") +
      (mood === "worried" || mood === "sad" ? line("M-42 -26q14 -12 28 -10M42 -26q-14 -12 -28 -10", 6) : "") +
      mouth(mood, 0, 38, mood === "grin" ? 56 : 40),
  );
}

/** A rubber duck that looks right; its middle is at (0, 0), and it is 220 wide. */
export const duck = (x: number, y: number, size: number, more = "") =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    shape(
      "M-110 10C-96 -8 -84 -4 -66 -2C-30 -4 -10 -20 -14 -44C-22 -100 80 -104 74 -34C72 -8 60 4 74 30C92 78 50 100 -10 100C-80 100 -112 60 -110 10Z",
      SUN,
    ) +
      shape("M-62 40C-40 20 0 24 16 36C10 72 -44 78 -62 40Z", "#f0ad1f", `stroke-width="5"`) +
      shape("M66 -58C92 -56 112 -50 114 -42C104 -26 84 -24 66 -28Z", CORAL) +
      dot(40, -60, 12, WHITE, `stroke-width="4"`) +
      dot(44, -60, 6, INK, FLAT) +
      more,
  );

/** A white bird from the side, looking right; its feet are at (0, 0). */
export const goose = (x: number, y: number, size: number, neck: string, headAt: [number, number], face: string) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    line("M-34 -50V-4h26M20 -50V-4h26", 10, INK) +
      line("M-34 -50V-6M20 -50V-6", 4, "#f28c28") +
      `<path d="${neck}" fill="none" stroke-width="56"/>` +
      shape(
        "M-170 -150C-120 -130 -110 -190 -20 -190C70 -190 100 -150 92 -100C84 -50 30 -34 -20 -36C-90 -36 -140 -80 -170 -150Z",
        WHITE,
      ) +
      `<path d="${neck}" fill="none" stroke="${WHITE}" stroke-width="44"/>` +
      group(`translate(${headAt[0]} ${headAt[1]})`, face),
  );

/** Four points, drawn in. */
export const star = (x: number, y: number, r: number, color = WHITE) =>
  shape(
    `M${x} ${y - r}Q${x + r * 0.15} ${y - r * 0.15} ${x + r} ${y}Q${x + r * 0.15} ${y + r * 0.15} ${x} ${y + r}Q${x - r * 0.15} ${y + r * 0.15} ${x - r} ${y}Q${x - r * 0.15} ${y - r * 0.15} ${x} ${y - r}Z`,
    color,
    FLAT,
  );

/** From the front; its beak is at (0, 0). */
export const penguin = (x: number, y: number, size: number, more: string) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    shape("M-60 196h44v16h-56ZM16 196h44l12 16h-56Z", "#f28c28") +
      shape("M-90 110C-90 -40 -60 -90 0 -90C60 -90 90 -40 90 110C90 180 60 204 0 204C-60 204 -90 180 -90 110Z", NIGHT) +
      shape(
        "M-58 120C-62 40 -70 -20 -30 -30C-14 -32 -6 -20 0 -12C6 -20 14 -32 30 -30C70 -20 62 40 58 120C54 170 30 186 0 186C-30 186 -54 170 -58 120Z",
        WHITE,
        FLAT,
      ) +
      more,
  );
