import { describe, expect, test } from "bun:test";

import { addresses, readConfig } from "../../src/config.ts";
import { readFact } from "../../src/data/site.ts";
import { isHttps, PROXY_SEEN } from "../../src/http/forwarded.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { requestHeaders } from "../ask-app.ts";
import { guffaw, startServer } from "../cli/guffaw.ts";
import { until } from "../until.ts";
import { freshFolder, openWorld, type World } from "../world.ts";

const PASSWORD = "four blue otters";
const SAME = { "Sec-Fetch-Site": "same-origin" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const pageOf = async (world: World, headers: Record<string, string> = {}) =>
  (await world.as().get("/sign-up", { headers })).text();
const needsInvite = (page: string) => page.includes('name="invite"');

/** The cookies of somebody who signs in with the form. */
async function cookiesOf(world: World, headers: Record<string, string>): Promise<string[]> {
  const body = new URLSearchParams({ name: "ann", password: PASSWORD }).toString();
  const answer = await world.as().post("/sign-in", { headers: { ...SAME, ...FORM, ...headers }, body });
  expect(answer.status).toBe(303);
  return answer.headers.getSetCookie();
}

async function openWithAnn(env: Record<string, string>): Promise<World> {
  const world = await openWorld("SQLite", { env });
  await createUser(world.ctx(), { username: "ann", password: PASSWORD, perks: ["founder"] });
  return world;
}

describe("without GUFFAW_URL", () => {
  test.each([
    [{ GUFFAW_HOST: "127.0.0.1" }, false],
    [{ GUFFAW_HOST: "::1" }, false],
    [{ GUFFAW_HOST: "0.0.0.0" }, true],
    [{ GUFFAW_HOST: "::" }, true],
    [{ GUFFAW_HOST: "192.168.1.7" }, true],
    [{ GUFFAW_HOST: "0.0.0.0", GUFFAW_SIGNUP: "open" }, false],
    [{ GUFFAW_HOST: "0.0.0.0", GUFFAW_URL: "http://localhost:8420" }, false],
  ] as [Record<string, string>, boolean][])("%j: only invited people may sign up is %p", async (env, invited) => {
    await using world = await openWorld("SQLite", { env });
    expect(needsInvite(await pageOf(world))).toBe(invited);
  });

  test.each(["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded"])(
    "a request with %s ends open sign-up for good, and is warned of once",
    async (header) => {
      await using world = await openWorld("SQLite");
      expect(needsInvite(await pageOf(world))).toBe(false);
      for (let i = 0; i < 2; i++) expect(needsInvite(await pageOf(world, { [header]: "x" }))).toBe(true);
      expect(needsInvite(await pageOf(world))).toBe(true);
      await world.services.log.flush();
      const warned = world.logLines.filter((line) => line.includes("a proxy is in front"));
      expect(warned).toEqual([
        expect.stringContaining(`(${header.toLowerCase()}), and GUFFAW_URL is not set: set GUFFAW_URL`),
      ]);
      await until(async () => (await readFact(world.db, PROXY_SEEN)) !== undefined);
      const { code, stdout } = await guffaw(["doctor"], { env: world.env });
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /✗ address +The server is behind a proxy \(seen .+\), but GUFFAW_URL is not set: set GUFFAW_URL/,
      );
    },
  );

  test("no warning if it is set, or if sign-up is explicitly open", async () => {
    const settings: Record<string, string>[] = [{ GUFFAW_URL: "http://localhost:1" }, { GUFFAW_SIGNUP: "open" }];
    for (const env of settings) {
      await using world = await openWorld("SQLite", { env });
      expect(needsInvite(await pageOf(world, { "X-Forwarded-For": "10.0.0.1" }))).toBe(false);
    }
  });

  test("with GUFFAW_URL, doctor reports a proxy that GUFFAW_PROXIES does not count", async () => {
    await using world = await openWithAnn({ GUFFAW_URL: "https://memes.example.org" });
    const doctor = async (env: Record<string, string> = {}) =>
      (await guffaw(["doctor"], { env: { ...world.env, ...env } })).stdout;
    expect(await doctor()).not.toContain("GUFFAW_PROXIES");
    await pageOf(world, { "X-Forwarded-For": "10.0.0.1" });
    await until(async () => (await readFact(world.db, PROXY_SEEN)) !== undefined);
    expect(await doctor()).toMatch(
      /✗ address +Requests come through a proxy \(seen .+\), but GUFFAW_PROXIES is 0: set/,
    );
    expect(await doctor({ GUFFAW_PROXIES: "1" })).not.toMatch(/✗ address/);
  });

  test("startup and doctor say what to set", async () => {
    const env = {
      GUFFAW_DATA: freshFolder("open"),
      GUFFAW_STARTER: "off",
      GUFFAW_HOST: "0.0.0.0",
      GUFFAW_SINGUP: "closed",
    };
    const server = await startServer(env);
    const told =
      /Other machines can reach this site \(GUFFAW_HOST is 0\.0\.0\.0\), but GUFFAW_URL is not set: set GUFFAW_URL to/;
    expect(server.banner()).toMatch(told);
    await server.stop();
    const lines = server.stderr().trim().split("\n");
    // Programs that read standard error get only JSON.
    const logged = lines.map((line) => JSON.parse(line) as { level: string; message: string });
    const warned = logged.filter(({ level }) => level === "warn").map(({ message }) => message);
    expect(warned).toEqual([
      "GUFFAW_SINGUP is not a Guffaw setting and is ignored: did you mean GUFFAW_SIGNUP?",
      expect.stringMatching(told),
    ]);
    const { code, stdout } = await guffaw(["doctor"], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(told);
    expect(stdout).toContain("did you mean GUFFAW_SIGNUP?");
  });
});

describe("a form from another address", () => {
  test("is logged with the actual and expected headers, and tells the person the address", async () => {
    await using world = await openWorld("SQLite");
    const headers = { ...FORM, Origin: "http://192.168.1.10:8420", "X-Request-Id": "lost-1" };
    const page = await world.as().post("/sign-in", { headers, body: "username=ann" });
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain(`at ${world.addresses.url}.`);
    expect(text).not.toContain("GUFFAW_URL");
    const json = await world.as().post("/sign-in", { headers: { ...headers, Accept: "application/json" }, body: "" });
    expect(await json.json()).toEqual({ error: expect.stringContaining(`at ${world.addresses.url}.`) });
    await world.services.log.flush();
    const line = world.logLines.find((one) => one.includes("a form was refused"));
    expect(JSON.parse(line!)).toMatchObject({
      level: "warn",
      request: "lost-1",
      route: "/sign-in",
      origin: "http://192.168.1.10:8420",
      expected: new URL(world.addresses.url).origin,
      hint: expect.stringContaining("set GUFFAW_URL"),
    });
    // "none" is a real value of Sec-Fetch-Site, which this form did not have.
    expect(line).not.toContain("sec_fetch_site");
  });

  test("a long header does not fill the log", async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_URL: "https://memes.example.org" } });
    await world.as().post("/sign-in", { headers: { ...FORM, Origin: "x ".repeat(4000) }, body: "" });
    await world.services.log.flush();
    const line = world.logLines.find((one) => one.includes("a form was refused"))!;
    expect(line.length).toBeLessThan(600);
    expect(line).not.toContain("hint");
  });
});

