import { describe, expect, test } from "bun:test";
import { connect } from "node:net";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import { raw } from "../raw.ts";
import { DIALECTS, openWorld } from "../world.ts";

describe.each(DIALECTS)("conventions of the API on %s", (dialect) => {
  test("three ways to send a key, and none in the query", async () => {
    await using world = await openWorld(dialect);
    const { key } = await world.member();
    const status = async (headers: Record<string, string>, query = "") =>
      (await world.as().get(`/v1/profile/me${query}`, { headers })).status;
    expect(await status({ Authorization: key })).toBe(200);
    expect(await status({ Authorization: `Bearer ${key}` })).toBe(200);
    expect(await status({ Authorization: `bearer ${key}` })).toBe(200);
    expect(await status({ "X-API-Key": key })).toBe(200);
    expect(await status({ Authorization: key, "X-API-Key": key })).toBe(200);
    expect(await status({ Authorization: key, "X-API-Key": "gfw_other" })).toBe(200);
    expect(await status({ Authorization: "gfw_other", "X-API-Key": key })).toBe(401);
    expect(await status({ Authorization: `Basic ${key}` })).toBe(401);
    expect(await status({ Authorization: `${key}, ${key}` })).toBe(401);
    expect(await status({}, `?key=${key}&api_key=${key}&Authorization=${key}`)).toBe(401);
    const twice = `GET /v1/profile/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nAuthorization: ${key}\r\nConnection: close\r\n\r\n`;
    expect(await raw(world.origin, twice)).toStartWith("HTTP/1.1 401");
    await world.services.log.flush();
    expect(world.logLines.join("\n")).not.toContain(key.slice(4, 20));
  });

  test("slashes collapse, HEAD works like GET, a wrong method is 405 with Allow", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const client = world.as(me);
    for (const path of [`//v1//meme///${meme.id}//`, `/v1/meme/${meme.id}/`, "//api//v1/stats/", "/v1/profile/%6De"])
      expect((await client.get(path)).status, path).toBe(200);
    const plain = { headers: { "Accept-Encoding": "identity" } };
    const get = await client.get(`/v1/meme/${meme.id}`, plain);
    const head = await client.head(`/v1/meme/${meme.id}`, plain);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    for (const [method, path, allow] of [
      ["DELETE", "/v1/meme/random", "GET, HEAD"],
      ["POST", `/v1/meme/${meme.id}/caption`, "PUT"],
      ["GET", `/v1/meme/${meme.id}/disable`, "PUT"],
      ["PUT", "/api/v1/stats", "GET, HEAD"],
      ["PATCH", "/v1/openapi.json", "GET, HEAD"],
    ] as const) {
      const response = await client.send(method)(path);
      expect([response.status, response.headers.get("allow")], path).toEqual([405, allow]);
      expect(Object.keys((await response.json()) as object)).toEqual(["error"]);
    }
    for (const path of ["/v1", "/v1/nothing", "/api/v1", "/api/v1/meme", "/v1/meme", "/v1/meme/1/2/3"]) {
      const response = await client.get(path);
      expect(response.status, path).toBe(404);
      expect(Object.keys((await response.json()) as object)).toEqual(["error"]);
    }
  });

  test("reads carry an ETag and answer 304", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const client = world.as(me);
    const etag = (await client.get("/v1/profile/me")).headers.get("etag")!;
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, `W/"a",${etag} ,"b"`, " * "])
      for (const method of ["GET", "HEAD"]) {
        const response = await client.send(method)("/v1/profile/me", { headers: { "If-None-Match": known } });
        expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", etag]);
        expect(response.headers.get("content-type")).toBeNull();
      }
    for (const other of ['"other"', etag.slice(3, -1), `${etag.slice(0, -1)}0"`, '"*"', ""])
      expect((await client.get("/v1/profile/me", { headers: { "If-None-Match": other } })).status, other).toBe(200);
    await world.meme({ by: me });
    expect((await client.get("/v1/profile/me", { headers: { "If-None-Match": etag } })).status).toBe(200);
  });

  test("pages of other sites may call it, without credentials", async () => {
    await using world = await openWorld(dialect);
    const preflight = await world.as().send("OPTIONS")("/v1/meme/1/caption", {
      headers: { Origin: "https://bot.example", "Access-Control-Request-Method": "PUT" },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    const refused = await world.as().get("/v1/meme/1", { headers: { Origin: "https://bot.example" } });
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    for (const name of ["ETag", "Link", "RateLimit", "Retry-After", "X-Error-Code", "X-Request-Id"])
      expect(refused.headers.get("access-control-expose-headers")).toContain(name);
  });

  test("only pages hear that they may call it, and caches are told", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const etag = (await world.as(me).get("/v1/profile/me")).headers.get("etag")!;
    const ways: [status: number, path: string, headers: Record<string, string>][] = [
      [200, "/v1/profile/me", {}],
      [304, "/v1/profile/me", { "If-None-Match": etag }],
      [404, "/v1/meme/1", {}],
      [404, "/v1/nothing", {}],
    ];
    for (const [status, path, headers] of ways)
      for (const origin of [undefined, "https://bot.example", undefined]) {
        const sent = origin ? { ...headers, Origin: origin } : headers;
        const response = await world.as(me).get(path, { headers: sent });
        const told = ["access-control-allow-origin", "access-control-expose-headers", "vary"].map((name) =>
          response.headers.get(name),
        );
        const pages = origin ? ["*", expect.stringContaining("ETag")] : [null, null];
        expect([response.status, ...told], path).toEqual([status, ...pages, "Accept-Encoding, Origin"]);
      }
  });

  test("pages of other sites can read a 404", async () => {
    await using world = await openWorld(dialect);
    for (const path of ["/v1", "/v1/v1/meme/recents", "/api/v1/v1/stats"]) {
      const headers = { Origin: "https://bot.example", "Access-Control-Request-Method": "GET" };
      const preflight = await world.as().send("OPTIONS")(path, { headers });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")], path).toEqual([200, "*"]);
      expect(preflight.headers.get("access-control-allow-headers"), path).toContain("Authorization");
      const missing = await world.as().get(path, { headers });
      expect([missing.status, missing.headers.get("access-control-allow-origin")], path).toEqual([404, "*"]);
      expect(await missing.json()).toEqual({ error: "There is nothing at this address." });
    }
  });

  test("every answer carries a request id: the caller's own if it is reasonable", async () => {
    await using world = await openWorld(dialect);
    const idOf = async (given?: string) =>
      (await world.as().get("/v1/nothing", { headers: given ? { "X-Request-Id": given } : {} })).headers.get(
        "x-request-id",
      )!;
    expect(await idOf("trace-1.a_B")).toBe("trace-1.a_B");
    for (const bad of ["a b", "x".repeat(65), 'a"b']) expect(await idOf(bad)).not.toBe(bad);
    expect(await idOf()).not.toBe(await idOf());
    for (const path of ["/", "/nowhere", "/healthz", "/metrics", "/i/1/2"])
      expect((await world.as().get(path)).headers.get("x-request-id"), path).toBeTruthy();
  });
});

