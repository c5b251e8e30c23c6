import { beforeAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { emojiFileOf } from "../../src/compose/emoji.ts";
import { FONTS } from "../../src/compose/fonts.ts";
import { STICKER_FILE } from "../../src/compose/stickers.ts";
import { contentPolicy } from "../../src/http/web/answer-page.ts";
import { drawingsPath } from "../../src/http/web/make/drawing-files.ts";
import { makerFiles } from "../../src/http/web/make/maker-files.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, ROOT, type World } from "../world.ts";
import { openTab } from "./browser.ts";
import { fillWorld } from "./filled-world.ts";
import { pagesFor, WHO } from "./places.ts";
import { sessionCookie } from "./signed-in.ts";

/** An answer with its bytes as they were sent. */
async function sent(world: World, path: string, encoding: string) {
  const options = { headers: { "Accept-Encoding": encoding }, decompress: false } as RequestInit;
  const { status, headers, bytes } = await world
    .as()
    .get(path, options)
    .then(async (answer) => ({ status: answer.status, headers: answer.headers, bytes: await answer.bytes() }));
  return { status, headers, bytes, coding: headers.get("content-encoding") };
}

const UNPACK: Record<string, (bytes: Uint8Array) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

describe("files of the meme maker", () => {
  test("are sent as each browser can read them, and kept for ever", async () => {
    await using world = await openWorld("SQLite");
    const { script, ahead } = await makerFiles("", "en");
    const emoji = `/assets/${await drawingsPath("emoji")}/${emojiFileOf("1f602")}`;
    const stickers = `/assets/${await drawingsPath("stickers")}/${STICKER_FILE}`;
    for (const path of [script, ...ahead, emoji, stickers]) {
      const plain = await sent(world, path, "identity");
      expect([plain.status, plain.coding, plain.headers.get("vary")], path).toEqual([200, null, "Accept-Encoding"]);
      expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const sizes = [plain.bytes.length];
      for (const coding of ["gzip", "br"]) {
        const packed = await sent(world, path, coding === "br" ? "gzip, deflate, br, zstd" : coding);
        expect(packed.coding, path).toBe(coding);
        expect(UNPACK[coding]!(packed.bytes).equals(plain.bytes), path).toBeTrue();
        expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
        sizes.push(packed.bytes.length);
        const known = await world.as().get(path, {
          headers: { "Accept-Encoding": coding, "If-None-Match": packed.headers.get("etag")! },
        });
        expect(known.status).toBe(304);
      }
      expect(sizes, path).toEqual(sizes.toSorted((a, b) => b - a));
    }
  });

  test("have the types that browsers ask for", async () => {
    await using world = await openWorld("SQLite");
    const { script, ahead } = await makerFiles("", "de");
    expect(script).toMatch(/^\/assets\/make-de\.[0-9a-f]{12}\.js$/);
    const types = await Promise.all(
      [script, ...ahead].map(async (path) => (await world.as().head(path)).headers.get("content-type")),
    );
    expect(types).toEqual(["text/javascript; charset=utf-8", "application/wasm", "font/ttf"]);
  });

  test("that are large come from the disk as they are", async () => {
    await using world = await openWorld("SQLite");
    const { file } = FONTS["noto-sans-jp"];
    const { status, coding, bytes } = await sent(world, `/assets/fonts/${file}`, "br, gzip");
    expect([status, coding]).toEqual([200, null]);
    expect(Buffer.from(bytes).equals(await Bun.file(`${ROOT}/assets/fonts/${file}`).bytes())).toBeTrue();
  });

  test("of another version are what they are now, uncached; others do not exist", async () => {
    await using world = await openWorld("SQLite");
    const old = [
      "/assets/make.0123456789ab.js",
      "/assets/make-de.0123456789ab.js",
      "/assets/emoji/0123456789ab/1f60.json",
    ];
    for (const path of old) {
      const answer = await world.as().get(path);
      expect([answer.status, answer.headers.get("cache-control")], path).toEqual([200, "no-store"]);
    }
    const set = await drawingsPath("emoji");
    for (const path of [
      "make.js",
      "make-pl.0123456789ab.js",
      "harfbuzz.wasm",
      "harfbuzz.0123456789ab.wasm",
      "fonts/anton.OFL.txt",
      "fonts/anton-0123456789ab.ttf",
      "fonts/..%2f..%2fpackage.json",
      `${set}/LICENSE.txt`,
      `${set}/ffff.json`,
      `${set}/..%2f..%2f..%2fpackage.json`,
      "stickers-and-stones/0/a.json",
    ])
      expect((await world.as().get(`/assets/${path}`)).status, path).toBe(404);
  });

  test("take 280 KB for a first visit: scripts, WebAssembly and the first font", async () => {
    await using world = await openWorld("SQLite");
    const { script, ahead } = await makerFiles("", "de");
    const size = async (path: string) => {
      const { status, bytes } = await sent(world, path, "br");
      expect(status, path).toBe(200);
      return bytes.length;
    };
    // Each script names those that it imports, at once or later.
    const scripts = new Set([script]);
    for (const path of scripts) {
      const code = await (await world.as().get(path)).text();
      for (const [, chunk] of code.matchAll(/"\.\/(make-\w+\.js)"/g)) scripts.add(`/assets/${chunk}`);
      expect(code.includes("harfbuzz.wasm"), "only under its hashed name").toBe(false);
    }
    expect(scripts.size).toBeGreaterThan(1);
    const sizes = await Promise.all([...scripts, ...ahead].map(size));
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(280 * 1024);
  });
});

describe("WebAssembly", () => {
  let browser: SharedBrowser;
  beforeAll(async () => {
    browser = await sharedChromium();
  }, LAUNCH_TIMEOUT);

  test("runs under the maker's policy, and no other page compiles it", async () => {
    await using world = await openWorld("SQLite");
    const wasm = (await makerFiles("", "en")).ahead[0]!;
    await using tab = await openTab(browser, world);
    const isCompiled = () =>
      tab.page.evaluate((address) => WebAssembly.compileStreaming(fetch(address)).then(() => true, String), wasm);
    await tab.page.goto("/about");
    expect(await isCompiled()).toContain("Content Security Policy");
    const ours = (await world.as().get("/about")).headers.get("content-security-policy")!;
    const [, nonce, policy] = /script-src 'nonce-([^']+)'; (.+)/.exec(ours)!;
    expect(contentPolicy(policy!, nonce!)).toBe(ours);
    const weaker = contentPolicy(policy!, nonce!, " 'wasm-unsafe-eval'");
    await tab.page.route("**/about", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), "content-security-policy": weaker } });
    });
    await tab.page.goto("/about");
    expect(await isCompiled()).toBe(true);
  });
});

test.each(WHO)("of all pages that a %s can open, only the maker's have the weaker policy", async (who) => {
  await using world = await openWorld("SQLite");
  const site = await fillWorld(world);
  const cookie: Record<string, string> = who === "member" ? { Cookie: await sessionCookie(world, site.author) } : {};
  const weaker: string[] = [];
  for (const path of pagesFor(site, who)) {
    const answer = await world.as().get(path, { headers: { Accept: "text/html", ...cookie }, redirect: "manual" });
    if (answer.status === 303) continue;
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy, path).toStartWith("default-src 'none'; script-src 'nonce-");
    if (policy.includes("wasm")) weaker.push(path);
  }
  expect([...new Set(weaker.map((path) => path.replace(/\?.*/, "")))]).toEqual(["/make"]);
});

test("only the maker's pages may ask for WebAssembly", async () => {
  const asking: string[] = [];
  for await (const file of new Glob("src/**/*.{ts,tsx}").scan(ROOT))
    if (/wasm-unsafe-eval|withWebAssembly/.test(await Bun.file(`${ROOT}/${file}`).text())) asking.push(file);
  expect(asking.filter((file) => !file.startsWith("src/http/web/make/"))).toEqual(["src/http/web/reply.ts"]);
});
