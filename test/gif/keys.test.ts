import { describe, expect, test } from "bun:test";

import { listGifKeys } from "../../src/data/gif-keys.ts";
import { GIF_MOUNTS } from "../../src/http/gif/gif-mounts.ts";
import { guffaw } from "../cli/guffaw.ts";
import { htmlOf } from "../web/html.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { DIALECTS, openWorld } from "../world.ts";
import { gifKey } from "./gif-world.ts";

const FEATURED = "/tenor/v2/featured";

describe.each(DIALECTS)("GIF keys on %s", (dialect) => {
  test("open GIF searches and nothing else, to the pages they are for, until they are revoked", async () => {
    await using world = await openWorld(dialect);
    const ann = await world.member({ name: "ann" });
    const key = await gifKey(world, ann);
    const status = async (path: string, headers = {}) => (await world.as().get(path, { headers })).status;
    expect(await status(`${FEATURED}?key=${key}`)).toBe(200);
    expect(await status(`${FEATURED}?key=${ann.key}`)).toBe(400);
    expect((await world.as(key).get("/v1/stats")).status).toBe(401);
    expect(await status(`/v1/meme/recents?key=${key}&api_key=${key}`)).toBe(401);

    const bound = await gifKey(world, ann, { origins: "https://chat.example.org, https://other.example" });
    expect(await status(`${FEATURED}?key=${bound}`)).toBe(403);
    expect(await status(`${FEATURED}?key=${bound}`, { Origin: "https://chat.example.org.evil.example" })).toBe(403);
    expect(await status(`${FEATURED}?key=${bound}`, { Origin: "https://chat.example.org" })).toBe(200);
    expect(await status(`${FEATURED}?key=${bound}`, { Referer: "https://other.example/room?1" })).toBe(200);
    for (const origins of ["chat.example.org", "https://chat.example.org/path", "ftp://chat.example.org", "https://*"])
      await expect(gifKey(world, ann, { origins })).rejects.toThrow("isn't the address of a site");

    const { env } = world;
    const made = JSON.parse((await guffaw(["gif-key", "create", "ann", "--name", "cli", "--json"], { env })).stdout);
    expect(await status(`${FEATURED}?key=${made.key}`)).toBe(200);
    expect((await guffaw(["gif-key", "list", "ann"], { env })).stdout).toContain("cli (everywhere)");
    await guffaw(["gif-key", "revoke", made.id], { env });
    expect(await status(`${FEATURED}?key=${made.key}`)).toBe(400);
    await world.services.gifKeyUses.flush();
    expect((await listGifKeys(world.db, ann.user.id))[0]!.usedAt).toBeGreaterThan(0);

    // Neither in the log, nor in metrics, nor in a Referer.
    await status(`/klipy/api/v1/${key}/gifs/trending`);
    await status(`/klipy/api/v1/somebodys-short-key/gifs/trending`);
    await world.services.log.flush();
    const told = world.logLines.join("\n") + (await (await world.as().get("/metrics")).text());
    for (const secret of [key, bound, made.key, "somebodys-short-key"]) expect(told).not.toContain(secret);
    const { headers } = await world.as().get(`${FEATURED}?key=${key}`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    await world.db.updateTable("users").set({ suspended_at: 1 }).where("id", "=", ann.user.id).execute();
    expect(await status(`${FEATURED}?key=${key}`)).toBe(400);
  });
});

test("people make GIF keys in their settings, and revoke them there", async () => {
  await using world = await openWorld("SQLite");
  const ann = await world.member({ name: "ann" });
  const headers = { Cookie: await sessionCookie(world, ann), "Sec-Fetch-Site": "same-origin" };
  const post = (path: string, fields: Record<string, string>) =>
    world.as().post(path, { headers, body: new URLSearchParams(fields) });
  expect(await (await world.as().get("/settings/keys", { headers })).text()).toContain("/settings/gif-keys");
  const wrong = await post("/settings/gif-keys", { name: "our chat", origins: "chat.example.org" });
  expect(wrong.status).toBe(400);
  expect(await htmlOf(wrong)).toContain("isn't the address of a site");
  const fields = { name: "our chat", origins: "http://chat.example.org", mature: "on", form: "one" };
  const made = await (await post("/settings/gif-keys", fields)).text();
  const key = /gif_\w+/.exec(made)![0];
  // An address that somebody pastes would be refused.
  expect(made).toContain("only from pages of these sites: http://chat.example.org.");
  expect(made).not.toContain(FEATURED);
  const [address] = /\/tenor\/v2\/featured\?key=gif_\w+/.exec(
    await (await post("/settings/gif-keys", { name: "our bot", origins: "", form: "two" })).text(),
  )!;
  expect((await world.as().get(address)).status).toBe(200);
  const use = () => world.as().get(`${FEATURED}?key=${key}`, { headers: { Origin: "http://chat.example.org" } });
  expect((await use()).status).toBe(200);
  expect((await post("/settings/gif-keys", fields)).headers.get("location")).toBe("/settings/gif-keys");
  const list = await (await world.as().get("/settings/gif-keys", { headers })).text();
  expect(list).toContain("http://chat.example.org");
  expect(list).not.toContain(key);
  const gifKey = (await listGifKeys(world.db, ann.user.id)).find(({ name }) => name === "our chat");
  const bob = await world.member();
  const others = { ...headers, Cookie: await sessionCookie(world, bob) };
  const path = `/settings/gif-keys/${gifKey!.id}/revoke`;
  expect((await world.as().post(path, { headers: others })).status).toBe(404);
  expect((await post(path, {})).headers.get("location")).toBe("/settings/gif-keys");
  expect((await use()).status).toBe(400);
});

test("where GIF searches are off, commands and settings say so, and keys can still be revoked", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_GIF_API: "off" } });
  const { env } = world;
  const ann = await world.member({ name: "ann" });
  const create = (...more: string[]) => guffaw(["gif-key", "create", "ann", "--name", "early", ...more], { env });
  expect((await create()).stdout).toContain("It does not work yet: this site's GIF search is off. Set GUFFAW_GIF_API");
  const made = JSON.parse((await create("--json")).stdout);
  expect(made).toMatchObject({ key: expect.stringMatching(/^gif_/), warning: expect.stringContaining("is off") });
  expect((await guffaw(["doctor"], { env })).stdout).toContain("GUFFAW_GIF_API is off, so GIF keys do not work.");
  const headers = { Cookie: await sessionCookie(world, ann), "Sec-Fetch-Site": "same-origin" };
  const html = await htmlOf(await world.as().get("/settings/gif-keys", { headers }));
  expect(html).toContain("This site doesn't answer GIF searches");
  expect(html).toContain(`/settings/gif-keys/${made.id}/revoke`);
  expect(html).not.toContain('name="origins"');
  const refused = await world.as().post("/settings/gif-keys", { headers, body: new URLSearchParams({ name: "x" }) });
  expect([refused.status, await htmlOf(refused)]).toEqual([
    403,
    expect.stringContaining("doesn't answer GIF searches"),
  ]);
  const revoked = await world.as().post(`/settings/gif-keys/${made.id}/revoke`, { headers });
  expect(revoked.headers.get("location")).toBe("/settings/gif-keys");
});

