import { expect, test } from "bun:test";
import sharp from "sharp";

import { drawOwnSvg } from "../../src/images/own-svg.ts";

const svgOf = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`;

test("drawings that overlap do not close the loader for each other, and the last one closes it", async () => {
  // More than the image library draws at once: some begin when others have ended.
  const drawn = await Promise.all(Array.from({ length: 20 }, (_, i) => drawOwnSvg(svgOf(10 + i))));
  expect(drawn.map(({ info }) => info.width)).toEqual(Array.from({ length: 20 }, (_, i) => 10 + i));
  await expect(drawOwnSvg("no drawing")).rejects.toThrow();
  await expect(sharp(Buffer.from(svgOf(10))).toBuffer()).rejects.toThrow("unsupported image format");
});