describe("cookies over https", () => {
  const secure = /^__Host-guffaw=.+; Secure$/;
  const plain = /^guffaw=(?!.*Secure)/;
  const session = (cookies: string[]) => cookies.find((one) => /^(__Host-)?guffaw=/.test(one))!;

  test.each([
    [{ GUFFAW_URL: "https://memes.example.org" }, {}, secure],
    [{ GUFFAW_PROXIES: "1" }, { "X-Forwarded-Proto": "https" }, secure],
    // Anyone can send it, and a browser on plain http would drop the cookie.
    [{}, { "X-Forwarded-Proto": "https" }, plain],
    // The browser itself says so.
    [{}, { Origin: "https://memes.example.org" }, /^guffaw=.+; Secure$/],
  ] as [Record<string, string>, Record<string, string>, RegExp][])("%j %j", async (env, headers, shape) => {
    await using world = await openWithAnn(env);
    const cookies = await cookiesOf(world, headers);
    expect(session(cookies)).toMatch(shape);
    const Cookie = session(cookies).split(";")[0]!;
    expect((await world.as().get("/settings", { headers: { ...headers, Cookie } })).status).toBe(200);
  });

  test.each([
    [1, "https", true],
    [1, "http", false],
    [1, "https, http", false],
    [2, "https, http", true],
    [2, "https", true],
    [1, undefined, false],
    [0, "https", false],
  ])("with %p proxies that say %p, it is %p", (proxies, said, expected) => {
    const headers = requestHeaders(said === undefined ? {} : { "X-Forwarded-Proto": said });
    const where = addresses(readConfig({}, "/srv"), 1);
    expect(isHttps(headers, where, { proxies })).toBe(expected);
  });
});

describe("headers for browsers", () => {
  const PATHS = ["/", "/healthz", "/readyz", "/metrics", "/v1/stats", "/nothing-here"];
  const PLACES = { GUFFAW_URL: "https://memes.example.org", GUFFAW_API_URL: "http://api.example.org" };

  test.each([
    [{ GUFFAW_URL: "https://memes.example.org" }, "max-age=15552000"],
    [PLACES, null],
    [{ GUFFAW_URL: "http://memes.example.org" }, null],
    [{}, null],
  ] as [Record<string, string>, string | null][])("%j: HSTS is %p", async (env, expected) => {
    await using world = await openWorld("SQLite", { env });
    for (const path of PATHS)
      expect((await world.as().get(path)).headers.get("strict-transport-security"), path).toBe(expected);
  });

  test("content types are never guessed", async () => {
    await using world = await openWorld("SQLite");
    for (const path of PATHS)
      expect((await world.as().get(path)).headers.get("x-content-type-options"), path).toBe("nosniff");
  });
});
