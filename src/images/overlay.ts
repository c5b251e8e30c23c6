import type { DisplayList, Rect } from "../compose/display-list.ts";
import { printSvg } from "../compose/print.ts";
import { stripsOf } from "../compose/strips.ts";
import type { Pixels } from "./decode.ts";
import { drawOwnSvg } from "./own-svg.ts";

/** Something to lay over a picture. */
interface Patch {
  left: number;
  top: number;
  pixels: Pixels;
}

/** A display list as pixels. */
export class Overlay {
  private constructor(private patches: readonly Patch[]) {}

  static async draw(list: DisplayList): Promise<Overlay> {
    const patches: Patch[] = [];
    for (const strip of stripsOf(list))
      patches.push({ left: strip.left, top: strip.top, pixels: await drawOwnSvg(printSvg(list, strip)) });
    return new Overlay(patches);
  }

  /** Over each frame of this height. libvips would take the whole picture apart to change a strip of it. */
  layOver(base: Pixels, height = base.info.height): void {
    for (let top = 0; top < base.info.height; top += height)
      for (const patch of this.patches) blend(base, { ...patch, top: top + patch.top });
  }
}

/** Onto three opaque channels. */
function blend(base: Pixels, { left, top, pixels: { data: ink, info } }: Patch) {
  const { data, info: under } = base;
  for (let y = 0; y < info.height; y++) {
    let to = ((top + y) * under.width + left) * 3;
    for (let from = y * info.width * 4, end = from + info.width * 4; from < end; from += 4, to += 3) {
      const alpha = ink[from + 3]!;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const below = data[to + channel]!;
        data[to + channel] = below + Math.round(((ink[from + channel]! - below) * alpha) / 255);
      }
    }
  }
}

/** A picture into a part of another, both of three channels. */
export function paste(into: Pixels, picture: Pixels, { left, top }: Rect): void {
  const row = picture.info.width * 3;
  for (let y = 0; y < picture.info.height; y++)
    picture.data.copy(into.data, ((top + y) * into.info.width + left) * 3, y * row, (y + 1) * row);
}

export function plain(width: number, height: number, color: string): Pixels {
  const data = Buffer.alloc(width * height * 3, Buffer.from(color.slice(1), "hex"));
  return { data, info: { width, height, channels: 3 } };
}
