import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { MAIL_KINDS, queueMail, type NewMail } from "../../src/core/mails/queue-mail.ts";
import { writeMail } from "../../src/core/mails/write-mail.ts";
import { changeSite } from "../../src/core/site/change-site.ts";
import { findMail } from "../../src/data/mails.ts";
import { updateUser } from "../../src/data/users.ts";
import { insertWeeklyMail } from "../../src/data/weekly-mails.ts";
import { LANGUAGES } from "../../src/words/languages.ts";
import { openWorld, type World } from "../world.ts";
import { fillWorld, type Filled } from "./filled-world.ts";
import { allPlaces, pagesFor, WHO } from "./places.ts";
import { sessionCookie } from "./signed-in.ts";

const SLOW = 600_000;
const NAME = "Daily Lol";

let world: World;
let site: Filled;

beforeAll(async () => {
  world = await openWorld("SQLite");
  site = await fillWorld(world);
  await changeSite(world.ctx(), { name: NAME, accent: "#2f6fde" });
}, SLOW);

afterAll(() => world?.[Symbol.asyncDispose]());

/** Where the program is meant, and not the site. */
const PROGRAM: [path: RegExp, text: RegExp][] = [
  // The last line of every page: free software, by name and version.
  [/^/, /<footer class="site-footer"><p>Guffaw \d[^<]+<\/p>/],
  // What made the feed (RFC 4287, 4.2.4).
  [/atom$|atom\?/, /<generator [^>]+>Guffaw<\/generator>/],
];
/** Operators know what they run, and translators what they translate. */
const BEHIND = /^\/(admin|translate)(\/|\?|$)/;

/** What is around the program's name, wherever it is not meant. A guffaw is a laugh. */
function namedIn(text: string, path = ""): string[] {
  const rest = PROGRAM.reduce((left, [where, one]) => (where.test(path) ? left.replace(one, "") : left), text);
  return [...rest.matchAll(/.{0,40}(?:Guffaw|GUFFAW).{0,40}/g)].map(([found]) => found);
}

async function walk(paths: readonly string[], cookie: string, language: string) {
  const found: Record<string, string[]> = {};
  const titles: Record<string, string> = {};
  for (const path of paths.filter((one) => !BEHIND.test(one))) {
    const headers = { Cookie: `guffaw-language=${language}; ${cookie}`, Accept: "text/html" };
    const html = await (await world.as().get(path, { headers })).text();
    const named = namedIn(html, path);
    if (named.length > 0) found[path] = named;
    const [, title] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    if (title !== undefined) titles[path] = title;
  }
  return { found, titles };
}

describe.each([...LANGUAGES.keys()])("a site with a name of its own, in %s", (language) => {
  test.each(WHO)(
    "never calls itself by the program's name, for a %s",
    async (who) => {
      const cookie = who === "member" ? await sessionCookie(world, site.fan) : "";
      const { found, titles } = await walk(pagesFor(site, who), cookie, language);
      expect(found).toEqual({});
      expect(Object.keys(titles).length).toBeGreaterThan(25);
      // The front page is called like the site.
      for (const [path, title] of Object.entries(titles)) expect(title, path).toMatch(/(^| · )Daily Lol$/);
    },
    SLOW,
  );

  test("nor in any mail, and each says whose it is", async () => {
    const mails = await writtenMails(language);
    expect(mails).toHaveLength(MAIL_KINDS.length + 1);
    for (const { subject, text, html = "" } of mails) {
      expect(namedIn(`${subject}\n${text}\n${html}`)).toEqual([]);
      expect(`${subject}\n${text}`, subject).toContain(NAME);
    }
  });

  test("nor in a text that nobody happens to see here", () => {
    const said = [...LANGUAGES.get(language)!.messages].filter(([, text]) => text.includes("Guffaw"));
    expect(said.map(([key]) => key).filter((key) => !key.startsWith("admin."))).toEqual(["site.licence"]);
  });
});

test("feeds, manifest, previews and other files have the site's name", async () => {
  const places = allPlaces(site);
  const { found } = await walk(places, "", "en");
  expect(found).toEqual({});
  const named = places.filter((one) => /\.atom|manifest|opensearch|offline|oembed/.test(one));
  expect(named.length).toBeGreaterThan(10);
  for (const path of named) expect(await (await world.as().get(path)).text(), path).toContain(NAME);
});

/** One of every kind, and the one to somebody whose address was used by another person. */
async function writtenMails(language: string) {
  const { author, fan, memes } = site;
  const confirmed = { email: "1@20.30", emailConfirmedAt: 1, newEmail: "3@20.30" };
  await updateUser(world.db, author.user.id, confirmed);
  await insertWeeklyMail(world.db, { userId: author.user.id, language, nextAt: 1 });
  const about: Partial<Record<NewMail["kind"], Partial<NewMail>>> = {
    confirm: { address: confirmed.newEmail },
    linked: { about: { service: "GitHub", account: "octocat" } },
    "report-outcome": { address: "4@20.30", about: { report: "1", comment: "Thanks.", meme: memes[0]!.id } },
    weekly: { about: { until: String(Date.now()) } },
  };
  const ctx = { ...world.ctx(), policy: { ...OPERATORS_POLICY, mail: {} } };
  await world.db.deleteFrom("mails").execute();
  for (const kind of MAIL_KINDS) await queueMail(ctx, { kind, user: author.user, language, ...about[kind] });
  await queueMail(ctx, { kind: "confirm", user: fan.user, address: confirmed.email, language });
  const rows = await world.db.selectFrom("mails").select("id").execute();
  const mails = await Promise.all(
    rows.map(async ({ id }) => writeMail(world.ctx(), (await findMail(world.db, id))!, world.addresses.url)),
  );
  return mails.filter((mail) => mail !== undefined);
}