describe.each(DIALECTS)("the rate limit on %s", (dialect) => {
  test("counts by account, says what is left, and refuses with Retry-After", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "3/1m" }, clock: () => now });
    const [one, two] = [await world.member(), await world.member()];
    const get = (who: typeof one) => world.as(who).get("/api/v1/stats");
    const first = await get(one);
    expect(first.headers.get("ratelimit-policy")).toBe('"account";q=3;w=60');
    expect(first.headers.get("ratelimit")).toBe('"account";r=2;t=20');
    expect((await get(one)).headers.get("ratelimit")).toBe('"account";r=1;t=40');
    expect((await get(one)).headers.get("ratelimit")).toBe('"account";r=0;t=60');
    const refused = await get(one);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("20");
    expect(refused.headers.get("ratelimit")).toBe('"account";r=0;t=60');
    expect(Object.keys((await refused.json()) as object)).toEqual(["error"]);
    expect((await get(two)).status).toBe(200);
    now += 20_000;
    expect((await get(one)).status).toBe(200);
    expect((await get(one)).status).toBe(429);
    now += 60_000;
    expect((await get(one)).headers.get("ratelimit")).toBe('"account";r=2;t=20');
  });

  test("tells its policy once in a window, when little is left, and on refusal", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "12/1m" }, clock: () => now });
    const me = await world.member();
    const told = async () => (await world.as(me).get("/v1/stats")).headers.get("ratelimit-policy");
    const policy = '"account";q=12;w=60';
    expect(await told()).toBe(policy);
    for (let left = 10; left > 1; left--) expect(await told(), String(left)).toBeNull();
    expect([await told(), await told(), await told()]).toEqual([policy, policy, policy]);
    now += 59_000;
    expect(await told()).toBeNull();
    now += 2000;
    expect([await told(), await told()]).toEqual([policy, null]);
  });

  test("is shared by all keys of an account, and includes unknown addresses", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "6/1h" } });
    const [one, two] = [await world.member(), await world.member()];
    const keys = await Promise.all([1, 2, 3].map(() => world.key(one.user)));
    const statuses = async (path: string, keysInTurn: string[], method = "GET") => {
      const answers = [];
      for (const key of keysInTurn) answers.push((await world.as(key).send(method)(path)).status);
      return answers;
    };
    expect(await statuses("/v1/stats", keys)).toEqual([200, 200, 200]);
    expect(await statuses("/v1/nowhere", [one.key])).toEqual([404]);
    expect(await statuses("/api/v1/nowhere", [keys[0]!])).toEqual([404]);
    expect(await statuses("/v1/stats", [keys[1]!], "DELETE")).toEqual([405]);
    expect(await statuses("/v1/stats", keys)).toEqual([429, 429, 429]);
    const refused = await world.as(one).get("/v1/nowhere");
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([429, "too_many"]);
    expect(refused.headers.get("retry-after")).toBe("600");
    expect(await statuses("/v1/stats", [one.key], "DELETE")).toEqual([429]);
    expect(await statuses("/v1/stats", [two.key])).toEqual([200]);
    // Callers without a valid key learn that there is nothing, and spend nobody's allowance.
    expect((await world.as().get("/v1/nowhere")).status).toBe(404);
    expect(await statuses("/v1/nowhere", ["gfw_nonsense", `${two.key.slice(0, -1)}!`])).toEqual([404, 404]);
  });
});

