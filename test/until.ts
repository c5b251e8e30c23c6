/** Waits for something to happen: long enough for a slow machine, and not a moment longer than it takes. */
export async function until(holds: () => boolean | Promise<boolean>, what = "What was waited for"): Promise<void> {
  const end = performance.now() + 180_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not happen within three minutes.`);
    await Bun.sleep(20);
  }
}
