import { afterAll, beforeAll, expect, test } from "bun:test";

import { translatedLanguages } from "../../src/core/translations/message.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { openWorld, type World } from "../world.ts";
import { fillWorld, type Filled } from "../web/filled-world.ts";
import { pagesFor } from "../web/places.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { PSEUDO, speakPseudo } from "./pseudo.ts";
import { visibleTexts } from "./visible-words.ts";

const SLOW = 600_000;
/** What people write here has no letters, so that anything with letters is ours. */
const WORDLESS = { caption: "1", alt: "2", bio: "3", comment: "4", reason: "5", keyName: "6", author: "_1", fan: "_2" };
/**
 * Names that are the same in every language: languages are named in themselves, and the operator has a name in the
 * log.
 */
const NAMES = new RegExp(
  [
    ..."Guffaw GET POST PUT PATCH DELETE MIT UTC SQLite operator XXXX(-XXXX)+".split(" "),
    ...translatedLanguages().values(),
    "#?try",
    // Addresses and files.
    "(https?:/)?/\\S+",
  ]
    .map((name) => `(?<!\\p{L})${name}(?!\\p{L})`)
    .join("|"),
  "gu",
);
/**
 * Keys of messages on the translators' pages; names of a test's key and linked account; kinds of jobs; the API's operations,
 * permissions, and the prefix of keys.
 */
const SHOWN: [path: RegExp, text: RegExp][] = [
  [/^\/translate\//, /\b[a-z]+\.[a-z0-9-]+(\.[a-z]+)?\b/g],
  [/^\/(settings|admin)\//, /\btest\b/g],
  [/^\/settings\/integrations/, /\bgithub\b|\bG\b/g],
  // Boxes, as in a recipe.
  [/^\/moderation\/templates\/\d/, /"[\w#-]+"|\b(true|false)\b/g],
  [/^\/admin\/jobs/, /\bmake-renditions\b/g],
  // The commit.
  [/^\/admin(\?|$)/, /\b[0-9a-f]{10}\b|\bunknown\b/g],
  [/^\/docs/, /\b[a-z]+([A-Z][a-z]+)+\b|\b(Write|Ratings|View Integrations)\b|\bgfw_/g],
];

/** Twice, because a date may be inside a sentence. */
const MARKED = /⟦[^⟦⟧]*⟧/g;

let world: World;
let site: Filled;
let pseudo: Disposable;

beforeAll(async () => {
  pseudo = speakPseudo();
  world = await openWorld("SQLite");
  site = await fillWorld(world, WORDLESS);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  pseudo?.[Symbol.dispose]();
});

/** What remains of a text without the catalogue, people's texts and names. */
const unsaid = (text: string) => text.replace(MARKED, " ").replace(MARKED, " ").replace(NAMES, " ");

async function hardCoded(path: string, cookie: string): Promise<string[]> {
  return hardCodedIn(await world.as().get(path, { headers: speaking(cookie) }), path);
}

const speaking = (cookie: string) => ({ Cookie: `guffaw-language=${PSEUDO}; ${cookie}` });

async function hardCodedIn(answer: Response, path: string): Promise<string[]> {
  const html = await answer.text();
  // Signed-in people are not asked to sign up.
  if (answer.status === 303 || !answer.headers.get("content-type")?.startsWith("text/html")) return [];
  expect(html, path).toContain(`<html lang="${PSEUDO}"`);
  // Queries are shown as they were typed.
  const asked = [...new URL(path, world.origin).searchParams.values()];
  const shown = [...asked, ...SHOWN.flatMap(([where, text]) => (where.test(path) ? [text] : []))];
  return visibleTexts(html)
    .map(({ text, where }) => ({
      where,
      left: shown.reduce<string>((rest, one) => rest.replaceAll(one, ""), unsaid(text)),
    }))
    .filter(({ left }) => /\p{L}/u.test(left))
    .map(({ left, where }) => `${where}: ${left.trim().replace(/\s+/g, " ")}`);
}

test.each(["guest", "member"] as const)(
  "no page has a word that is not in the catalogue, for a %s",
  async (who) => {
    const cookie = who === "member" ? await sessionCookie(world, site.author) : "";
    const found: Record<string, string[]> = {};
    for (const path of pagesFor(site, who))
      for (const word of new Set(await hardCoded(path, cookie))) (found[word] ??= []).push(path);
    expect(found).toEqual({});
  },
  SLOW,
);

/** This alone would delete an account without a password. */
const UNSENT = ["/settings/delete"];

test(
  "no form says a word that is not in the catalogue, when it is sent empty",
  async () => {
    const [meme] = site.memes;
    const found: Record<string, string[]> = {};
    for (const { method, path } of siteRoutes) {
      if (method !== "POST" || UNSENT.includes(path)) continue;
      const cookie = await sessionCookie(world, site.author);
      const filled = path
        .replace(/(\/memes?)\/\{id\}/, `$1/${meme!.id}`)
        .replace(/\{user\}|(?<=^\/admin\/users\/)\{id\}/, site.fan.user.id)
        .replace("{language}", "de")
        .replace(/\{\w+\}/g, "1");
      const headers = { ...speaking(cookie), "Sec-Fetch-Site": "same-origin" };
      const answer = await world.as().post(filled, { headers, body: new URLSearchParams() });
      for (const word of new Set(await hardCodedIn(answer, filled))) (found[word] ??= []).push(path);
    }
    expect(found).toEqual({});
  },
  SLOW,
);

test("a word that is not in the catalogue would be found", () => {
  const html = `<html lang="${PSEUDO}"><p title="Hard">⟦Said⟧ <b>coded</b> <code>code</code><i lang="de">Wort</i></p></html>`;
  const left = visibleTexts(html).filter(({ text }) => /\p{L}/u.test(unsaid(text)));
  expect(left).toEqual([
    { text: "Hard", where: "p[title]" },
    { text: "coded", where: "b" },
  ]);
});
