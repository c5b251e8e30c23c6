import { decodeStill, fromPixels, toPixels, type Pixels } from "./decode.ts";
import { LOGO_ICONS, type LogoIcon } from "./logo-icons.ts";

interface Shape {
  size: number;
  /** How much of the width the logo may take. */
  part: number;
  /** Always on a ground that reaches the edges: launchers cut their own shape out of it. */
  full: boolean;
}

const SHAPES: Record<LogoIcon, Shape> = {
  48: { size: 48, part: 1, full: false },
  180: { size: 180, part: 0.78, full: true },
  192: { size: 192, part: 1, full: false },
  512: { size: 512, part: 1, full: false },
  // A launcher may cut away everything outside a circle of four fifths; this square fits into it.
  maskable: { size: 512, part: 0.56, full: true },
};
/** On a ground of its own, a logo needs some air. */
const INSIDE = 0.84;

type Rgb = [red: number, green: number, blue: number];
const PAPER: Rgb = [0xfb, 0xf6, 0xec];
const NIGHT: Rgb = [0x17, 0x13, 0x10];
/** Mean lightness, from 0 to 255: what is lighter cannot be seen on a light page, what is darker not on a dark one. */
const LIGHT = 190;
const DARK = 60;
/** Corners that differ by no more look the same: pictures are seldom exact. */
const SAME = 24;
const OPAQUE = 250;

/** Square icons of a logo. Runs only in a worker process. */
export async function renderIcons(logo: Uint8Array): Promise<Uint8Array[]> {
  const { size } = SHAPES[512];
  const box = { width: size, height: size, fit: "inside", withoutEnlargement: true } as const;
  const whole = await toPixels(decodeStill(logo).ensureAlpha().resize(box));
  // The library cuts no edges off anything smaller.
  const isTiny = Math.min(whole.info.width, whole.info.height) < 3;
  const mark = isTiny ? whole : await toPixels(decodeStill(logo).ensureAlpha().trim({ threshold: SAME }).resize(box));
  const [own, lightness] = [ownGround(whole), lightnessOf(mark)];
  const ground = {
    color: own ?? (lightness > LIGHT ? NIGHT : PAPER),
    always: own !== undefined || lightness > LIGHT || lightness < DARK,
  };
  return Promise.all(LOGO_ICONS.map((icon) => iconOf(mark, SHAPES[icon], ground)));
}

/** The colour of its corners, if it has a background. */
function ownGround({ data, info: { width, height } }: Pixels): Rgb | undefined {
  const last = 4 * (width * height - 1);
  const corners = [0, 4 * (width - 1), last - 4 * (width - 1), last].map((at) => [...data.subarray(at, at + 4)]);
  const [first] = corners as [number[]];
  const isSame = corners.every((one) => one.every((part, i) => Math.abs(part - first[i]!) <= SAME));
  return isSame && first[3]! >= OPAQUE ? (first.slice(0, 3) as Rgb) : undefined;
}

/** Mean of what can be seen of it. */
function lightnessOf({ data }: Pixels): number {
  let [sum, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    sum += alpha * (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
    weight += alpha;
  }
  return sum / weight;
}

interface Ground {
  color: Rgb;
  /** Behind all icons, because the logo cannot be seen everywhere without it. */
  always: boolean;
}

function iconOf(mark: Pixels, { size, part, full }: Shape, { color, always }: Ground): Promise<Uint8Array> {
  const inner = Math.round(size * (always ? Math.min(part, INSIDE) : part));
  const [before, after] = [Math.floor((size - inner) / 2), Math.ceil((size - inner) / 2)];
  const [r, g, b] = color;
  const background = { r, g, b, alpha: full || always ? 1 : 0 };
  const square = fromPixels(mark)
    .resize({ width: inner, height: inner, fit: "contain", background })
    .extend({ top: before, bottom: after, left: before, right: after, background });
  return (background.alpha ? square.flatten({ background }) : square).png({ palette: true, effort: 7 }).toBuffer();
}
