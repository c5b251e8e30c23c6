interface Reported {
  file: string;
  failures: number;
  seconds: number;
}

/** The test files in a JUnit report. */
function filesIn(junit: string): Reported[] {
  // Top-level suites are files. Nested ones are `describe` blocks, and have a line attribute.
  const suites = junit.matchAll(
    /<testsuite name="[^"]*" file="([^"]*)" tests="\d+"[^>]*? failures="(\d+)"[^>]*? time="([\d.]+)"/g,
  );
  return [...suites].map(([, file = "", failures, seconds]) => ({
    file,
    failures: Number(failures),
    seconds: Number(seconds),
  }));
}

/** Seconds per test file, the slowest first. */
export const slowestFiles = (junit: string) => filesIn(junit).sort((one, other) => other.seconds - one.seconds);

export const failedFiles = (junit: string) =>
  filesIn(junit).flatMap(({ file, failures }) => (failures > 0 ? [file] : []));
