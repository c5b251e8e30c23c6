import { describe, expect, test } from "bun:test";

import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { until } from "../until.ts";
import { openWorld } from "../world.ts";

const assetsOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g)].map(([, path]) => path!);

describe("pages over HTTP", () => {
  test("send strict headers, and HEAD has the same ones as GET", async () => {
    await using world = await openWorld("SQLite");
    for (const [path, status] of [
      ["/", 200],
      ["/docs", 200],
      ["/docs/", 200],
      ["/nothing", 404],
    ] as const) {
      const headers = { "Accept-Encoding": "identity" };
      const get = await world.as().get(path, { headers });
      const head = await world.as().head(path, { headers });
      const body = await get.text();
      expect([get.status, head.status], path).toEqual([status, status]);
      expect(await head.text()).toBe("");
      expect(head.headers.get("content-length"), path).toBe(String(Buffer.byteLength(body)));
      expect(body).toStartWith("<!doctype html><html");
      expect(get.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(get.headers.get("x-content-type-options")).toBe("nosniff");
      expect(get.headers.get("referrer-policy")).toBe("same-origin");
      expect(get.headers.get("x-request-id")).toBeTruthy();
      const [, nonce] = / nonce="([^"]+)"/.exec(body)!;
      expect(get.headers.get("content-security-policy")?.split("; ")).toEqual([
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'self'",
        "img-src 'self' blob:",
        "media-src 'self' blob:",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types service-worker",
      ]);
      expect(body, "nothing inline, which the policy would stop").not.toMatch(
        /<style|\sstyle=|\son\w+=|<script(?!(?: type="module")? nonce="[\w-]{36}" src=)/,
      );
    }
  });

  test("allow GET and HEAD, and POST only if there is a form", async () => {
    await using world = await openWorld("SQLite");
    for (const [path, allow] of [
      ["/", "GET, HEAD"],
      ["/docs", "GET, HEAD"],
      ["/sign-in", "GET, HEAD, POST"],
      ["/sign-out", "POST"],
    ] as const)
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
        if (allow.includes(method) || method === "GET") continue;
        const response = await world.as().send(method)(path);
        expect([response.status, response.headers.get("allow")], `${method} ${path}`).toEqual([405, allow]);
        expect(response.headers.get("content-type")).toStartWith("text/html");
      }
    for (const path of ["/nothing", "/assets/site.css"]) expect((await world.as().post(path)).status).toBe(404);
  });

  test("redirect from a form's address to the page that has it", async () => {
    await using world = await openWorld("SQLite");
    const pages = siteRoutes.filter(({ method }) => method === "GET").map(({ path }) => path);
    const places: Record<string, string> = {};
    for (const { path } of siteRoutes.filter((one) => !pages.includes(one.path))) {
      const response = await world.as().get(path.replaceAll(/\{(\w+)\}/g, "~$1"));
      expect(response.status, path).toBe(303);
      const to = response.headers.get("location")!;
      places[path] = to.replaceAll(/~(\w+)/g, "{$1}");
      expect(["/", ...pages], path).toContain(places[path]);
    }
    expect(places).toMatchObject({
      "/meme/{id}/comments/{comment}/delete": "/meme/{id}",
      "/settings/password/remove": "/settings/account",
      "/settings/integrations/{service}/link": "/settings/integrations",
      "/moderation/people/{user}/pro/end": "/moderation/people/{user}",
      "/sign-in/{service}": "/sign-in",
      "/admin/invite": "/admin/users",
      "/theme": "/",
    });
    // The value of a variable stays one segment of the path.
    const { headers } = await world.as().get("/meme/%2F%2Fevil.example%3Fa/rate");
    expect(headers.get("location")).toBe("/meme/%2F%2Fevil.example%3Fa");
  });

  test("leave the API's own addresses to the API", async () => {
    await using world = await openWorld("SQLite");
    for (const path of ["/v1", "/v1/nothing", "/api/v1/nothing"]) {
      const response = await world.as().get(path, { headers: { Accept: "text/html" } });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toStartWith("application/json");
    }
  });

  test("have a new nonce each time, and are stored only to be restored", async () => {
    await using world = await openWorld("SQLite");
    for (const [path, stored] of [
      ["/", "no-cache"],
      ["/docs", "no-cache"],
      ["/sign-in", "no-store"],
      ["/nothing", "no-store"],
    ] as const) {
      const pages = [await world.as().get(path), await world.as().get(path)];
      for (const { headers } of pages)
        expect([headers.get("cache-control"), headers.get("etag")], path).toEqual([`private, ${stored}`, null]);
      const nonces = new Set(
        pages.map(({ headers }) => /'nonce-(.+?)'/.exec(headers.get("content-security-policy")!)![1]),
      );
      expect(nonces.size).toBe(2);
    }
  });

  test("are counted under their own names", async () => {
    await using world = await openWorld("SQLite");
    const page = await (await world.as().get("/docs")).text();
    for (const path of ["/", "/nothing", ...assetsOf(page)]) await world.as().get(path);
    const metrics = await (await world.as().get("/metrics")).text();
    for (const route of ["/", "/docs", "/assets/{file}", "none"]) expect(metrics).toContain(`route="${route}"`);
  });

  test("a failure is shown as a page with the request id and nothing else", async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_LOG: "error" } });
    await world.services.database.db.schema.dropTable("counters").execute();
    const response = await world.as().get("/about");
    const body = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([500, "private, no-store"]);
    expect(body).toContain(response.headers.get("x-request-id")!);
    expect(body).not.toMatch(/counters|SQL|\bat .+\.ts/);
  });
});

