// What the starter pictures share: one palette, one thick outline, one way to write. SVG text in, SVG text out.

export const INK = "#1d1b38";
export const CREAM = "#fff3dc";
export const CORAL = "#ff6b5b";
export const SUN = "#ffc63d";
export const TEAL = "#27b7a8";
export const SKY = "#8ed4f5";
export const PLUM = "#6b4fa0";
export const NIGHT = "#3a2f6b";
export const MINT = "#bfeed3";
export const PINK = "#ffb0c4";
export const SLATE = "#8a90b5";
export const WHITE = "#ffffff";
export const SKIN = "#f3b98b";
export const BROWN = "#a8663f";

export type Scene = { width: number; height: number; svg: string };

/** Everything inside is outlined in ink unless it says otherwise. */
export function scene(width: number, height: number, ground: string, body: string): Scene {
  const outline = `stroke="${INK}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${ground}"/><g ${outline}>${body}</g></svg>`;
  return { width, height, svg };
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

type Lettering = { fill?: string; edge?: number; anchor?: "start" | "middle" | "end"; mono?: boolean; turn?: number };

/** One line of text. The outline is drawn first, so that it never eats into the letters. */
export function words(x: number, y: number, size: number, text: string, how: Lettering = {}): string {
  const { fill = WHITE, edge = Math.round(size / 6), anchor = "middle", mono = false, turn = 0 } = how;
  const font = mono ? `font-family="JetBrains Mono" font-weight="700"` : `font-family="Bebas Neue" font-weight="700"`;
  return `<text x="${x}" y="${y}" ${font} font-size="${size}" letter-spacing="${mono ? 0 : size / 50}" text-anchor="${anchor}"
    fill="${fill}" stroke-width="${edge}" ${edge ? "" : `stroke="none"`} paint-order="stroke" transform="rotate(${turn} ${x} ${y})">${escape(text)}</text>`;
}

/** Small print: no outline, ink on whatever is below. */
export const print = (x: number, y: number, size: number, text: string, how: Lettering = {}) =>
  words(x, y, size, text, { fill: INK, edge: 0, ...how });

/** An arm, a leg, a cable: a fat line in colour on a fatter one in ink. */
export const limb = (path: string, color: string, width: number) =>
  `<path d="${path}" fill="none" stroke-width="${width + 12}"/><path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`;

/** `look` is where the pupil goes, from -1 to 1 on each axis. */
export function eye(x: number, y: number, r: number, lookX = 0, lookY = 0, pupil = 0.5): string {
  const [px, py] = [x + lookX * r * 0.4, y + lookY * r * 0.4];
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${WHITE}" stroke-width="5"/>
    <circle cx="${px}" cy="${py}" r="${r * pupil}" fill="${INK}" stroke="none"/>
    <circle cx="${px + r * 0.16}" cy="${py - r * 0.18}" r="${r * 0.16}" fill="${WHITE}" stroke="none"/>`;
}

export const eyes = (x: number, y: number, gap: number, r: number, lookX = 0, lookY = 0, pupil = 0.5) =>
  eye(x - gap / 2, y, r, lookX, lookY, pupil) + eye(x + gap / 2, y, r, lookX, lookY, pupil);

export const box = (x: number, y: number, w: number, h: number, fill: string, round = 12, more = "") =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" fill="${fill}" ${more}/>`;

export const dot = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;

export const shape = (path: string, fill: string, more = "") => `<path d="${path}" fill="${fill}" ${more}/>`;

export const line = (path: string, width = 6, color = INK) =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`;

export const group = (transform: string, body: string) => `<g transform="${transform}">${body}</g>`;

export const shadow = (x: number, y: number, rx: number, ry = rx / 7) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${INK}" fill-opacity="0.22" stroke="none"/>`;

/** Rays from a point, for drama. */
export function rays(x: number, y: number, count: number, color: string, reach = 1200): string {
  const step = (2 * Math.PI) / count;
  const at = (angle: number) => `${Math.round(x + reach * Math.cos(angle))} ${Math.round(y + reach * Math.sin(angle))}`;
  return Array.from({ length: count }, (_, i) =>
    shape(`M${x} ${y}L${at(i * step)}L${at((i + 0.5) * step)}Z`, color, `stroke="none"`),
  ).join("");
}

export const sweat = (x: number, y: number, size = 1) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    shape("M0 -22C10 -6 13 0 13 8A13 13 0 0 1 -13 8C-13 0 -10 -6 0 -22Z", SKY, `stroke-width="4"`),
  );

export const cloud = (x: number, y: number, size: number, fill = WHITE) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    shape("M-70 30a32 32 0 0 1 4 -62a46 46 0 0 1 84 -14a36 36 0 0 1 48 34a22 22 0 0 1 6 42Z", fill, `stroke="none"`),
  );

/** A speech bubble; the tail ends at (tipX, tipY). */
export function bubble(x: number, y: number, w: number, h: number, tipX: number, tipY: number): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const [dx, dy] = [tipX - cx, tipY - cy];
  const long = Math.hypot(dx, dy);
  const [nx, ny] = [(-dy / long) * 24, (dx / long) * 24];
  const tail = `M${cx + nx} ${cy + ny}L${tipX} ${tipY}L${cx - nx} ${cy - ny}Z`;
  const both = (more: string) => shape(tail, WHITE, more) + box(x, y, w, h, WHITE, 28, more);
  return both(`stroke-width="12"`) + both(`stroke="none"`);
}
