/** Seconds per test file in a JUnit report, the slowest first. */
export function slowestFiles(junit: string): { file: string; seconds: number }[] {
  // Top-level suites are files. Nested ones are `describe` blocks, and have a line attribute.
  const suites = junit.matchAll(/<testsuite name="[^"]*" file="([^"]*)" tests="\d+"[^>]*? time="([\d.]+)"/g);
  return [...suites]
    .map(([, file = "", seconds]) => ({ file, seconds: Number(seconds) }))
    .sort((one, other) => other.seconds - one.seconds);
}
