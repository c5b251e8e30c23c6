import { describe, expect, test } from "bun:test";

import { changeSite } from "../../src/core/site/change-site.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";

const from =
  (world: World, network: string) =>
  (path: string, headers: Record<string, string> = {}) =>
    world.as().get(path, { headers: { "X-Forwarded-For": network, ...headers } });

const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);

describe.each(DIALECTS)("the limit for guests on %s", (dialect) => {
  test("counts by network, and refuses with a page or JSON and Retry-After", async () => {
    let now = Date.now();
    const env = { GUFFAW_GUEST_LIMIT: "3/1m", GUFFAW_PROXIES: "1" };
    await using world = await openWorld(dialect, { env, clock: () => now });
    const guest = from(world, "203.0.113.7");
    for (const path of ["/about", "/nowhere", "/v1/openapi.json"]) expect((await guest(path)).status).not.toBe(429);
    const page = await guest("/about", { "Accept-Language": "de" });
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "20"]);
    expect(page.headers.get("x-request-id")).toBeTruthy();
    expect(await page.text()).toContain("<h1>Nicht so schnell</h1>");
    const json = await guest("/v1/openapi.json");
    expect([json.status, json.headers.get("retry-after")]).toEqual([429, "20"]);
    expect(Object.keys((await json.json()) as object)).toEqual(["error"]);
    for (const key of ["", "gfw_no_key_at_all"])
      expect((await guest("/v1/profile/me", { Authorization: key })).status).toBe(429);
    expect((await guest("/nowhere")).status).toBe(429);
    expect((await from(world, "203.0.113.8")("/about")).status).toBe(200);
    // Claims in front of our proxy's own entry do not count.
    expect((await from(world, "198.51.100.1, 203.0.113.7")("/about")).status).toBe(429);
    now += 20_000;
    expect(await statuses([guest("/about"), guest("/about")])).toEqual([200, 429]);
  });

  test("refuses in the site's name and colour, with a style that the page allows", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_GUEST_LIMIT: "1/1h", GUFFAW_PROXIES: "1" } });
    const guest = from(world, "203.0.113.7");
    await changeSite(world.ctx(), { name: "Lol & <Co>", accent: "#2f6fde" });
    expect((await guest("/about")).status).toBe(200);
    const page = await guest("/about");
    const html = await page.text();
    expect(page.status).toBe(429);
    expect(html).toContain("<title>Not so fast · Lol &amp; &lt;Co&gt;</title>");
    expect(html).toContain('<p class="site" dir="auto">Lol &amp; &lt;Co&gt;</p>');
    expect(html).not.toMatch(/Guffaw|#ff8a4c/);
    const [, style] = /<style>(.+)<\/style>/.exec(html)!;
    expect(style).toContain("solid #2f6fde");
    const hash = new Bun.CryptoHasher("sha256").update(style!).digest("base64");
    expect(page.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
    // A page that is served to anybody tells the process about the new name.
    await changeSite(world.ctx(), { name: "Nightly Lol", accent: "" });
    await from(world, "203.0.113.8")("/about");
    expect(await (await guest("/about")).text()).toMatch(/ · Nightly Lol<\/title>.+solid #ff8a4c/);
  });

  test("is shared by a /64, and counts neither members nor pictures nor probes", async () => {
    const env = { GUFFAW_GUEST_LIMIT: "1/1h", GUFFAW_PROXIES: "1" };
    await using world = await openWorld(dialect, { env });
    const me = await world.member();
    const image = imagePath(await world.meme({ by: me }), "thumbnail");
    const one = from(world, "2001:db8:1:2:3::4");
    expect((await one("/about")).status).toBe(200);
    expect((await from(world, "2001:db8:1:2:ffff::1")("/about")).status).toBe(429);
    expect((await from(world, "2001:db8:1:3::1")("/about")).status).toBe(200);
    const cookie = await sessionCookie(world, me);
    for (const path of ["/about", "/", "/settings"]) expect((await one(path, { Cookie: cookie })).status).toBe(200);
    expect((await one("/about", { Cookie: "guffaw=made-up" })).status).toBe(429);
    expect((await one("/v1/profile/me", { Authorization: me.key })).status).toBe(200);
    for (const path of [image, "/healthz", "/readyz", "/metrics"]) expect((await one(path)).status, path).toBe(200);
  });

  test("counts unknown API addresses, unless requested with a valid key", async () => {
    const env = { GUFFAW_GUEST_LIMIT: "3/1h", GUFFAW_PROXIES: "1" };
    await using world = await openWorld(dialect, { env });
    const { key } = await world.member();
    const guest = from(world, "203.0.113.7");
    const asked = [guest("/v1/nowhere"), guest("/api/v1/nowhere", { Authorization: "gfw_nonsense" })];
    expect(await statuses(asked)).toEqual([404, 404]);
    const post = world.as().post("/v1/stats", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect((await post).status).toBe(405);
    const refused = await guest("/v1/nowhere");
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([429, "too_many"]);
    expect(refused.headers.get("retry-after")).toBe("1200");
    expect((await guest("/v1/nowhere", { Authorization: key })).status).toBe(404);
  });

  test("is ten times as large for a proxy that is not configured, whatever it claims", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_GUEST_LIMIT: "1/1h" } });
    for (let i = 0; i < 10; i++) expect((await from(world, `203.0.113.${i}`)("/about")).status).toBe(200);
    expect((await from(world, "203.0.113.99")("/about")).status).toBe(429);
    expect((await world.as().get("/about", { headers: { Forwarded: "for=192.0.2.1" } })).status).toBe(429);
    await world.services.log.flush();
    expect(world.logLines.filter((line) => line.includes("GUFFAW_PROXIES"))).toHaveLength(1);
  });
});
