import { expect, test } from "bun:test";

import { storeMessage, loadMessage } from "../../src/words/stored-message.ts";
import { message } from "../../src/words/messages.ts";
import { wordsIn } from "../../src/words/words.ts";

const german = (text: string) => wordsIn("de").translate(loadMessage(text));

test("a stored message is shown in the reader's language", () => {
  const hidden = storeMessage(
    message("moderation.told-hidden", { caption: message("meme.nameless"), reason: "{caption} \u0001 “x”" }),
  );
  expect(wordsIn("en").translate(loadMessage(hidden))).toBe(
    "Staff have hidden your meme “A meme without a caption”. Reason: {caption} \u0001 “x”",
  );
  expect(german(hidden)).toStartWith("Das Team hat dein Meme");
  const pro = storeMessage(message("pro.notice-granted", { date: { day: Date.UTC(2027, 4, 14) } }));
  expect(german(pro)).toContain("14. Mai 2027");
});

test("people's texts are shown as they are, and unknown messages in English", () => {
  for (const text of ["", "Hello", '{"key":"pro.notice-ended","values":{}}']) expect(german(text)).toBe(text);
  const gone = storeMessage(message("pro.notice-ended")).replace("pro.notice-ended", "pro.notice-of-old");
  expect(german(gone)).toBe(wordsIn("en").say("pro.notice-ended"));
});
