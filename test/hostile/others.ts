import { deflateSync } from "node:zlib";

import { filled, join, MB, type HostilePicture } from "./bytes.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** Files that are no picture we accept. */
export const HOSTILE_OTHERS: HostilePicture[] = [
  { name: "SVG", make: () => join(SVG), expect: 400 },
  { name: "SVG, packed", make: () => Bun.gzipSync(SVG), expect: 400 },
  { name: "a page", make: () => join("<!doctype html><script>alert(1)</script>"), expect: 400 },
  { name: "PDF", make: () => join("%PDF-1.7\n", deflateSync(Buffer.alloc(1000))), expect: 400 },
  { name: "TIFF", make: () => join("II*\0\x08\0\0\0", filled(1000, "\0")), expect: 400 },
  { name: "HEIC", make: () => join("\0\0\0\x18ftypheic\0\0\0\0mif1heic", filled(1000, "\0")), expect: 400 },
  { name: "BMP", make: () => join("BM", filled(1000, "\0")), expect: 400 },
  { name: "MVG", make: () => join("push graphic-context\nfill 'url(https://localhost/)'"), expect: 400 },
  { name: "an empty file", make: () => Buffer.alloc(0), expect: 400 },
  { name: "21 MB", make: () => join("\x89PNG\r\n\x1a\n", filled(21 * MB, "\0")), expect: 400 },
  { name: "20 MB of nothing", make: () => filled(20 * MB - 100, "\0"), expect: 400 },
];
