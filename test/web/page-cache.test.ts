import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";

import { CachedPage, NONCE } from "../../src/http/web/page-cache.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const PAGES = ["/docs", "/about", "/stats"];

async function look(world: World, path: string, headers: Record<string, string> = {}) {
  const answer = await world.as().get(path, { headers });
  const html = await answer.text();
  const nonce = /script-src 'nonce-([\w-]+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  return { answer, nonce, html, plain: html.replaceAll(nonce ?? "", "…") };
}

describe.each(DIALECTS)("pages cached for all guests, on %s", (dialect) => {
  test("have a new nonce each time, compressed or not, and are otherwise the same", async () => {
    await using world = await openWorld(dialect);
    for (const path of PAGES) {
      const first = await look(world, path, { "Accept-Encoding": "gzip" });
      const others = [
        await look(world, path, { "Accept-Encoding": "gzip" }),
        await look(world, `${path}?any=thing`, { "Accept-Encoding": "identity" }),
        await look(world, `/${path}/`, { "Accept-Encoding": "zstd, gzip" }),
      ];
      expect(first.answer.headers.get("content-encoding")).toBe("gzip");
      expect(others[1]!.answer.headers.get("content-encoding")).toBeNull();
      for (const { answer, plain, html, nonce } of others) {
        expect(answer.status).toBe(200);
        expect(plain === first.plain, path).toBe(true);
        expect(html).toContain(`nonce="${nonce}"`);
      }
      expect(new Set([first, ...others].map(({ nonce }) => nonce)).size).toBe(4);
      expect(first.html).not.toContain(NONCE);
      const head = await world.as().head(path);
      expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1000);
    }
  });

  test("differ by language, theme, note and viewer", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "some_body" });
    const cookie = await sessionCookie(world, me);
    for (const path of PAGES) {
      const english = await look(world, path);
      expect((await look(world, path, { "Accept-Language": "de" })).html).toContain('<html lang="de"');
      expect((await look(world, path, { Cookie: "guffaw-language=de" })).html).toContain('<html lang="de"');
      expect((await look(world, path, { Cookie: "guffaw-theme=dark" })).html).toContain('data-theme="dark"');
      const noted = await look(world, path, { Cookie: "guffaw-note=signed-out" });
      expect(noted.html).toContain('class="note"');
      expect((await look(world, path, { Cookie: cookie })).html).toContain("some_body");
      expect((await look(world, path)).plain === english.plain, path).toBe(true);
    }
  });

  test("are up to date", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    for (const path of ["/about", "/stats"]) {
      const before = await look(world, path);
      await world.meme({ by: me });
      expect((await look(world, path)).plain === before.plain, path).toBe(false);
    }
  });
});

test("a compressed page is one gzip stream, however often the nonce is in it", () => {
  for (const html of ["", NONCE, `a${NONCE}`, `a${NONCE}b${NONCE}${NONCE}é`, "<p>".repeat(50_000) + NONCE]) {
    const content = new CachedPage(html).with("the-nonce");
    const whole = html.replaceAll(NONCE, "the-nonce");
    expect(Buffer.from(content.bytes).toString()).toBe(whole);
    expect(gunzipSync(content.pack("gzip")).toString()).toBe(whole);
  }
});
