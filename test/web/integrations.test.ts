import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { signUp } from "../../src/core/sessions/sign-up.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { findUserByName, updateUser } from "../../src/data/users.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { openWorld, type World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { sidewaysScroll, unfoldAll } from "./browser.ts";
import { newKey, reissue, startProvider, Surfer, type TestProvider, type TokenAnswer } from "./oidc.ts";
import { PAYLOADS } from "./payloads.ts";
import { sessionCookie } from "./signed-in.ts";
import { openMailbox, type TestMailbox } from "./smtp.ts";

const MINUTE = 60_000;
const PASSWORD = "four blue otters";

let op: TestProvider;
let other: TestProvider;
let mailbox: TestMailbox;
let world: World;
let ahead = 0;
let number = 0;

beforeAll(async () => {
  [op, other, mailbox] = [await startProvider(), await startProvider(), openMailbox()];
  const env = {
    ...op.env("HOME"),
    ...other.env("OTHER"),
    GUFFAW_OIDC_HOME_LABEL: "Home & Garden",
    GUFFAW_SMTP_URL: mailbox.url,
    GUFFAW_MAIL_FROM: "memes@example.org",
  };
  world = await openWorld("SQLite", { env, clock: () => Date.now() + ahead });
  for (const [name, provider] of [
    ["home", op],
    ["other", other],
  ] as const)
    await provider.admit(`${world.addresses.url}/sign-in/${name}/callback`);
});

afterEach(() => {
  op.bend = undefined;
  ahead = 0;
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await op?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
  mailbox?.[Symbol.dispose]();
});

/** Somebody with a password, signed in or not. */
async function person(options: { signedIn?: boolean } = {}) {
  const username = `person_${++number}`;
  const { user } = await signUp(world.ctx(), "open", { username, password: PASSWORD, agent: "" });
  const surfer = new Surfer(world);
  if (options.signedIn !== false) await signIn(surfer, username);
  return { user, surfer };
}

const signIn = (surfer: Surfer, name: string, password = PASSWORD) => surfer.post("/sign-in", { name, password });
const link = (surfer: Surfer, login: string) =>
  surfer.travel("/settings/integrations/home/link", login, { password: PASSWORD });
/** Somebody new at the provider. */
const stranger = () => `stranger_${++number}`;

const whoIs = async (surfer: Surfer) =>
  /aria-label="Your account, (\w+)"/.exec(await (await surfer.get("/about")).text())?.[1];
const linkedTo = (login: string) =>
  world.db.selectFrom("integrations").selectAll().where("subject", "=", `${op.issuer} ${login}`).executeTakeFirst();
const textOf = async (response: Response) =>
  (await response.text())
    .replace(/^.*<main/s, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

describe("signing in with another service", () => {
  test("creates an account for somebody new, who can return to it under any name", async () => {
    const login = stranger();
    op.people.set(login, { preferred_username: "nell there", email: "nell@example.org", email_verified: true });
    const surfer = new Surfer(world);
    expect(await (await surfer.get("/sign-in")).text()).toContain("Continue with Home &amp; Garden");
    expect(await (await surfer.get("/sign-up")).text()).toContain("Continue with Other");
    const back = await surfer.travel("/sign-in/home", login, { next: "/submit" });
    expect([back.status, back.headers.get("location")]).toEqual([303, "/sign-in/home/new"]);
    expect(await textOf(await surfer.get("/sign-in/home/new"))).toContain(
      "account here for nell there at Home & Garden yet",
    );
    expect(await textOf(await surfer.post("/sign-in/home/new", { username: "!" }))).toContain("Use 2–32 letters");
    const made = await surfer.post("/sign-in/home/new", { username: "nell" });
    expect([made.status, made.headers.get("location")]).toEqual([303, "/submit"]);
    expect(await whoIs(surfer)).toBe("nell");
    // Works only once.
    expect((await surfer.post("/sign-in/home/new", { username: "nell_too" })).status).toBe(404);
    const user = (await findUserByName(world.db, "nell"))!;
    expect(user).toMatchObject({ hasPassword: false, email: undefined });
    op.people.set(login, { preferred_username: "nelly" });
    const elsewhere = new Surfer(world);
    const again = await elsewhere.travel("/sign-in/home", login, { next: "https://evil.example/" });
    expect([again.status, again.headers.get("location")]).toEqual([303, "/"]);
    expect(await whoIs(elsewhere)).toBe("nell");
    expect(await linkedTo(login)).toMatchObject({ account: "nelly", user_id: user.id });
    const key = await world.key(user, { permissions: ["View Integrations"] });
    expect(await (await world.as(key).get("/v1/integrations")).json()).toEqual({ home: ["nelly"] });
  });

  test("sends state, nonce and a challenge, and stores the state as a hash", async () => {
    const surfer = new Surfer(world);
    const page = await surfer.post("/sign-in/home");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
    const url = new URL(Surfer.wayOut(page));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "guffaw",
      redirect_uri: `${world.addresses.url}/sign-in/home/callback`,
      response_type: "code",
      scope: "openid profile email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(page.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^guffaw-trip=[\w-]{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    );
    expect(await page.text()).toContain(`href="${url.href.replaceAll("&", "&amp;")}"`);
    const kept = JSON.stringify(await world.db.selectFrom("hand_offs").selectAll().execute());
    expect(kept).not.toContain(url.searchParams.get("state")!);
  });

  test("names an account by its verified e-mail address, or else by its id", async () => {
    const [proven, claimed] = [stranger(), stranger().padEnd(255, "-")];
    op.people.set(proven, { email: "proven@example.org", email_verified: true });
    op.people.set(claimed, { email: "claimed@example.org", email_verified: false });
    for (const [login, name] of [
      [proven, "proven@example.org"],
      [claimed, claimed],
    ] as const) {
      const surfer = new Surfer(world);
      await surfer.travel("/sign-in/home", login);
      expect(await textOf(await surfer.get("/sign-in/home/new"))).toContain(`account here for ${name} at`);
    }
  });

  test("ends the browser's old session", async () => {
    const { surfer, user } = await person();
    const login = stranger();
    await link(surfer, login);
    const old = surfer.cookie("guffaw")!;
    await surfer.travel("/sign-in/home", login);
    expect(surfer.cookie("guffaw")).not.toBe(old);
    expect(await whoIs(surfer)).toBe(user.username);
    surfer.setCookie("guffaw", old);
    expect(await whoIs(surfer)).toBeUndefined();
  });

  test("tells suspended people the same as with a password", async () => {
    const { surfer, user } = await person();
    const login = stranger();
    await link(surfer, login);
    await suspendUser(world.ctx(), { user: user.id, reason: "Spam" });
    const elsewhere = new Surfer(world);
    const sentence = /This account is suspended[^<.]*\./.exec(await textOf(await signIn(elsewhere, user.username)))![0];
    const refused = await elsewhere.travel("/sign-in/home", login);
    expect([refused.status, await textOf(refused)]).toEqual([403, expect.stringContaining(sentence)]);
    expect(await whoIs(elsewhere)).toBeUndefined();
  });

  test("speaks German to people who do", async () => {
    const surfer = new Surfer(world);
    await surfer.post("/language", { language: "de", next: "/" });
    expect(await (await surfer.get("/sign-in")).text()).toContain("Weiter mit Home &amp; Garden");
    const refused = await surfer.get("/sign-in/home/callback?state=x&code=y");
    expect(await textOf(refused)).toContain("Fang noch einmal an");
  });
});

describe("two tabs of one browser", () => {
  type Service = "home" | "other";
  interface Leg {
    service: Service;
    login: string;
    path?: string;
  }

  const signingIn = (service: Service, login: string): Leg => ({ service, login });
  const linking = (service: Service, login: string): Leg => ({
    service,
    login,
    path: `/settings/integrations/${service}/link`,
  });

  /** Sends both away before either comes back. Returns the answers in the order they began. */
  async function travelBoth(surfer: Surfer, legs: readonly [Leg, Leg], order: readonly number[]): Promise<Response[]> {
    const away: string[] = [];
    for (const { service, path = `/sign-in/${service}` } of legs)
      away.push(Surfer.wayOut(await surfer.post(path, { password: PASSWORD })));
    const back: string[] = [];
    for (const [i, { login }] of legs.entries()) back.push(await surfer.visitProvider(away[i]!, login));
    const answers: Response[] = [];
    for (const i of order) answers[i] = await surfer.get(back[i]!);
    return answers;
  }

  const leadsTo = (answers: Response[]) => answers.map(({ status, headers }) => headers.get("location") ?? status);
  const ORDERS = [
    [0, 1],
    [1, 0],
  ] as const;
  const PAIRS = [
    ["home", "other"],
    ["other", "home"],
    ["home", "home"],
  ] as const;
  const CASES = PAIRS.flatMap(([one, two]) => ORDERS.map((order) => [one, two, order] as const));

  test.each(CASES)("both come back: %s, then %s, in the order %p", async (one, two, order) => {
    const surfer = new Surfer(world);
    const login = stranger();
    const both = await travelBoth(surfer, [signingIn(one, login), signingIn(two, login)], order);
    expect(leadsTo(both)).toEqual([`/sign-in/${one}/new`, `/sign-in/${two}/new`]);
    // Neither has replaced the other.
    for (const service of [one, two]) expect((await surfer.get(`/sign-in/${service}/new`)).status).toBe(200);
    const username = `tabs_${++number}`;
    expect((await surfer.post(`/sign-in/${one}/new`, { username })).status).toBe(303);
    expect(await whoIs(surfer)).toBe(username);
    // People with an account are not offered another one in the other tab.
    expect((await surfer.post(`/sign-in/${two}/new`, { username: `${username}_too` })).status).toBe(404);
    expect(await whoIs(surfer)).toBe(username);
  });

  test.each(CASES)(
    "both sign in: %s, then %s, in the order %p",
    async (one, two, order) => {
      const { user, surfer: first } = await person();
      const login = stranger();
      for (const service of new Set([one, two]))
        await first.travel(`/settings/integrations/${service}/link`, login, { password: PASSWORD });
      const surfer = new Surfer(world);
      const both = await travelBoth(surfer, [signingIn(one, login), signingIn(two, login)], order);
      expect(leadsTo(both)).toEqual(["/", "/"]);
      expect(await whoIs(surfer)).toBe(user.username);
    },
    MINUTE,
  );

  test.each(ORDERS)("one links while the other signs in, in the order %p, %p", async (first, second) => {
    const { user, surfer } = await person();
    const [mine, unknown] = [stranger(), stranger()];
    const legs = [linking("home", mine), signingIn("other", unknown)] as const;
    expect(leadsTo(await travelBoth(surfer, legs, [first, second]))).toEqual([
      "/settings/integrations",
      "/sign-in/other/new",
    ]);
    expect(await linkedTo(mine)).toMatchObject({ user_id: user.id });
    expect(await whoIs(surfer)).toBe(user.username);
  });

  test(
    "one links, and then the other signs in as somebody else; never the other way round",
    async () => {
      const [one, two] = [await person(), await person()];
      const [mine, theirs] = [stranger(), stranger()];
      await two.surfer.travel("/settings/integrations/other/link", theirs, { password: PASSWORD });
      const legs = [linking("home", mine), signingIn("other", theirs)] as const;
      const secret = () => one.surfer.cookie("guffaw-trip");
      expect(leadsTo(await travelBoth(one.surfer, legs, [1, 0]))).toEqual([400, "/"]);
      expect([await linkedTo(mine), await whoIs(one.surfer), secret()]).toEqual([
        undefined,
        two.user.username,
        undefined,
      ]);
      await signIn(one.surfer, one.user.username);
      expect(leadsTo(await travelBoth(one.surfer, legs, [0, 1]))).toEqual(["/settings/integrations", "/"]);
      expect(await linkedTo(mine)).toMatchObject({ user_id: one.user.id });
      expect([await whoIs(one.surfer), secret()]).toEqual([two.user.username, undefined]);
    },
    MINUTE,
  );
});

test("names from elsewhere are only text here", async () => {
  const login = stranger();
  const name = PAYLOADS.join(" ").slice(0, 190);
  op.people.set(login, { preferred_username: `\u0007${name}\n${"x".repeat(999)}` });
  const { surfer } = await person();
  await link(surfer, login);
  const newcomer = new Surfer(world);
  op.people.set(`${login}_too`, { preferred_username: name });
  await newcomer.travel("/sign-in/home", `${login}_too`);
  for (const page of [await surfer.get("/settings/integrations"), await newcomer.get("/sign-in/home/new")]) {
    const html = await page.text();
    expect(html).toContain("&lt;script&gt;__hit()&lt;/script&gt;");
    for (const payload of PAYLOADS.slice(0, 4)) expect(html).not.toContain(payload);
  }
  expect((await linkedTo(login))!.account).toMatch(/^\P{Cc}{199,200}$/u);
});

describe("linked accounts in the settings", () => {
  test("are linked with the password, shown, announced by mail, and unlinked", async () => {
    const { surfer, user } = await person();
    await updateUser(world.db, user.id, { email: "owner@example.org" });
    const login = stranger();
    const wrong = await surfer.post("/settings/integrations/home/link", { password: "wrong" });
    expect([wrong.status, await textOf(wrong)]).toEqual([
      400,
      expect.stringContaining("That isn't your current password"),
    ]);
    const back = await link(surfer, login);
    expect([back.status, back.headers.get("location")]).toEqual([303, "/settings/integrations"]);
    const page = await textOf(await surfer.get("/settings/integrations"));
    expect(page).toContain(login);
    expect(page).toContain("Linked");
    await runDueJobs(world.services);
    const mail = await mailbox.next("owner@example.org");
    expect(mail).toContain("A new way to sign in to Guffaw");
    expect(mail).toContain(login);
    const elsewhere = new Surfer(world);
    await elsewhere.travel("/sign-in/home", login);
    expect(await whoIs(elsewhere)).toBe(user.username);
    const fields = { account: login, password: PASSWORD };
    expect((await surfer.post("/settings/integrations/home/unlink", { ...fields, password: "" })).status).toBe(400);
    expect((await surfer.post("/settings/integrations/home/unlink", fields)).status).toBe(303);
    expect(await linkedTo(login)).toBeUndefined();
    expect([await whoIs(surfer), await whoIs(elsewhere)]).toEqual([user.username, undefined]);
  });

  test("stay if they are the only way in", async () => {
    const login = stranger();
    const surfer = new Surfer(world);
    await surfer.travel("/sign-in/home", login);
    await surfer.post("/sign-in/home/new", { username: `only_${++number}` });
    const refused = await surfer.post("/settings/integrations/home/unlink", { account: login });
    expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining("only way to sign in")]);
    expect(await linkedTo(login)).toBeDefined();
  });

  test("of other people are refused in plain words", async () => {
    const [one, two] = [await person(), await person()];
    const login = stranger();
    await link(one.surfer, login);
    const refused = await link(two.surfer, login);
    expect([refused.status, await textOf(refused)]).toEqual([
      409,
      expect.stringContaining("This account is linked to another account here."),
    ]);
    expect(await linkedTo(login)).toMatchObject({ user_id: one.user.id });
  });

  test("do not mention services that are not configured", async () => {
    const { surfer } = await person();
    expect((await surfer.post("/settings/integrations/nothing/link", { password: PASSWORD })).status).toBe(404);
    for (const path of ["/sign-in/nothing/callback", "/sign-in/nothing/new"])
      expect((await surfer.get(path)).status).toBe(404);
    expect((await surfer.post("/sign-in/nothing")).status).toBe(404);
  });
});

