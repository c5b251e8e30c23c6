import { expect, test } from "bun:test";

import { failedFiles, slowestFiles } from "../../scripts/test-report.ts";
import { testFiles } from "../../scripts/test-files.ts";

test("the fast check leaves out the files that open a browser, and no others", () => {
  const { all, inBrowser } = testFiles();
  expect(all).toContain("test/rules/check.test.ts");
  expect(inBrowser).toContain("test/web/feed.test.ts"); // imports the browser itself
  expect(inBrowser).not.toContain("test/web/http.test.ts");
  expect(inBrowser).not.toContain("test/v1/memes.test.ts");
});

test("a report lists the slowest files first, each once, and those that failed", () => {
  const junit = `<testsuites name="bun test" tests="3" time="9">
    <testsuite name="test/a.test.ts" file="test/a.test.ts" tests="2" assertions="2" failures="0" skipped="0" time="1.5" hostname="h">
      <testsuite name="a part" file="test/a.test.ts" line="3" tests="1" assertions="1" failures="0" skipped="0" time="1" hostname="h">
        <testcase name="x" classname="a part" time="1" file="test/a.test.ts" line="4" assertions="1" />
    <testsuite name="test/b.test.ts" file="test/b.test.ts" tests="1" assertions="1" failures="1" skipped="0" time="7.25" hostname="h">`;
  expect(slowestFiles(junit)).toEqual([
    { file: "test/b.test.ts", failures: 1, seconds: 7.25 },
    { file: "test/a.test.ts", failures: 0, seconds: 1.5 },
  ]);
  expect(failedFiles(junit)).toEqual(["test/b.test.ts"]);
});
