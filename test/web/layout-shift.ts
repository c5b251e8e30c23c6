import type { Page } from "playwright-core";

/** Something that moved by itself. */
export interface Shift {
  /** As the browser counts it. */
  value: number;
  moved: string[];
  /** A busy browser shows half a page, and half a row of it. This moved while the rest arrived. */
  early: boolean;
}

const STEPS = 12;
const STEP_PIXELS = 700;

/** Everything that moves while a page loads, when its pictures arrive late, and while somebody scrolls down. */
export async function shiftsOn(page: Page, path: string): Promise<Shift[]> {
  const release = await holdPictures(page);
  await page.addInitScript(watchShifts);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => customElements.get("meme-feed"));
  await settle(page);
  release();
  await settle(page, true);
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, STEP_PIXELS);
    await settle(page, true);
  }
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

/** Memes and avatars wait until the returned function is called. */
async function holdPictures(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/[ia]\/\d/, async (route) => {
    await promise;
    // The page may be gone.
    await route.continue().catch(() => {});
  });
  return resolve;
}

function watchShifts() {
  // Reports of CLS round to this.
  const visible = 0.001;
  const isEarly = (at: number) => {
    const [{ domInteractive }] = performance.getEntriesByType("navigation") as [PerformanceNavigationTiming];
    return domInteractive === 0 || at < domInteractive;
  };
  const shifts: Shift[] = ((window as unknown as { shifts: Shift[] }).shifts = []);
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.getAttribute("class") ?? ""}` : String(node?.nodeName);
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as unknown as {
      value: number;
      startTime: number;
      sources: { node: Node | null }[];
    }[])
      if (value >= visible)
        shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)), early: isEarly(startTime) });
  }).observe({ type: "layout-shift", buffered: true });
}

/** Two frames pass, and the pictures in sight arrive, unless they are held. */
const settle = (page: Page, withPictures = false) =>
  page.evaluate(async (withPictures) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isMissing = (picture: HTMLImageElement) => {
      const { top, bottom } = picture.getBoundingClientRect();
      return !picture.complete && bottom > 0 && top < innerHeight;
    };
    const waits = () => withPictures && [...document.images].some(isMissing);
    for (let i = 0; i < 2; i++) await frame();
    while (waits()) await frame();
    for (let i = 0; i < 2; i++) await frame();
  }, withPictures);
