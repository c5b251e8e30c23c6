import { describe, expect, test } from "bun:test";

import { hasWholeTags, numbersOf, placeholdersIn, wantedIn } from "../../src/words/catalogue.ts";
import { english } from "../../src/words/en/index.ts";
import { CATALOGUES, LANGUAGES } from "../../src/words/languages.ts";

const entries = Object.entries(english) as [string, string][];

describe("English", () => {
  test("has no empty message, and only well-formed keys", () => {
    expect(entries.filter(([, text]) => text.trim() === "")).toEqual([]);
    expect(entries.filter(([key]) => !/^[a-z]+\.[a-z0-9-]+(\.(one|other))?$/.test(key))).toEqual([]);
  });

  test("has complete tags, and exactly two plural forms", () => {
    expect(entries.filter(([, text]) => !hasWholeTags(text))).toEqual([]);
    const counted = (ending: string) =>
      entries.flatMap(([key]) => (key.endsWith(ending) ? [key.slice(0, -ending.length)] : [])).sort();
    expect(counted(".one")).toEqual(counted(".other"));
  });
});

test("every language except English has a catalogue", () => {
  expect([...CATALOGUES.keys()]).toEqual([...LANGUAGES.keys()].slice(1));
});

describe.each([...CATALOGUES])("the catalogue of %s", (language, catalogue) => {
  const wanted = wantedIn(language);

  test("has every message in every plural form of the language, and no other", () => {
    expect(wanted.filter(({ key }) => !catalogue[key]?.text.trim()).map(({ key }) => key)).toEqual([]);
    const known = new Set(wanted.map(({ key }) => key));
    expect(Object.keys(catalogue).filter((key) => !known.has(key))).toEqual([]);
  });

  test("was translated from the current English messages", () => {
    expect(wanted.filter(({ key, english: text }) => catalogue[key]?.of !== text).map(({ key }) => key)).toEqual([]);
  });

  test("keeps names and tags", () => {
    const broken = wanted.filter(({ key, english: text }) => {
      const said = catalogue[key]?.text ?? "";
      return placeholdersIn(said).sort().join() !== placeholdersIn(text).sort().join() || !hasWholeTags(said);
    });
    expect(broken.map(({ key }) => key)).toEqual([]);
  });
});

describe("the messages a language needs", () => {
  test("depend on its plural forms", () => {
    const of = (language: string) =>
      wantedIn(language)
        .filter(({ key }) => key.startsWith("parts.ratings."))
        .map(({ key, english: text }) => [key, text]);
    expect(of("de")).toEqual([
      ["parts.ratings.one", "{count} rating"],
      ["parts.ratings.other", "{count} ratings"],
    ]);
    expect(of("pl").map(([key]) => key)).toEqual([
      "parts.ratings.one",
      "parts.ratings.few",
      "parts.ratings.many",
      "parts.ratings.other",
    ]);
    expect(of("pl")[1]).toEqual(["parts.ratings.few", "{count} ratings"]);
    expect(of("ja")).toEqual([["parts.ratings.other", "{count} ratings"]]);
  });

  test("come with example numbers", () => {
    expect(numbersOf("pl", "few")).toEqual([2, 3, 4]);
    expect(numbersOf("de", "one")).toEqual([1]);
  });
});
