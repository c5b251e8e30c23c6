import { solid } from "../pictures.ts";
import { filled, join, MB, type HostilePicture } from "./bytes.ts";

const START = "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf";
const EMPTY_BOX = "\0\0\0\x08free";

const honest = () => solid(64, 64, "#123").avif({ effort: 0 }).toBuffer();

/** Says that it is larger than it is. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await honest());
  const at = bytes.indexOf("ispe") + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

export const HOSTILE_AVIFS: HostilePicture[] = [
  { name: "AVIF of nothing", make: () => join(START, filled(1000, "\0")), expect: 400 },
  { name: "AVIF with two million boxes", make: () => join(START, filled(19 * MB, EMPTY_BOX)), expect: 400 },
  {
    name: "AVIF with two million boxes after it",
    make: async () => join(await honest(), filled(19 * MB, EMPTY_BOX)),
    expect: 400,
  },
  { name: "AVIF that claims a gigapixel", make: () => claiming(32_000, 32_000), expect: 400 },
  { name: "AVIF that claims more than it has", make: () => claiming(4000, 3000), expect: 400 },
  { name: "AVIF, cut off", make: async () => (await honest()).subarray(0, 250), expect: 400 },
  {
    name: "AVIF with a page behind it",
    make: async () => join(await honest(), "<script>alert(1)</script>"),
    expect: 201,
  },
];