describe("a callback that is not exactly right", () => {
  /** Nobody is let in, nothing is stored, and the page says so. */
  async function refuses(surfer: Surfer, address: string, status: number, words: string) {
    const count = async () => (await world.db.selectFrom("sessions").select("id").execute()).length;
    const before = await count();
    const answer = await surfer.get(address);
    expect(await textOf(answer)).toContain(words);
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie().join()).not.toMatch(/guffaw=|guffaw-device=/);
    expect(await count()).toBe(before);
    expect((await surfer.get("/sign-in/home/new")).status).toBe(404);
  }

  const BEGIN_AGAIN = "This didn't start in this browser";
  const ODD = "Home & Garden sent an unexpected answer";

  /** The callback address, not yet visited. */
  async function wayBack(surfer: Surfer, login: string, service = "home") {
    return surfer.visitProvider(Surfer.wayOut(await surfer.post(`/sign-in/${service}`)), login);
  }

  const strangersKey = newKey();
  const flipped = (token: string) => {
    const [head, payload, signature = ""] = token.split(".");
    return [head, payload, (signature[0] === "A" ? "B" : "A") + signature.slice(1)].join(".");
  };
  const unsigned = (token: string) => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
  const hour = () => Math.floor(Date.now() / 1000) - 3600;

  const LIES: [string, (body: TokenAnswer) => void][] = [
    ["a token that another provider signed", (b) => (b.id_token = reissue(b.id_token, strangersKey, {}))],
    ["a signature that was changed", (b) => (b.id_token = flipped(b.id_token))],
    ["no signature", (b) => (b.id_token = unsigned(b.id_token))],
    ["another nonce", (b) => (b.id_token = reissue(b.id_token, op.key, { nonce: "other" }))],
    ["no nonce", (b) => (b.id_token = reissue(b.id_token, op.key, { nonce: undefined }))],
    ["a token for another site", (b) => (b.id_token = reissue(b.id_token, op.key, { aud: "other" }))],
    ["a token of another issuer", (b) => (b.id_token = reissue(b.id_token, op.key, { iss: other.issuer }))],
    ["an expired token", (b) => (b.id_token = reissue(b.id_token, op.key, { iat: hour(), exp: hour() }))],
    ["a token of somebody else than whom it tells of", (b) => (b.id_token = reissue(b.id_token, op.key, { sub: "x" }))],
    ["an id with a line break", (b) => (b.id_token = reissue(b.id_token, op.key, { ...NAMED, sub: "a\nb" }))],
    ["an empty id", (b) => (b.id_token = reissue(b.id_token, op.key, { sub: "" }))],
    ["no token at all", (b) => delete (b as Partial<TokenAnswer>).id_token],
  ];
  const NAMED = { preferred_username: "n" };

  test.each(LIES)("%s lets nobody in", async (_, lie) => {
    const surfer = new Surfer(world);
    const address = await wayBack(surfer, stranger());
    op.bend = lie;
    await refuses(surfer, address, 400, ODD);
  });

  test("is refused when used twice or too late", async () => {
    const { surfer, user } = await person();
    const login = stranger();
    await link(surfer, login);
    const elsewhere = new Surfer(world);
    const address = await wayBack(elsewhere, login);
    const trip = elsewhere.cookie("guffaw-trip")!;
    await elsewhere.get(address);
    expect(await whoIs(elsewhere)).toBe(user.username);
    await elsewhere.post("/sign-out");
    elsewhere.setCookie("guffaw-trip", trip);
    await refuses(elsewhere, address, 400, BEGIN_AGAIN);
    const slow = await wayBack(elsewhere, login);
    ahead = 11 * MINUTE;
    await refuses(elsewhere, slow, 400, BEGIN_AGAIN);
  });

  test("is refused with another issuer, or without one", async () => {
    for (const change of [
      (url: URL) => url.searchParams.set("iss", other.issuer),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const surfer = new Surfer(world);
      const url = new URL(await wayBack(surfer, stranger()));
      change(url);
      await refuses(surfer, url.href, 400, ODD);
    }
  });

  test("does not end with another service than it began with", async () => {
    const surfer = new Surfer(world);
    const address = await wayBack(surfer, stranger(), "other");
    await refuses(surfer, address.replace("/sign-in/other/", "/sign-in/home/"), 400, BEGIN_AGAIN);
  });

  test("people who decline there are not bothered here", async () => {
    const surfer = new Surfer(world);
    const url = new URL(await wayBack(surfer, stranger()));
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
    await refuses(surfer, url.href, 403, "You didn't let Home & Garden tell us who you are");
    await refuses(surfer, "/sign-in/home/callback?error=access_denied", 400, BEGIN_AGAIN);
    await refuses(surfer, "/sign-in/home/callback", 400, BEGIN_AGAIN);
  });

  test("people who decline there still get where they wanted to go, if that is here", async () => {
    for (const [next, field, link] of [
      ["/submit?a=b&c", 'name="next" value="/submit?a=b&amp;c"', "/sign-in?next=%2Fsubmit%3Fa%3Db%26c"],
      ["https://evil.example/", undefined, "/sign-in"],
      ["//evil.example/", undefined, "/sign-in"],
    ] as const) {
      const surfer = new Surfer(world);
      const away = Surfer.wayOut(await surfer.post("/sign-in/home", { next }));
      const url = new URL(await surfer.visitProvider(away, stranger()));
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
      const html = await (await surfer.get(url.href)).text();
      const form = /<form method="post" action="\/sign-in\/home">.*?<\/form>/s.exec(html)![0];
      if (field) expect(form).toContain(field);
      else expect(form).not.toContain('name="next"');
      expect(html).toContain(`<a href="${link}">Back to sign in</a>`);
      expect(html).not.toContain("evil.example");
    }
  });

  test("a code of another round trip does not fit", async () => {
    const [mine, theirs] = [new Surfer(world), new Surfer(world)];
    const [url, stolen] = [new URL(await wayBack(mine, stranger())), new URL(await wayBack(theirs, stranger()))];
    url.searchParams.set("code", stolen.searchParams.get("code")!);
    await refuses(mine, url.href, 400, ODD);
  });

  test("the log says what was wrong, and no secret", () => {
    const lines = world.logLines.filter((line) => line.includes("a service to sign in with failed"));
    expect(lines.length).toBeGreaterThan(LIES.length);
    expect(world.logLines.join()).not.toMatch(/code=|state=|eyJ|a secret of guffaw/);
  });
});

