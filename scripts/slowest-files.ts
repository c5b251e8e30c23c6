/** Seconds per test file in a JUnit report, the slowest first. */
export function slowestFiles(junit: string): { file: string; seconds: number }[] {
  // A suite of the first level is a file: the suites in it are its `describe` blocks, and have a line.
  const suites = junit.matchAll(/<testsuite name="[^"]*" file="([^"]*)" tests="\d+"[^>]*? time="([\d.]+)"/g);
  return [...suites]
    .map(([, file = "", seconds]) => ({ file, seconds: Number(seconds) }))
    .sort((one, other) => other.seconds - one.seconds);
}