describe("our own files", () => {
  test("carry the hash of their content in the address, and are cached for ever", async () => {
    await using world = await openWorld("SQLite");
    const paths = assetsOf(await (await world.as().get("/docs")).text());
    expect(paths.map((path) => path.replace(/\.[0-9a-f]{12}\./, ".#.")).sort()).toEqual([
      "/assets/apple-touch-icon.#.png",
      "/assets/early.#.js",
      "/assets/icon.#.svg",
      "/assets/site.#.css",
      "/assets/site.#.js",
    ]);
    const types: Record<string, string> = {
      css: "text/css; charset=utf-8",
      svg: "image/svg+xml; charset=utf-8",
      js: "text/javascript; charset=utf-8",
      png: "image/png",
    };
    for (const path of paths) {
      const response = await world.as().get(path, { headers: { "Accept-Encoding": "identity" } });
      const bytes = await response.bytes();
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe(types[path.split(".").at(-1)!]!);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(path).toContain(new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 12));
      const head = await world.as().head(path, { headers: { "Accept-Encoding": "identity" } });
      expect(head.headers.get("content-length")).toBe(String(bytes.length));
      const etag = response.headers.get("etag")!;
      const headers = { "Accept-Encoding": "identity", "If-None-Match": etag };
      expect((await world.as().get(path, { headers })).status).toBe(304);
    }
  });

  test("are compressed for clients that accept it", async () => {
    await using world = await openWorld("SQLite");
    const assets = assetsOf(await (await world.as().get("/docs")).text());
    for (const path of ["/", "/docs", assets.find((one) => one.endsWith(".css"))!]) {
      const size = async (encoding: string) => {
        const headers = { "Accept-Encoding": encoding };
        const response = await world.as().head(path, { headers });
        expect(response.headers.get("vary")).toBe("Accept-Encoding");
        return {
          packed: response.headers.get("content-encoding"),
          size: Number(response.headers.get("content-length")),
        };
      };
      // Pages that are cached are compressed in the one encoding everybody supports, and our own files also in the
      // smallest, as soon as that is done.
      const isFile = path.endsWith(".css");
      if (isFile) await until(async () => (await size("br")).packed === "br");
      const plain = await size("identity");
      expect((await size("identity")).size).toBe(plain.size); // asked for a third time, a page is kept
      const [packed, refused] = [await size("br, gzip;q=0.8"), await size("gzip;q=0")];
      expect([plain.packed, packed.packed, refused.packed]).toEqual([null, isFile ? "br" : "gzip", null]);
      if (isFile) expect(packed.size).toBeLessThan((await size("gzip")).size);
      expect(packed.size).toBeLessThan(plain.size / 2);
      const [one, other] = [
        await world.as().get(path, { headers: { "Accept-Encoding": "identity" } }),
        await world.as().get(path),
      ];
      const withoutNonce = async (page: Response) => (await page.text()).replaceAll(/ nonce="[^"]+"/g, "");
      expect(await withoutNonce(one)).toBe(await withoutNonce(other));
      if (isFile) expect(one.headers.get("etag")).not.toBe(other.headers.get("etag"));
    }
  });

  test("of another version are served as they are now, uncached; others do not exist", async () => {
    await using world = await openWorld("SQLite");
    const old = await world.as().get("/assets/site.0123456789ab.css");
    expect([old.status, old.headers.get("cache-control")]).toEqual([200, "no-store"]);
    for (const name of ["site.css", "site.0123456789ab.php", "..%2fpackage.json", "x.0123456789ab.css", "%00"])
      expect((await world.as().get(`/assets/${name}`)).status, name).toBe(404);
  });
});

describe("a site in other places", () => {
  test("below a path, everything is below it", async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_URL: "https://fun.example.org/memes" } });
    await world.meme({ by: await world.member() });
    for (const path of ["/memes", "/memes/", "/memes/docs"]) {
      const response = await world.as().get(path);
      const body = await response.text();
      expect(response.status, path).toBe(200);
      for (const [, link] of body.matchAll(/(?:href|src|data-url|data-draw)="([^#"][^"]*)"/g)) {
        expect(link).toMatch(/^(https:\/\/fun\.example\.org)?\/memes\//);
        // A form's action may be a POST route, which refuses GET but exists all the same.
        if (!link!.includes("{")) expect((await world.as().get(link!)).status, link).toBeOneOf([200, 303, 401, 405]);
      }
    }
    for (const path of ["/", "/docs"]) expect((await world.as().get(path)).status).toBe(404);
  });

  test("with the API on other hosts, forms send there and the policy allows it", async () => {
    const env = { GUFFAW_API_URL: "https://api.example.org", GUFFAW_OLD_API_URL: "https://old.example.org/api/v1" };
    await using world = await openWorld("SQLite", { env });
    const response = await world.as().get("/docs");
    expect(response.headers.get("content-security-policy")).toContain(
      "connect-src 'self' https://api.example.org https://old.example.org;",
    );
    const body = await response.text();
    expect(body).toContain('data-url="https://api.example.org/v1/meme/{id}"');
    expect(body).toContain('data-url="https://old.example.org/api/v1/stats"');
  });
});
