import { crc32 } from "node:zlib";

import { DEFAULT_ACCENT, isAccent, parseAccent } from "../../core/site/accent.ts";
import { rgbOf } from "../../core/site/colours.ts";
import { assetOf, type Asset } from "./assets.ts";
import { chunksOf, SHARES, type PngChunk } from "./png-chunks.ts";

/** Of the last accent: a site has one at a time, and anybody can ask for others. */
let last: { accent: string; icons: Map<string, Asset> } | undefined;

/** One of our icons, with this accent in place of ours. */
export function tintedIcon(icon: Asset, accent: string): Asset {
  if (last?.accent !== accent) last = { accent, icons: new Map() };
  return last.icons.getOrInsertComputed(icon.name, () =>
    assetOf(icon.name.replace(".", `-${accent.slice(1)}.`), tint(icon, accent)),
  );
}

/** It is made of its name alone. */
export function tintedIconNamed(find: (name: string) => Asset | undefined, name: string): Asset | undefined {
  const [, base, digits, extension] = /^([\w-]*icon[\w-]*)-([0-9a-f]{6})(\.\w+)$/.exec(name) ?? [];
  const accent = digits && parseAccent(digits);
  const icon = accent && isAccent(accent) ? find(base! + extension!) : undefined;
  return icon && tintedIcon(icon, accent!);
}

const tint = ({ type, bytes }: Asset, accent: string): Uint8Array<ArrayBuffer> =>
  type.startsWith("image/svg")
    ? new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(DEFAULT_ACCENT, accent))
    : repaint(new Uint8Array(bytes), accent);

/** Only palettes change, so every offset stays where it is. */
function repaint(file: Uint8Array<ArrayBuffer>, accent: string): Uint8Array<ArrayBuffer> {
  const [from, to] = [rgbOf(DEFAULT_ACCENT), rgbOf(accent)];
  let palette: PngChunk | undefined;
  for (const chunk of chunksOf(file)) {
    if (chunk.type === "PLTE") palette = chunk;
    if (chunk.type !== SHARES || !palette) continue;
    const { data, body, sum } = palette;
    for (let at = 0; at < data.length; at++) {
      const [share, part] = [chunk.data[Math.floor(at / 3)]!, at % 3];
      data[at] = Math.min(255, Math.max(0, Math.round(data[at]! + share * (to[part]! - from[part]!))));
    }
    Buffer.from(sum.buffer, sum.byteOffset).writeUInt32BE(crc32(body));
  }
  return file;
}
