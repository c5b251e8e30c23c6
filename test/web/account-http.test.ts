import { describe, expect, test } from "bun:test";
import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { join } from "node:path";

import { signUp } from "../../src/core/sessions/sign-up.ts";
import { createOwnKey } from "../../src/core/keys/create-own-key.ts";
import { listOwnKeys } from "../../src/core/keys/list-own-keys.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { useKey } from "../../src/core/keys/use-key.ts";
import { makeInvite } from "../../src/core/users/invite.ts";
import { allowReset } from "../../src/core/users/reset-password.ts";
import { browserName } from "../../src/http/web/settings/browser-name.ts";
import { callerOf, networkOf } from "../../src/http/remote-address.ts";
import { wordsIn } from "../../src/words/words.ts";
import { DIALECTS, freshFolder, openWorld, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";
import { unzip } from "./unzip.ts";

const PASSWORD = "four blue otters";
/** Has just signed in. */
const JUST_PROVEN = { password: "", since: Date.now() };
const HOUR = 3_600_000;
const OURS = { "Sec-Fetch-Site": "same-origin" };

const send = (world: World, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(world.origin + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: { ...OURS, ...headers },
  });

const enter = (world: World, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  send(world, "/sign-in", { name: "ann", password: PASSWORD, ...fields }, headers);

const joined = (world: World, username = "ann") =>
  signUp(world.ctx(), "open", { username, password: PASSWORD, email: `${username}@example.org`, agent: "a test" });

describe("signing in over HTTP", () => {
  test("sets cookies that other sites, and for the session scripts, cannot use", async () => {
    for (const [url, prefix, secure] of [
      [undefined, "", ""],
      ["https://memes.example.org", "__Host-", "; Secure"],
    ] as const) {
      await using world = await openWorld("SQLite", { env: url ? { GUFFAW_URL: url } : {} });
      await joined(world);
      const cookies = (await enter(world)).headers.getSetCookie();
      expect(cookies).toHaveLength(3);
      for (const [i, name] of [
        [0, "guffaw"],
        [2, "guffaw-device"],
      ] as const)
        expect(cookies[i]).toMatch(
          new RegExp(`^${prefix}${name}=[\\w-]{32}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax${secure}$`),
        );
      // Scripts tell by it that somebody else has signed in since. It opens nothing.
      expect(cookies[1]).toMatch(new RegExp(`^guffaw-person=\\w{12}; Path=/; Max-Age=\\d+; SameSite=Lax${secure}$`));
      const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
      const out = await send(world, "/sign-out", {}, { Cookie: cookie });
      expect(out.headers.getSetCookie()[0]).toStartWith(`${prefix}guffaw=; Path=/; Max-Age=0`);
      const settings = await fetch(`${world.origin}/settings`, { headers: { Cookie: cookie }, redirect: "manual" });
      expect(settings.status).toBe(303);
    }
  });

  test("leads back to our own pages only", async () => {
    await using world = await openWorld("SQLite");
    await joined(world);
    for (const [next, to] of [
      ["/meme/1?x=1", "/meme/1?x=1"],
      ["//evil.example", "/"],
      ["/\\evil.example", "/"],
      ["https://evil.example/", "/"],
      ["javascript:alert(1)", "/"],
      ["/\t/evil.example", "/"],
      ["", "/"],
      ["/search?q=日本 é\u007f", "/search?q=%E6%97%A5%E6%9C%AC%20%C3%A9%7F"],
    ] as const)
      expect((await enter(world, { next })).headers.get("location"), next).toBe(to);
  });

  test("is refused on a page, whatever the return path is", async () => {
    await using world = await openWorld("SQLite");
    const answer = await world.as().post("/sign-in", {
      body: JSON.stringify({ name: "ann", password: "wrong", next: "/\ud800" }),
      headers: { ...OURS, "Content-Type": "application/json" },
    });
    expect(answer.status).toBe(400);
  });

  test("gives the same answer for a wrong password and an unknown name", async () => {
    await using world = await openWorld("SQLite");
    await joined(world);
    const plain = async (fields: Record<string, string>) => {
      const answer = await enter(world, { password: "not my password", ...fields });
      const text = await answer.text();
      return [answer.status, text.replaceAll(fields.name!, "NAME").replace(/nonce="[^"]*"/g, "")];
    };
    expect(await plain({ name: "ann" })).toEqual(await plain({ name: "bob" }));
  });

  test("is refused after too many attempts, but not to a browser the owner has used", async () => {
    await using world = await openWorld("SQLite");
    const { device } = await joined(world);
    const wrong = { password: "x" };
    // Twenty for all strangers together, then three per network.
    for (let i = 0; i < 23; i++) expect((await enter(world, wrong)).status).toBe(400);
    const refused = await enter(world);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await refused.text()).toContain("Too many attempts");
    expect((await enter(world, {}, { Cookie: `guffaw-device=${device}` })).status).toBe(303);
  });

  test("renews the cookie of a session once in an hour of use", async () => {
    let now = Math.floor(Date.now() / HOUR) * HOUR;
    await using world = await openWorld("SQLite", { clock: () => now });
    const ann = await world.member();
    const Cookie = await sessionCookie(world, ann);
    const look = async () => {
      const { headers } = await fetch(`${world.origin}/settings`, { headers: { Cookie } });
      return headers.getSetCookie().filter((one) => one.startsWith("guffaw="));
    };
    expect(await look()).toEqual([]);
    now += HOUR;
    expect(await look()).toEqual([`${Cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`]);
    expect(await look()).toEqual([]);
  });
});

describe("signing up over HTTP", () => {
  test("is as open as the site", async () => {
    const fields = { username: "ann", password: PASSWORD };
    await using closed = await openWorld("SQLite", { env: { GUFFAW_SIGNUP: "closed" } });
    expect(await (await fetch(`${closed.origin}/sign-up`)).text()).toContain("Sign-ups are closed");
    expect((await send(closed, "/sign-up", fields)).status).toBe(403);
    await using asks = await openWorld("SQLite", { env: { GUFFAW_URL: "https://memes.example.org" } });
    expect(await (await fetch(`${asks.origin}/sign-up`)).text()).toContain("invite-only");
    expect((await send(asks, "/sign-up", fields)).status).toBe(403);
    await using open = await openWorld("SQLite");
    const refused = await send(open, "/sign-up", { ...fields, password: "short", email: '"><script>' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect((await send(open, "/sign-up", fields)).status).toBe(303);
    for (let i = 0; i < 18; i++) await send(open, "/sign-up", { username: "x", password: "y" });
    expect((await send(open, "/sign-up", fields)).status).toBe(429);
  });

  test("leaves no secret in the log", async () => {
    await using world = await openWorld("SQLite");
    const { user } = await joined(world);
    const secret = await allowReset(world.ctx(), user);
    const invite = await makeInvite(world.ctx(), HOUR);
    await fetch(`${world.origin}/reset/${secret}`);
    await fetch(`${world.origin}/sign-up?invite=${invite}`);
    await send(world, `/reset/${secret}`, { password: "nine green herons" });
    await world.services.log.flush();
    const log = world.logLines.join("\n");
    expect(log).toContain("/reset/…");
    for (const hidden of [secret, invite, "herons"]) expect(log).not.toContain(hidden);
  });

  test("without mail, people have to ask the operator for a reset", async () => {
    await using world = await openWorld("SQLite");
    expect(await (await fetch(`${world.origin}/reset`)).text()).toContain("Ask the people who run it");
    expect((await send(world, "/reset", { name: "ann" })).status).toBe(403);
  });
});

describe.each(DIALECTS)("one's own data on %s", (dialect) => {
  test("comes in one archive, with the pictures", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob] = [await world.member({ name: "ann", bio: "Überotter 🦦" }), await world.member({ name: "bob" })];
    const [own, hidden, his] = [
      await world.meme({ by: ann, caption: "first" }),
      await world.meme({ by: ann, caption: "second", disabled: true }),
      await world.meme({ by: bob, caption: "not hers" }),
    ];
    await world.rate(ann, his, 4);
    await world.rate(bob, own, 5);
    await world.as(ann).post(`/v1/meme/${his.id}/comments?content=ha`);
    await world.as(ann).put("/v1/profile/bob/follow");
    await world.as(ann).post(`/v1/meme/${his.id}/report?reason=spam`);
    const office = await createCollection(world.ctx(ann), { name: "Office" });
    await collectMeme(world.ctx(ann), { memeId: his.id, collectionId: office.id });
    const headers = { Cookie: await sessionCookie(world, ann) };
    const answer = await send(world, "/settings/export", {}, headers);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="ann-localhost-[\d-]{10}\.zip"$/);
    const bytes = await answer.bytes();
    const files = unzip(bytes);
    const json = (name: string) => JSON.parse(files.get(`${name}.json`)!.toString()) as unknown;
    expect(json("profile")).toMatchObject({ username: "ann", bio: "Überotter 🦦" });
    expect(json("memes")).toMatchObject([{ caption: "second", disabled: true }, { caption: "first" }]);
    expect(json("ratings")).toMatchObject([{ meme: his.id, rating: 4 }]);
    expect(json("comments")).toMatchObject([{ meme: his.id, content: "ha" }]);
    expect(json("follows")).toMatchObject([{ user: bob.user.id }]);
    expect(json("notifications")).toMatchObject([{ sender: bob.user.id, meme: own.id, rating: 5 }]);
    expect(json("reports")).toMatchObject([{ meme: his.id, reason: "spam" }]);
    expect(json("saved")).toMatchObject([{ meme: his.id }]);
    expect(json("collections")).toMatchObject([{ name: "Office", shared: false, memes: 1 }]);
    expect(json(`collections/${office.id}`)).toMatchObject([{ meme: his.id }]);
    expect(json("keys")).toMatchObject([{ name: "test" }]);
    expect(json("integrations")).toEqual([]);
    expect([...files.keys()].filter((path) => path.startsWith("images/")).sort()).toEqual(
      [own, hidden].map(({ id }) => `images/${id}.png`).sort(),
    );
    expect(files.get(`images/${own.id}.png`)!.subarray(1, 4).toString()).toBe("PNG");
    const all = Buffer.from(bytes).toString();
    expect(all).not.toContain(ann.key);
    for (const secret of ["password_hash", "hash", "not hers"]) expect(all).not.toContain(secret);
    await requireUnzip(bytes);
  });

  test("is for its owner only, and rate-limited", async () => {
    await using world = await openWorld(dialect);
    expect((await send(world, "/settings/export", {})).headers.get("location")).toStartWith("/sign-in");
    const headers = { Cookie: await sessionCookie(world, await world.member()) };
    for (let i = 0; i < 10; i++) await (await send(world, "/settings/export", {}, headers)).bytes();
    expect((await send(world, "/settings/export", {}, headers)).status).toBe(429);
  });

  test("keys can be managed only by their owner, on the website", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob] = [await world.member(), await world.member()];
    const input = { name: "bot", permissions: ["Ratings" as const], readOnly: true, proof: JUST_PROVEN };
    const { apiKey } = await createOwnKey(world.ctx(ann), input);
    expect(apiKey).toMatchObject({ userId: ann.user.id, permissions: ["Ratings"] });
    await expect(revokeKey(world.ctx(bob), apiKey.id)).rejects.toThrow("no such key");
    await expect(revokeKey(world.ctx(ann), "x")).rejects.toThrow("no such key");
    await expect(createOwnKey(world.ctx(), input)).rejects.toThrow("need an account");
    const byKey = { ...world.ctx(), actor: await useKey(world.ctx(), ann.key, Date.now()) };
    await expect(createOwnKey(byKey, input)).rejects.toThrow("on the website");
    await expect(revokeKey(byKey, apiKey.id)).rejects.toThrow("on the website");
    await expect(listOwnKeys(byKey)).rejects.toThrow("on the website");
    await revokeKey(world.ctx(ann), apiKey.id);
    expect(await listOwnKeys(world.ctx(ann))).toMatchObject([{ name: "test" }]);
    for (let i = 0; i < 49; i++) await createOwnKey(world.ctx(ann), input);
    await expect(createOwnKey(world.ctx(ann), input)).rejects.toThrow("up to 50");
  });
});

