import { isAccent, paletteOf, parseAccent } from "../../core/site/accent.ts";
import { assetOf, type Asset } from "./assets.ts";
import type { Site } from "./frame.ts";

const PREFIX = "accent-";
/** The last one: a site has one accent at a time, and anybody can ask for others. */
let last: { accent: string; asset: Asset } | undefined;

/** Overrides what site.css makes of our own accent. No page may have styles of its own, so it is a file. */
export function accentSheet(accent: string): Asset {
  if (last?.accent !== accent) last = { accent, asset: assetOf(`${PREFIX}${accent.slice(1)}.css`, sheetOf(accent)) };
  return last.asset;
}

/** Addresses of the stylesheets of every page. */
export const sheetsOf = ({ asset, root, accent }: Site): string[] => [
  asset("site.css"),
  ...(accent === undefined ? [] : [`${root}/assets/${accentSheet(accent).file}`]),
];

/** It is made of its name alone. */
export function accentSheetNamed(name: string): Asset | undefined {
  const [, digits] = /^accent-([0-9a-f]{6})\.css$/.exec(name) ?? [];
  const accent = digits && parseAccent(digits);
  return accent && isAccent(accent) ? accentSheet(accent) : undefined;
}

function sheetOf(from: string): Uint8Array<ArrayBuffer> {
  const { accent, onAccent, hover, asleep, text, tint } = paletteOf(from);
  const values = {
    "--accent": accent,
    "--accent-hover": hover,
    "--accent-asleep": `light-dark(${asleep.light}, ${asleep.dark})`,
    "--on-accent": onAccent,
    "--accent-text": `light-dark(${text.light}, ${text.dark})`,
    "--tint": `light-dark(${tint.light}, ${tint.dark})`,
  };
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value};\n`);
  return new TextEncoder().encode(`:root {\n${lines.join("")}}\n`);
}
