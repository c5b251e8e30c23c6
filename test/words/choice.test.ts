import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "../web/signed-in.ts";

let world: World;
let member: TestMember;
let session: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  member = await world.member({ name: "ann" });
  session = await sessionCookie(world, member);
});

afterAll(() => world?.[Symbol.asyncDispose]());

async function languageOf(headers: Record<string, string>, path = "/about") {
  const answer = await world.as().get(path, { headers });
  const [, lang] = /^<!doctype html><html lang="([^"]+)"/.exec(await answer.text())!;
  expect(answer.headers.get("content-language")).toBe(lang!);
  return lang;
}

const choose = (language: string, cookie = "") =>
  world.as().post("/language", {
    body: new URLSearchParams({ language, next: "/about?x=1" }),
    headers: { "Sec-Fetch-Site": "same-origin", Cookie: cookie },
  });

describe("the language of a page", () => {
  test("is the browser's preferred one among those we have", async () => {
    expect(await languageOf({})).toBe("en");
    expect(await languageOf({ "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" })).toBe("de");
    expect(await languageOf({ "Accept-Language": "fr,en;q=0.8,de;q=0.7" })).toBe("en");
    expect(await languageOf({ "Accept-Language": "de" }, "/no-such-page")).toBe("de");
  });

  test("is overridden by the switch in the footer, which returns to the page", async () => {
    const answer = await choose("de");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/about?x=1"]);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toStartWith("guffaw-language=de;");
    expect(await languageOf({ "Accept-Language": "en", Cookie: "guffaw-language=de" })).toBe("de");
    expect(await languageOf({ "Accept-Language": "de", Cookie: "guffaw-language=en" })).toBe("en");
    expect(await languageOf({ Cookie: "guffaw-language=xx" })).toBe("en");
    const page = await (await world.as().get("/about", { headers: { Cookie: "guffaw-language=de" } })).text();
    expect(page).toContain('<button name="language" value="de" lang="de" aria-current="true">Deutsch</button>');
    expect(page).toContain('<button name="language" value="en" lang="en">English</button>');
  });

  test("is stored with the account, for browsers without a choice", async () => {
    await choose("de", session);
    expect(await languageOf({ Cookie: session })).toBe("de");
    expect(await languageOf({ Cookie: `${session}; guffaw-language=en` })).toBe("en");
    expect(await languageOf({})).toBe("en");
    await choose("nonsense", session);
    expect(await languageOf({ Cookie: session })).toBe("en");
  });

  test("is also the language of its scripts and refusals", async () => {
    const headers = { Cookie: "guffaw-language=de", "Sec-Fetch-Site": "same-origin" };
    const page = await (await world.as().get("/sign-in", { headers })).text();
    const [, script] = /<script type="module" [^>]*src="([^"]+)"/.exec(page)!;
    expect(script).toMatch(/^\/assets\/site-de\.[0-9a-f]{12}\.js$/);
    expect(await (await world.as().get(script!)).text()).toContain("Kopiert");
    const body = new URLSearchParams({ username: "ann", password: "wrong" });
    const refused = await world.as().post("/sign-in", { headers, body });
    expect(await refused.text()).toContain("Name oder Passwort ist falsch.");
    const json = await world.as().post("/submit", { headers: { ...headers, Accept: "application/json" } });
    expect(await json.json()).toEqual({ error: "Melde dich zuerst an." });
  });

  test("is never the language of the API", async () => {
    const headers = { "Accept-Language": "de", Cookie: "guffaw-language=de" };
    const answer = await world.as(member).get("/v1/profile/nobody.here", { headers });
    expect(await answer.json()).toEqual({ error: "This user doesn't exist." });
  });
});