test("every route of every dialect needs a key, answers browsers that ask first, and can be opened or closed", async () => {
  await using world = await openWorld("SQLite");
  const paths = GIF_MOUNTS.flatMap(({ root, routes }) =>
    routes.map(({ method, path }) => ({ method, path: root + path.replace("{key}", "none").replace(/\{\w+\}/, "1") })),
  );
  expect(paths.length).toBeGreaterThan(30);
  const headers = { Origin: "https://a.example" };
  for (const { method, path } of paths) {
    const refused = await world.as().send(method)(path, { headers });
    expect([400, 401, 403], path).toContain(refused.status);
    expect(refused.headers.get("access-control-allow-origin"), path).toBe("*");
    const asked = await world.as().send("OPTIONS")(path, { headers });
    expect([asked.status, asked.headers.get("access-control-allow-origin")], path).toEqual([200, "*"]);
    expect(asked.headers.get("access-control-allow-headers")).toContain("Content-Type");
  }
  await using open = await openWorld("SQLite", { env: { GUFFAW_GIF_API: "open" } });
  for (const query of ["", "?key=any", "?key="]) expect((await open.as().get(FEATURED + query)).status).toBe(200);
  await using off = await openWorld("SQLite", { env: { GUFFAW_GIF_API: "off" } });
  expect((await off.as().get(FEATURED)).status).toBe(404);
  await expect(gifKey(off, await off.member())).rejects.toThrow("GUFFAW_GIF_API is set to off");
});

test("requests are limited by network and by key, in each dialect's own words", async () => {
  await using world = await openWorld("SQLite", {
    env: { GUFFAW_GUEST_LIMIT: "1/1h", GUFFAW_RATE_LIMIT: "1/1h", GUFFAW_PROXIES: "1" },
  });
  const key = await gifKey(world, await world.member());
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
  const get = (address: string) => world.as().get(`${FEATURED}?key=${key}`, from(address));
  expect((await get("10.0.0.1")).status).toBe(200);
  const refused = await get("10.0.0.1");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({ error: { code: 429, status: "RESOURCE_EXHAUSTED" } });
  for (let at = 2; at <= 10; at++) expect((await get(`10.0.${at}.1`)).status).toBe(200);
  expect((await get("10.0.99.1")).status).toBe(429);
});