test("a service that is down is reported, and hurts nothing else", async () => {
  const gone = await startProvider();
  const env = { ...gone.env("GONE"), ...op.env("HOME") };
  await gone[Symbol.asyncDispose]();
  // Accepts connections and never says a word.
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const mute = { ...gone.env("MUTE"), GUFFAW_OIDC_MUTE_ISSUER: `http://127.0.0.1:${silent.port}` };
  await using site = await openWorld("SQLite", { env: { ...env, ...mute } });
  const surfer = new Surfer(site);
  for (const [service, label] of [
    ["gone", "Gone"],
    ["mute", "Mute"],
  ] as const) {
    const began = performance.now();
    const [one, two] = await Promise.all([surfer.post(`/sign-in/${service}`), surfer.post(`/sign-in/${service}`)]);
    expect([one.status, two.status]).toEqual([503, 503]);
    expect(await textOf(one)).toContain(`${label} isn't responding. Try again later.`);
    const waited = performance.now() - began;
    // The next visitor does not wait for a silent service.
    const next = performance.now();
    expect((await surfer.post(`/sign-in/${service}`)).status).toBe(503);
    if (service === "mute") expect((performance.now() - next) / waited).toBeLessThan(0.5);
  }
  expect((await surfer.get("/sign-in")).status).toBe(200);
  expect((await surfer.post("/sign-in/home")).status).toBe(200);
});

