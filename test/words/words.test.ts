import { describe, expect, test } from "bun:test";
import { z } from "zod";

import { DomainError } from "../../src/errors.ts";
import { issueMessage, schemaMessage } from "../../src/http/schema-message.ts";
import { message } from "../../src/words/messages.ts";
import { localeIn, preferredLanguage } from "../../src/words/languages.ts";
import { wordsIn } from "../../src/words/words.ts";

const [en, de] = [wordsIn("en"), wordsIn("de")];

describe("words", () => {
  test("are in the language, with values inserted", () => {
    expect(en.say("site.your-account", { name: "ann" })).toBe("Your account, ann");
    expect(de.say("site.your-account", { name: "ann" })).toBe("Dein Konto, ann");
  });

  test("depend on numbers, which are formatted for people", () => {
    expect([0, 1, 2, 1234].map((n) => en.count("parts.ratings", n))).toEqual([
      "0 ratings",
      "1 rating",
      "2 ratings",
      "1,234 ratings",
    ]);
    expect(de.count("parts.ratings", 1)).toBe("1 Bewertung");
    expect(de.count("parts.ratings", 1234)).toBe("1.234 Bewertungen");
    expect(de.say("docs.at-most", { most: 10_000 })).toBe("höchstens 10.000");
  });

  test("pass on the text between tags", () => {
    const link = (inner: string) => ({ inner });
    expect(en.rich("meme.sign-in-to-say", { link })).toEqual(["", { inner: "Sign in" }, " to comment."]);
    const told = en.rich("translate.suggested-by", { name: "ann", ago: "just now", link });
    expect(told).toEqual(["Suggested by ", { inner: "ann" }, ", just now"]);
  });

  test("can be nested, in the same language", () => {
    const sentence = message("error.text-empty", { what: message("noun.caption") });
    expect(en.translate(sentence)).toBe("The caption can't be empty.");
    expect(de.translate(sentence)).toStartWith("Beschriftung: ");
    expect(de.translate("as it is")).toBe("as it is");
  });

  test("tell times", () => {
    const now = Date.UTC(2027, 1, 3, 12);
    expect(en.ago(now - 5 * 60_000, now)).toBe("5 minutes ago");
    expect(en.agoBriefly(now - 5 * 60_000, now)).toBe("5 min. ago");
    expect(de.ago(now - 60_000, now)).toBe("vor 1 Minute");
    expect(en.ago(now - 30_000, now)).toBe("30 seconds ago");
    expect([now + 1000, now, now - 9999].map((then) => de.ago(then, now))).toEqual(Array(3).fill("gerade eben"));
    expect(en.date(now)).toBe("3 February 2027");
    expect(en.moment(now)).toBe("3 Feb 2027, 12:00");
    expect(de.date(now)).toBe("3. Februar 2027");
    expect(de.moment(now)).toBe("03.02.2027, 12:00");
  });

  test("of an error are in English for the API, and translated on the website", () => {
    const error = new DomainError("invalid", message("error.short-password", { least: 10 }));
    expect(error.message).toBe("A password needs at least 10 characters.");
    expect(de.translate(error.userMessage!)).toBe("Ein Passwort braucht mindestens 10 Zeichen.");
    expect(new DomainError("invalid", "Plain.").userMessage).toBeUndefined();
  });

  test("of a schema come out as the message that went in", () => {
    const schema = z.object({
      age: z.int({ error: schemaMessage("error.bad-age") }),
      width: z.int({ error: schemaMessage("machine.bad-size", { name: "maxwidth" }) }).optional(),
      caption: z.string({ error: "Not a message." }).optional(),
    });
    const refused = (input: object) => issueMessage(schema.safeParse(input).error!);
    expect(refused({})).toEqual(message("error.bad-age"));
    expect(refused({ age: 1, width: "x" })).toEqual(message("machine.bad-size", { name: "maxwidth" }));
    expect(refused({ age: 1, caption: 2 })).toBe("Not a message.");
  });
});

/** Names and texts that could be mistaken for a part of a message. */
const NASTY = [
  "{count}",
  "{name}",
  "{ago}",
  "<link>",
  "</link>",
  "<link>x</link>",
  "$&",
  "$1",
  "$<name>",
  "constructor",
  "__proto__",
  "{constructor}",
  "\\{name\\}",
];

describe("inserted values are never parsed as part of a message", () => {
  test.each(NASTY)("%s", (nasty) => {
    const link = (inner: string) => ["link", inner];
    for (const words of [en, de]) {
      expect(words.say("site.your-account", { name: nasty })).toEndWith(`, ${nasty}`);
      const rich = words.rich("translate.suggested-by", { name: nasty, ago: nasty, link });
      expect(rich.filter((part) => Array.isArray(part))).toEqual([["link", nasty]]);
      expect(rich.filter((part) => typeof part === "string").join("|")).toEndWith(`, ${nasty}`);
      const within = message("error.username-taken", { name: nasty });
      expect(words.translate(within)).toContain(` ${nasty} `);
    }
  });

  test("whatever it is made of", () => {
    const marks = ["{", "}", "<", ">", "/", "$", "&", "name", "link", "count", "what", " ", "\\"];
    let seed = 7;
    const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let i = 0; i < 2000; i++) {
      const name = Array.from({ length: 1 + random(8) }, () => marks[random(marks.length)]).join("");
      expect(en.say("site.your-account", { name })).toBe(`Your account, ${name}`);
      const parts = en.rich("translate.suggested-by", { name, ago: name, link: (inner) => ({ inner }) });
      expect(parts).toEqual(["Suggested by ", { inner: name }, `, ${name}`]);
    }
  });
});

describe("the language a browser prefers", () => {
  test.each([
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-AT", "de"],
    ["DE", "de"],
    ["fr, de;q=0.8, en;q=0.9", "en"],
    ["fr, de;q=0.9, en;q=0.8", "de"],
    ["en;q=0.1, de;q=0", "en"],
    ["de;q=0", "en"],
    ["xx-YY, *;q=0.5", "en"],
    ["de;q=nonsense", "de"],
    [";;;,,,", "en"],
    ["de;level=1;q=0.4, en;q=0.3", "de"],
  ])("%s gives %s", (asked, language) => expect(preferredLanguage(asked)).toBe(language));

  test.each([
    ["en", null, "3 February 2027"],
    ["en", "en", "3 February 2027"],
    ["en", "en-AU,en;q=0.9", "3 February 2027"],
    ["en", "en-GB,en-US;q=0.9,en;q=0.8", "3 February 2027"],
    ["en", "en-US,en;q=0.5", "February 3, 2027"],
    ["en", "de, en;q=0.7, EN-us;q=0.3", "February 3, 2027"],
    ["de", "en-US", "3. Februar 2027"],
  ])("%s, asked for by %s, writes %s", (language, asked, date) =>
    expect(wordsIn(language, localeIn(language, asked)).date(Date.UTC(2027, 1, 3))).toBe(date),
  );
});
