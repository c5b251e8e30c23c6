import { expect, test } from "bun:test";
import { LAUNCH_TIMEOUT, launchChromium } from "./chromium.ts";

const PAGE = "data:text/html,<body style='font: 40px sans-serif'><span>MMMM</span><br><span>iiii</span>";
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

test(
  "the browser runs scripts, draws letters and takes pictures",
  async () => {
    await using browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(PAGE);
    expect(await page.evaluate(() => document.body.innerText)).toBe("MMMM\niiii");
    // Without a font, every letter is the same empty box.
    const [wide = 0, narrow = 0] = await page.evaluate(() =>
      Array.from(document.querySelectorAll("span"), (span) => span.offsetWidth),
    );
    expect(wide).toBeGreaterThan(narrow * 2);
    const picture = await page.screenshot();
    expect([...picture.subarray(0, PNG.length)]).toEqual(PNG);
    expect(picture.length).toBeGreaterThan(PNG.length);
  },
  LAUNCH_TIMEOUT,
);