test("a closed site says so to newcomers; an invite-only one asks for an invitation", async () => {
  for (const [mode, words] of [
    ["closed", "this site isn't accepting new ones"],
    ["invite", "Invitation"],
  ] as const) {
    await using site = await openWorld("SQLite", { env: { ...op.env("HOME"), GUFFAW_SIGNUP: mode } });
    await op.admit(`${site.addresses.url}/sign-in/home/callback`, `${world.addresses.url}/sign-in/home/callback`);
    const surfer = new Surfer(site);
    await surfer.travel("/sign-in/home", stranger());
    expect(await textOf(await surfer.get("/sign-in/home/new"))).toContain(words);
    expect((await surfer.post("/sign-in/home/new", { username: "somebody" })).status).toBe(403);
  }
});

/** By axe's rules, and at every width. */
async function faults(page: Page): Promise<string[]> {
  const found = await faultsInBothSchemes(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const pixels = await sidewaysScroll(page);
    if (pixels > 0) found.push(`${pixels} pixels too wide at ${width}`);
  }
  return found;
}

test(
  "in a real browser: link, come back, sign out, sign in with it",
  async () => {
    const { user } = await person({ signedIn: false });
    const login = stranger();
    const browser = await sharedChromium();
    await using context = await browser.newContext({ baseURL: world.addresses.url, reducedMotion: "reduce" });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && page.url().startsWith(world.addresses.url)) problems.push(message.text());
    });
    // The provider's page loads fonts from another site.
    await page.route(/googleapis/, (route) => route.abort());
    const signInThere = async () => {
      await page.waitForURL(`${op.issuer}/interaction/**`);
      await page.getByPlaceholder("Enter any login").fill(login);
      await page.getByPlaceholder("and password").fill("any");
      await page.getByRole("button", { name: "Sign-in" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    };
    await page.goto("/sign-in?next=/settings/integrations");
    await page.getByLabel("Username or e-mail").fill(user.username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Link an account at Home & Garden").first().click();
    await page.getByLabel("Current password").and(page.locator(":visible")).fill(PASSWORD);
    await page.getByRole("button", { name: "Go to Home & Garden" }).click();
    await signInThere();
    await page.waitForURL("**/settings/integrations");
    expect(await page.locator(".note").textContent()).toBe("Account linked. You can now sign in with it.");
    expect(await page.locator("#linked").textContent()).toContain(login);
    await page.getByLabel(`Your account, ${user.username}`).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("/sign-in?next=/submit");
    await page.getByRole("button", { name: "Continue with Home & Garden" }).click();
    // It already knows this browser, and asks nothing.
    await page.waitForURL("**/submit");
    expect(await page.getByLabel(`Your account, ${user.username}`).count()).toBe(1);
    await page.goto("/settings/integrations");
    await unfoldAll(page);
    expect(await faults(page)).toEqual([]);
    await context.clearCookies();
    for (const path of ["/sign-in", "/sign-up", "/sign-in/home/callback"]) {
      await page.goto(path);
      expect(await faults(page), path).toEqual([]);
    }
    const newcomer = new Surfer(world);
    await newcomer.travel("/sign-in/home", stranger());
    const name = "guffaw-newcomer-home";
    await context.addCookies([{ name, value: newcomer.cookie(name)!, url: world.addresses.url }]);
    await page.goto("/sign-in/home/new");
    expect(await faults(page)).toEqual([]);
    expect(problems.filter((one) => !one.includes("a status of 400"))).toEqual([]);
  },
  LAUNCH_TIMEOUT,
);

test("the settings offer to link accounts only where there is a service", async () => {
  const { surfer } = await person();
  const link = 'href="/settings/integrations"';
  expect(await (await surfer.get("/settings")).text()).toContain(link);
  await using alone = await openWorld("SQLite");
  const Cookie = await sessionCookie(alone, await alone.member());
  const read = async (path: string) => (await alone.as().get(path, { headers: { Cookie } })).text();
  expect(await read("/settings")).not.toContain(link);
  expect(await read("/settings/integrations")).toContain(`${link} aria-current="page"`);
});