test("roots on separate hosts may have the same path, and each answers for its host", async () => {
  const env = {
    GUFFAW_URL: "https://memes.example",
    GUFFAW_API_URL: "https://api.memes.example",
    GUFFAW_OLD_API_URL: "https://old.memes.example/v1",
  };
  await using world = await openWorld("SQLite", { env });
  const me = await world.member();
  const meme = await world.meme({ by: me });
  const get = (host: string, path: string) => world.as(me).get(path, { headers: { Host: host } });
  const author = async (host: string) =>
    ((await (await get(host, `/v1/meme/${meme.id}`)).json()) as { author: unknown }).author;
  expect(await author("api.memes.example")).toMatchObject({ username: me.user.username });
  expect(await author("old.memes.example")).toBe(`${me.user.username}#${me.user.tag}`);
  expect((await get("old.memes.example", "/v1/topmemers")).status).toBe(404);
  expect((await get("api.memes.example", "/v1/topmemers")).status).toBe(200);
  expect((await get("memes.example", "/v1/stats")).status).toBe(404);
  expect((await get("memes.example", imagePath(meme))).status).toBe(200);
  // An unknown host gets everything.
  expect((await world.as(me).get(imagePath(meme))).status).toBe(200);
  for (let i = 0; i < 501; i++) await commentOnMeme(world.ctx(me), { memeId: meme.id, content: "ha" });
  const link = (await get("api.memes.example", `/v1/meme/${meme.id}/comments`)).headers.get("link");
  expect(link).toStartWith(`<https://api.memes.example/v1/meme/${meme.id}/comments?cursor=`);
});

test("a key in the wrong place does not reach the log, whole or escaped", async () => {
  await using world = await openWorld("SQLite");
  const { key } = await world.member();
  const secret = key.slice(4);
  await world.as().get(`/v1/meme/${key}`);
  await world.as().get(`/v1/meme/%67fw_${secret}?key=${key}`);
  await world.as().get(`/v1/meme/gfw_%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`);
  await world.as().get("/v1/nothing", { headers: { "X-Request-Id": `fw_${secret}` } });
  await world.services.log.flush();
  expect(world.logLines.filter((line) => line.includes('"request"')).length).toBe(4);
  for (const line of world.logLines) expect(line).not.toContain(secret.slice(1));
});

test("hanging up in the middle of a body is not a server error", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const head = `PUT /v1/meme/1/caption HTTP/1.1\r\nHost: x\r\nAuthorization: ${me.key}\r\nContent-Type: application/json\r\n`;
  const socket = connect(Number(new URL(world.origin).port), "127.0.0.1");
  socket.write(`${head}Content-Length: 100\r\n\r\n{"ca`);
  await Bun.sleep(100);
  socket.destroy();
  await Bun.sleep(300);
  await world.services.log.flush();
  expect(world.logLines.filter((line) => /"level":"error"|"status":5/.test(line))).toEqual([]);
});

test("images and the operator's pages are for reading only", async () => {
  await using world = await openWorld("SQLite");
  for (const path of ["/healthz", "/readyz", "/metrics", "/i/1/2.png"]) {
    const response = await world.as().post(path);
    expect([response.status, response.headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
  }
});

test("only the plain spelling of what proxies block is answered", async () => {
  await using world = await openWorld("SQLite");
  for (const path of ["/metrics/", "/%6detrics", "/readyz/", "/%72eadyz"])
    expect((await fetch(world.origin + path)).status).toBe(404);
  for (const path of ["/metrics", "/metrics?x", "/readyz"]) expect((await fetch(world.origin + path)).status).toBe(200);
});
