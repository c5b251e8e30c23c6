import { expect, test } from "bun:test";
import { assert, integer, property } from "fast-check";
import { join } from "node:path";

import { cleanAccent, isAccent, nearestAccent, paletteOf, SURFACES } from "../../src/core/site/accent.ts";
import { contrast, distance } from "../../src/core/site/colours.ts";
import { ROOT } from "../world.ts";

const hexes = integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`);
const RUNS = { numRuns: 60 };

test("contrast is what WCAG says", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrast("#ff0000", "#ffffff")).toBeCloseTo(4, 1);
});

test("the surfaces are those of the stylesheet", async () => {
  const css = await Bun.file(join(ROOT, "public/css/tokens.css")).text();
  for (const [name, light] of Object.entries(SURFACES.light))
    expect(css).toContain(`--${name}: light-dark(${light}, ${SURFACES.dark[name as "paper"]});`);
});

test("whatever is asked for, the suggestion can be seen by day and by night, in the same hue", () => {
  assert(
    property(hexes, (hex) => {
      const near = nearestAccent(hex);
      expect(isAccent(near), hex).toBe(true);
      expect(cleanAccent(near)).toBe(near);
      if (isAccent(hex)) expect(distance(hex, near)).toBeLessThan(0.02);
    }),
    RUNS,
  );
});

test("everything that is made of an accent is legible in both schemes", () => {
  const TEXTS = { light: ["#221a12", "#665848"], dark: ["#f6eee2", "#b9aa98"] };
  assert(
    property(hexes.map(nearestAccent), (accent) => {
      const { onAccent, hover, asleep, text, tint } = paletteOf(accent);
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onAccent, hover)).toBeGreaterThanOrEqual(4.5);
      for (const scheme of ["light", "dark"] as const) {
        const { paper, card, well } = SURFACES[scheme];
        for (const below of [paper, card, well, tint[scheme]])
          expect(contrast(text[scheme], below), `${accent} ${scheme}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(onAccent, asleep[scheme])).toBeGreaterThanOrEqual(3);
        for (const above of TEXTS[scheme]) expect(contrast(above, tint[scheme])).toBeGreaterThanOrEqual(4.5);
      }
    }),
    RUNS,
  );
});

test("a colour that is hard to see is refused, with the nearest that is not", () => {
  expect(() => cleanAccent("#ffff00")).toThrow(
    "#ffff00 is hard to see on a light page: its contrast is 1.0, and at least 3 is needed. The nearest colour that works is #8d8d02.",
  );
  expect(() => cleanAccent("#112244")).toThrow("hard to see on a dark page");
  expect(() => cleanAccent("blue")).toThrow("Write the colour as # and six digits, such as #2f6fde.");
  expect(cleanAccent(" #2F6FDE ")).toBe("#2f6fde");
  expect(cleanAccent("2f6fde")).toBe("#2f6fde");
  expect([cleanAccent(""), cleanAccent("#FF8A4C")]).toEqual([undefined, undefined]);
});
