import { Glob } from "bun";
import { expect, test } from "bun:test";

/** A message in a script begins with a capital and has a space. Internal errors that are caught nearby do not count. */
const SENTENCE = /(?<!new Error\()(["`])[A-Z](?:(?!\1).)* (?:(?!\1).)*\1/g;

const sentencesIn = (source: string) =>
  source
    .replaceAll("Authorization: ", "")
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*|`\$\{[^}]*\}`/g, "")
    .match(SENTENCE) ?? [];

test("no script has a sentence of its own", async () => {
  const found: Record<string, string[]> = {};
  for await (const file of new Glob("src/browser/*.ts").scan()) {
    const sentences = sentencesIn(await Bun.file(file).text());
    if (sentences.length > 0) found[file] = sentences;
  }
  expect(found).toEqual({});
});

test("no script shows the message of an error, which may be the engine's own; post.ts knows which are ours", async () => {
  for await (const file of new Glob("src/browser/*.ts").scan())
    if (!file.endsWith("/post.ts"))
      expect([file, await Bun.file(file).text()]).toEqual([
        file,
        expect.not.stringMatching(/\.message\b|String\(error|\$\{error/),
      ]);
});

test("one would be found", () => {
  expect(sentencesIn('say("Hello there")')).toEqual(['"Hello there"']);
  expect(sentencesIn("x = `Rated ${n} out of 5.`")).toEqual(["`Rated ${n} out of 5.`"]);
  expect(sentencesIn('// "Hello there"\nthrow new Error("No page.")')).toEqual([]);
});
