import { describe, expect, test } from "bun:test";

import { DIALECTS, openWorld, type World } from "../world.ts";

const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
// Headers that differ between two answers to the same request.
const NEUTRAL = ["date", "x-request-id", "ratelimit", "ratelimit-policy"];

async function wholeAnswer(world: World, method: string, path: string, headers: Record<string, string>) {
  const response = await world.as().send(method)(path, { headers });
  const told = [...response.headers].filter(([name]) => !NEUTRAL.includes(name)).sort();
  return { status: response.status, headers: told, body: await response.text() };
}

describe.each(DIALECTS)("calls without the version in their path on %s", (dialect) => {
  test("get the same answers as those with it, to the byte", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "1000/1m" } });
    const { key } = await world.member();
    const etag = (await world.as(key).get("/v1/notifications/count")).headers.get("etag")!;
    const ways: Record<string, string>[] = [
      { Authorization: key },
      { Authorization: `Bearer ${key}`, ...HTML },
      { "X-API-Key": key, Accept: "image/png" },
      { Authorization: key, "If-None-Match": etag },
      { Authorization: "gfw_nonsense", ...HTML },
      { Authorization: `${key}, ${key}`, ...HTML },
      {},
      { Accept: "application/json" },
    ];
    for (const path of ["/notifications/count", "/report/1", "/notification/1"])
      for (const method of ["GET", "HEAD", "OPTIONS", "DELETE", "POST"])
        for (const headers of ways) {
          const versioned = await wholeAnswer(world, method, `/v1${path}`, headers);
          const name = `${method} ${path} ${Object.keys(headers).join()}`;
          expect(await wholeAnswer(world, method, path, headers), name).toEqual(versioned);
        }
    const metrics = await (await world.as().get("/metrics")).text();
    expect(metrics).toContain('route="/v1/report/{report}"');
    expect(metrics).not.toContain('route="/report');
  });
});

test("a browser without a key gets a page", async () => {
  await using world = await openWorld("SQLite");
  const proxied = { ...HTML, Authorization: "Basic YTpi" };
  for (const path of ["/notifications/count", "/report/1", "/notification/1"])
    for (const headers of [HTML, proxied]) {
      const response = await world.as().get(path, { headers });
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
  // Paths with the same prefix belong to the website.
  expect((await world.as("gfw_nonsense").get("/notifications")).status).toBe(303);
});

test("they work on the API's host and below its path", async () => {
  const env = { GUFFAW_URL: "https://memes.example", GUFFAW_API_URL: "https://api.memes.example/deep" };
  await using world = await openWorld("SQLite", { env });
  const { key } = await world.member();
  const status = async (host: string, path: string, headers: Record<string, string>) =>
    (await world.as().get(path, { headers: { Host: host, ...headers } })).status;
  const signed = { Authorization: key };
  expect(await status("api.memes.example", "/deep/notifications/count", signed)).toBe(200);
  expect(await status("api.memes.example", "/notifications/count", signed)).toBe(404);
  expect(await status("memes.example", "/deep/notifications/count", signed)).toBe(404);
  // This host has no pages.
  expect(await status("api.memes.example", "/deep/notifications/count", HTML)).toBe(401);
});

test("an unknown version is refused as JSON to programs, and as a page to browsers", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const json = { status: 404, code: "unknown_route", type: "application/json; charset=utf-8" };
  const page = { status: 404, code: null, type: "text/html; charset=utf-8" };
  const answer = async (asked: Promise<Response>) => {
    const { status, headers } = await asked;
    return { status, code: headers.get("x-error-code"), type: headers.get("content-type") };
  };
  for (const path of ["/V1/stats", "/v2/meme/recents", "/v1x"]) {
    expect(await answer(world.as(me).get(path)), path).toEqual(json);
    expect(await answer(world.as(me).post(path, { headers: HTML })), path).toEqual(json);
    expect(await answer(world.as().get(path, { headers: { Accept: "application/json" } })), path).toEqual(json);
    expect(await answer(world.as().get(path, { headers: HTML })), path).toEqual(page);
  }
});