/** If the machine has it, a program that is not ours checks the archive too. */
async function requireUnzip(bytes: Uint8Array) {
  if (!Bun.which("unzip")) return;
  const file = join(freshFolder("zip"), "data.zip");
  await Bun.write(file, bytes);
  const { exitCode } = Bun.spawnSync(["unzip", "-tq", file]);
  expect(exitCode).toBe(0);
}

describe("the remote address", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", "unknown"],
    ["nonsense", "unknown"],
  ])("%p is of the network %p", (address, network) => expect(networkOf(address)).toBe(network));

  test("is taken from our own proxies, and from nobody else", () => {
    expect(callerOf("1.1.1.1", "9.9.9.9", 0)).toBe("9.9.9.9");
    expect(callerOf("6.6.6.6, 1.1.1.1", "9.9.9.9", 1)).toBe("1.1.1.1");
    expect(callerOf("6.6.6.6, 1.1.1.1, 2.2.2.2", "9.9.9.9", 2)).toBe("1.1.1.1");
    expect(callerOf(null, "9.9.9.9", 1)).toBe("9.9.9.9");
  });

  test.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"],
    ["Mozilla/5.0 (Linux; Android 16) Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Mac"],
    ["curl/8.5.0", "Unknown browser"],
  ])("%p is called %p", (agent, name) => expect(browserName(wordsIn("en"), agent)).toBe(name));
});
