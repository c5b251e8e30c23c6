import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

let world: World;
let translator: TestMember;
let cookie: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  translator = await world.member({ name: "ann", perks: ["translator"] });
  cookie = await sessionCookie(world, translator);
});

afterAll(() => world?.[Symbol.asyncDispose]());

const get = async (path: string, as = cookie) => {
  const answer = await world.as().get(path, { headers: { Cookie: as } });
  return { status: answer.status, html: await answer.text() };
};
const send = (path: string, fields: Record<string, string>) =>
  world.as().post(path, {
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(fields),
  });
/** The HTML of one message. */
const rowOf = (html: string, key: string) =>
  new RegExp(`<article [^>]*id="message-${key.replaceAll(".", "\\.")}">.*?</article>`, "s").exec(html)?.[0] ?? "";

describe("/translate", () => {
  test("leads from the account menu of translators to their languages", async () => {
    expect((await get("/about")).html).toContain('<a href="/translate">Translate</a>');
    const other = await sessionCookie(world, await world.member());
    expect((await get("/about", other)).html).not.toContain("/translate");
    const { html } = await get("/translate");
    for (const tag of ["de", "es", "fr", "it", "nl", "pl", "pt"]) expect(html).toContain(`href="/translate/${tag}"`);
    expect(html).not.toContain('href="/translate/en"');
    expect((await get("/translate/en")).status).toBe(404);
    expect((await get("/translate/xx")).status).toBe(404);
  });

  test("shows English and the other language side by side, with the forms for numbers that it needs", async () => {
    const { html } = await get("/translate/pl?search=parts.ratings");
    expect(html).toContain("Translate into Polish");
    for (const [form, numbers] of [
      ["one", "1"],
      ["few", "2, 3, 4"],
      ["many", "0, 5, 6"],
    ] as const)
      expect(rowOf(html, `parts.ratings.${form}`)).toContain(`for numbers such as ${numbers}`);
    expect(rowOf(html, "parts.ratings.few")).toContain('<p class="translate-words" lang="en">{count} ratings</p>');
    const german = rowOf((await get("/translate/de?show=all&search=site.memers")).html, "site.memers");
    expect(german).toMatch(/<textarea [^>]*lang="de"[^>]*>\nMemer<\/textarea>/);
  });

  test("saves a suggestion, and returns to the same place in the list", async () => {
    const place = { show: "missing", search: "site.", after: "site.skip" };
    const answer = await send("/translate/fr", {
      ...place,
      key: "site.atom",
      next: "site.nav",
      text: "Nouveaux mèmes",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/translate/fr?show=missing&search=site.&after=site.skip#message-site.nav",
    ]);
    expect(rowOf((await get("/translate/fr?show=missing&search=site.")).html, "site.atom")).toBe("");
    const row = rowOf((await get("/translate/fr?show=suggested")).html, "site.atom");
    expect(row).toContain("Nouveaux mèmes");
    expect(row).toContain(`Suggested by <a href="/@${translator.user.username}"><bdi>ann</bdi></a>`);
    const back = await send("/translate/fr/back", { show: "suggested", key: "site.atom" });
    expect([back.status, back.headers.get("location")]).toEqual([
      303,
      "/translate/fr?show=suggested#message-site.atom",
    ]);
    expect(rowOf((await get("/translate/fr?show=suggested")).html, "site.atom")).toBe("");
  });

  test("shows a refused suggestion again, with the reason", async () => {
    const fields = { show: "all", search: "site.your-account", key: "site.your-account", text: "<script>ß {nom}" };
    const answer = await send("/translate/fr", fields);
    expect(answer.status).toBe(400);
    const row = rowOf(await answer.text(), "site.your-account");
    expect(row).toContain("These are missing and must stay as they are in English: {name}");
    expect(row).toContain("&lt;script&gt;ß {nom}</textarea>");
    expect(row).toContain('aria-invalid="true"');
  });

  test("shows any text as text", async () => {
    const nasty = `"><img src=x onerror=alert(1)> & 'x'`;
    const answer = await send("/translate/fr", { key: "site.memes", search: "site.memes", text: nasty });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("<img src=x");
    const search = await get(`/translate/fr?show=all&search=${encodeURIComponent(nasty)}`);
    expect(search.html).not.toContain("<img src=x");
  });

  test("goes page by page", async () => {
    const first = (await get("/translate/fr?show=missing")).html;
    const [, more] = /rel="next" href="([^"]+)"/.exec(first)!;
    const second = (await get(more!.replaceAll("&amp;", "&"))).html;
    const keysOf = (html: string) => [...html.matchAll(/id="message-([^"]+)"/g)].map(([, key]) => key!);
    expect(keysOf(first)).toHaveLength(25);
    expect(keysOf(second)).toHaveLength(25);
    expect(keysOf(first).filter((key) => keysOf(second).includes(key))).toEqual([]);
    expect(second).toContain("Back to the start");
  });
});
