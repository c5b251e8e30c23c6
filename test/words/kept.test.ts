import { expect, test } from "bun:test";

import { kept, recalled } from "../../src/words/kept.ts";
import { said } from "../../src/words/messages.ts";
import { wordsIn } from "../../src/words/words.ts";

const german = (text: string) => wordsIn("de").tell(recalled(text));

test("a sentence that is kept is told in the language of whoever reads it", () => {
  const hidden = kept(
    said("moderation.told-hidden", { caption: said("meme.nameless"), reason: "{caption} \u0001 “x”" }),
  );
  expect(wordsIn("en").tell(recalled(hidden))).toBe(
    "Staff has hidden your meme “A meme without words”. The reason given: {caption} \u0001 “x”",
  );
  expect(german(hidden)).toStartWith("Das Team hat dein Meme");
  const pro = kept(said("pro.notice-granted", { date: { day: Date.UTC(2027, 4, 14) } }));
  expect(german(pro)).toContain("14. Mai 2027");
});

test("a text of somebody is told as it is, and a message that is gone in English", () => {
  for (const text of ["", "Hello", '{"key":"pro.notice-ended","values":{}}']) expect(german(text)).toBe(text);
  const gone = kept(said("pro.notice-ended")).replace("pro.notice-ended", "pro.notice-of-old");
  expect(german(gone)).toBe(wordsIn("en").say("pro.notice-ended"));
});
