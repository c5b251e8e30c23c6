import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CDPSession, Page, Route } from "playwright-core";

import { relyingPartyOf } from "../../src/core/passkeys/relying-party.ts";
import { signUp } from "../../src/core/sessions/sign-up.ts";
import { findUserByName } from "../../src/data/users.ts";
import { Authenticator } from "../authenticator.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { guffaw } from "../cli/guffaw.ts";
import { openWorld, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { openTab, type Tab } from "./browser.ts";

const SLOW = 600_000;
const PASSWORD = "four blue otters";
const OURS = { "Sec-Fetch-Site": "same-origin", Accept: "application/json" };

let world: World;
let people = 0;

beforeAll(async () => {
  world = await openWorld("SQLite");
});

afterAll(() => world[Symbol.asyncDispose]());

async function person(): Promise<string> {
  const username = `person_${++people}`;
  await signUp(world.ctx(), "open", { username, password: PASSWORD, agent: "a test" });
  return username;
}

describe("passkeys in a browser", () => {
  let browser: SharedBrowser;

  beforeAll(async () => {
    browser = await sharedChromium();
  }, LAUNCH_TIMEOUT);

  interface Device extends Tab {
    cdp: CDPSession;
    authenticatorId: string;
  }

  /** A window with a built-in authenticator that always says yes. */
  async function openDevice(options = {}): Promise<Device> {
    // Passkeys need a domain name, and the test server's address is a number.
    const named = Object.assign(Object.create(world) as World, { origin: world.addresses.url });
    const tab = await openTab(browser, named, options);
    const cdp = await tab.page.context().newCDPSession(tab.page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { ...tab, cdp, authenticatorId };
  }

  async function signIn(page: Page, name: string) {
    await page.goto("/sign-in");
    await page.getByLabel("Username or e-mail").fill(name);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/");
  }

  async function signOut(page: Page) {
    await page.locator(".menu summary").click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You've been signed out.").waitFor();
  }

  async function add(page: Page, name: string) {
    await page.goto("/settings/passkeys");
    const form = page.getByRole("form", { name: "Add a passkey" });
    await form.getByLabel("Name").fill(name);
    const password = form.getByLabel("Current password");
    if (await password.isVisible()) await password.fill(PASSWORD);
    await form.getByRole("button").click();
    await page.getByText("Your passkey is ready").waitFor();
  }

  test(
    "are added, sign in without a name, are renamed and removed",
    async () => {
      await using device = await openDevice();
      const { page, problems } = device;
      const name = await person();
      await signIn(page, name);
      await page.goto("/settings/passkeys");
      const form = page.getByRole("form", { name: "Add a passkey" });
      expect(await form.getByLabel("Name").inputValue()).toStartWith("Chrome on ");
      await form.getByLabel("Current password").fill("not my password");
      await form.getByRole("button").click();
      await form.getByRole("alert").getByText("That isn't your current password.").waitFor();
      await add(page, "My laptop");
      const row = page.locator(".row");
      expect(await row.textContent()).toContain("My laptopAdded just now · never used");
      expect(await axeViolations(page)).toEqual([]);

      // The same device already has one, and says so.
      await form.getByLabel("Current password").fill(PASSWORD);
      await form.getByRole("button").click();
      await form.getByRole("alert").getByText("already has a passkey for your account").waitFor();
      // Keyboard users stay where they were.
      expect(await form.getByRole("button").evaluate((button) => button === document.activeElement)).toBe(true);

      await row.getByText("Rename").click();
      const rename = page.getByRole("form", { name: "Rename the passkey My laptop" });
      await rename.getByLabel("Name").fill("<b>Old</b> laptop");
      await rename.getByRole("button").click();
      await page.getByText("Renamed.").waitFor();
      expect(await row.locator("strong").textContent()).toBe("<b>Old</b> laptop");

      await signOut(page);
      // Nobody has to press anything: this browser offers it beside the field, and the device says yes.
      await page.goto("/sign-in?next=%2Fsettings%2Fpasskeys");
      await page.waitForURL("**/settings/passkeys");
      expect(await row.textContent()).toContain("last used");

      await row.getByText("Remove", { exact: true }).click();
      const remove = page.getByRole("form", { name: "Remove the passkey" });
      await remove.getByLabel("Current password").fill("not my password");
      await remove.getByRole("button").click();
      await page.getByRole("alert").getByText("That isn't your current password.").waitFor();
      await remove.getByLabel("Current password").fill(PASSWORD);
      await remove.getByRole("button").click();
      await page.getByText("Passkey removed. You've been signed out everywhere else.").waitFor();
      expect(await row.count()).toBe(0);
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "sign in by the button where a browser offers none by itself",
    async () => {
      await using device = await openDevice();
      const { page, cdp, authenticatorId, problems } = device;
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      });
      await signIn(page, await person());
      await add(page, "My laptop");
      await signOut(page);
      await page.goto("/sign-in?next=%2Fsubmit");
      const button = page.getByRole("button", { name: "Sign in with a passkey" });
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      await button.click();
      await page.getByRole("alert").getByText("No passkey was used.").waitFor();
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
      await button.click();
      await page.waitForURL("**/submit");
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "tell of a line that is down in words of ours, never in those of the engine",
    async () => {
      await using device = await openDevice({ locale: "de-DE" });
      const { page } = device;
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      });
      const proxy = { status: 502, contentType: "text/html", body: "<html>Bad gateway" };
      const SILENT = "Die Anfrage kam nicht durch. Prüfe deine Verbindung und versuch es noch einmal.";
      const ODD = "Die Seite hat unerwartet geantwortet. Versuch es gleich noch einmal.";
      const FAULTS: [string, (route: Route) => Promise<void>, string][] = [
        ["no connection", (route) => route.abort("internetdisconnected"), SILENT],
        ["a page in place of the site's answer", (route) => route.fulfill(proxy), ODD],
        ["a page that says that all is well", (route) => route.fulfill({ ...proxy, status: 200 }), ODD],
        ["nothing", (route) => route.fulfill({ status: 500, body: "" }), ODD],
        ["null", (route) => route.fulfill({ json: null }), ODD],
        ["what no browser can use", (route) => route.fulfill({ json: {} }), ODD],
      ];
      const told = async (address: string, press: () => Promise<void>) => {
        const alert = page.locator(".form-error:visible");
        for (const [what, fault, sentence] of FAULTS) {
          await page.route(address, fault, { times: 1 });
          await press();
          await alert.waitFor();
          expect([what, await alert.textContent()]).toEqual([what, sentence]);
        }
      };
      await page.goto("/sign-in");
      await told("**/sign-in/passkey/options", () => page.locator("passkey-sign-in button").click());
      await page.getByLabel("Benutzername oder E-Mail").fill(await person());
      await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Anmelden", exact: true }).click();
      await page.waitForURL((url) => url.pathname === "/");
      await page.goto("/settings/passkeys");
      const form = page.locator("passkey-adder form");
      await form.locator("[name=password]").fill(PASSWORD);
      await told("**/settings/passkeys/options", () => form.getByRole("button").click());
    },
    SLOW,
  );

  test(
    "do without a password, and codes let in whoever has lost them",
    async () => {
      await using device = await openDevice({ permissions: ["clipboard-read", "clipboard-write"] });
      const { page, cdp, authenticatorId, problems } = device;
      const name = await person();
      await signIn(page, name);
      await page.goto("/settings/account");
      expect(await page.getByText("Remove password").count()).toBe(0);
      await add(page, "My laptop");
      await page.goto("/settings/account");
      await page.getByText("Remove password").click();
      const removal = page.getByRole("form", { name: "Remove password" });
      await removal.getByLabel("Current password").fill(PASSWORD);
      await removal.getByRole("button").click();
      const shown = (await page.locator("#codes").textContent())!;
      const codes = shown.split("\n");
      expect(codes).toHaveLength(10);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("Copied").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download as text" }).click(),
      ]);
      expect(await Bun.file(await download.path()).text()).toBe(
        `Recovery codes for ${name} at ${world.addresses.url}\n\n${shown}\n`,
      );
      expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(true);
      // On a phone, in a language with long words.
      await page.setViewportSize({ width: 320, height: 800 });
      await page.evaluate(() => (document.querySelector(".code-bar span")!.textContent = "Wiederherstellungscodes"));
      const [bar, copy] = [page.locator(".code-bar"), page.getByRole("button", { name: "Copy" })];
      const edges = await Promise.all([bar, copy].map(async (one) => (await one.boundingBox())!));
      expect(edges[1]!.x + edges[1]!.width).toBeLessThanOrEqual(edges[0]!.x + edges[0]!.width);
      const done = (await page.getByRole("link", { name: "I've saved them" }).getAttribute("href"))!;
      // Reloading the page sends its form once more.
      await page.reload();
      await page.getByText("Recovery codes are shown only once.").waitFor();
      expect(new URL(page.url()).pathname).toBe(done);
      await page.getByText("10 of 10 left.").waitFor();
      expect(await page.getByLabel("Current password").count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);

      // The last way in cannot be removed.
      await page.goto("/settings/passkeys");
      await page.locator(".row").getByText("Remove", { exact: true }).click();
      await page.getByRole("form", { name: "Remove the passkey" }).getByRole("button").click();
      await page.getByRole("alert").getByText("This is your only way to sign in. Add another one first.").waitFor();

      await signOut(page);
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
      const recover = async (code: string) => {
        await page.goto("/sign-in");
        await page.getByRole("link", { name: "Use a recovery code" }).click();
        await page.getByLabel("Username or e-mail").fill(name);
        await page.getByRole("textbox", { name: "Recovery code" }).fill(code);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      };
      await recover(codes[3]!.toUpperCase());
      await page.getByText("You're in, and this code is used up.").waitFor();
      expect(new URL(page.url()).pathname).toBe("/settings/account");
      await page.getByText("9 of 10 left.").waitFor();
      await signOut(page);
      await recover(codes[3]!);
      await page.getByRole("alert").getByText("Wrong username or code").waitFor();
      await recover(codes[4]!);
      await page.getByText("You're in").waitFor();
      const set = page.getByRole("form", { name: "Set a password" });
      await set.getByLabel("New password").fill(PASSWORD);
      await set.getByRole("button").click();
      await page.getByText("Your password is set").waitFor();
      await signOut(page);
      await recover(codes[5]!);
      await page.getByRole("alert").getByText("Wrong username or code").waitFor();
      expect(problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "are no part of pages without scripts",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled: false });
      const { page } = tab;
      await page.goto("/sign-in");
      expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
      await signIn(page, await person());
      await page.goto("/settings/passkeys");
      expect(await page.getByText("takes JavaScript").isVisible()).toBe(true);
      expect(await page.getByRole("button", { name: "Add a passkey" }).isVisible()).toBe(false);
    },
    SLOW,
  );
});

describe("passkeys over HTTP", () => {
  const site = () => relyingPartyOf(world.addresses.url);

  const send = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(world.origin + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      headers: { ...OURS, ...headers },
    });

  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");

  /** Somebody with a session in which a passkey was added. */
  async function withPasskey(name = "My phone") {
    const username = await person();
    const Cookie = cookieOf(await send("/sign-in", { name: username, password: PASSWORD }));
    const key = await Authenticator.make(site());
    const options = await send("/settings/passkeys/options", { name, password: PASSWORD }, { Cookie });
    const answer = JSON.stringify(await key.register((await options.json()) as never));
    const added = await send("/settings/passkeys", { name, answer }, { Cookie });
    expect(await added.json()).toEqual({ next: "/settings/passkeys" });
    return { username, key, Cookie };
  }

  const challenge = async () => (await (await send("/sign-in/passkey/options")).json()) as { challenge: string };
  const enter = (answer: unknown, more: Record<string, string> = {}) =>
    send("/sign-in/passkey", { answer: typeof answer === "string" ? answer : JSON.stringify(answer), ...more });

  test("sign in once per challenge, and redirect to our own pages only", async () => {
    const { key } = await withPasskey();
    const answer = await key.sign(await challenge());
    const entered = await enter(answer, { next: "/submit" });
    expect([entered.status, await entered.json()]).toEqual([200, { next: "/submit" }]);
    const settings = await fetch(`${world.origin}/settings`, { headers: { Cookie: cookieOf(entered) } });
    expect(settings.url).toEndWith("/settings");
    const again = await enter(answer);
    expect(again.status).toBe(400);
    expect(((await again.json()) as { error: string }).error).toStartWith("This passkey didn't work.");
    expect(again.headers.getSetCookie()).toEqual([]);
    const lured = await enter(await key.sign(await challenge()), { next: "//evil.example" });
    expect(await lured.json()).toEqual({ next: "/" });
  });

  test("refuse answers signed elsewhere or by others, and anything that is no answer", async () => {
    const [{ key }, other] = [await withPasskey(), await withPasskey()];
    const forged = { ...(await other.key.sign(await challenge())), id: key.id, rawId: key.id };
    for (const answer of [
      await key.sign(await challenge(), { origin: "https://evil.example" }),
      await key.sign(await challenge(), { userHandle: other.key.userHandle }),
      await key.sign({ challenge: "AAAA" }),
      forged,
      "",
      "{",
      "[]",
      '{"id":"\\u0000","rawId":"x","type":"public-key","response":{}}',
    ]) {
      const refused = await enter(answer);
      expect(refused.status).toBe(400);
      expect(((await refused.json()) as { error: string }).error).toStartWith("This passkey didn't work.");
    }
    // A challenge for one account adds a passkey to no other.
    const name = "x";
    const given = await send("/settings/passkeys/options", { name, password: PASSWORD }, { Cookie: other.Cookie });
    const stolen = await (await Authenticator.make(site())).register((await given.json()) as never);
    const mine = await withPasskey();
    const added = await send("/settings/passkeys", { name, answer: JSON.stringify(stolen) }, { Cookie: mine.Cookie });
    expect([added.status, await added.json()]).toEqual([400, { error: "We couldn't verify the passkey. Try again." }]);
  });

  test("cannot be renamed, removed or seen by others", async () => {
    const [{ key }, other] = [await withPasskey("A secret name"), await withPasskey()];
    const { Cookie } = other;
    expect((await send(`/settings/passkeys/${key.id}/rename`, { name: "x" }, { Cookie })).status).toBe(404);
    expect((await send(`/settings/passkeys/${key.id}/remove`, { password: PASSWORD }, { Cookie })).status).toBe(404);
    const page = await fetch(`${world.origin}/settings/passkeys`, { headers: { Cookie } });
    expect(await page.text()).not.toContain("A secret name");
  });

  test("without a password, require a recent sign-in", async () => {
    const { username, key, Cookie } = await withPasskey();
    await send("/settings/password/remove", { password: PASSWORD }, { Cookie, Accept: "text/html" });
    const account = async (cookie: string) =>
      (await fetch(`${world.origin}/settings/account`, { headers: { Cookie: cookie } })).text();
    const again = "/sign-in?again=yes&amp;next=%2Fsettings%2Faccount";
    expect(await account(Cookie)).not.toContain(again);
    const user = (await findUserByName(world.db, username))!;
    await world.db.updateTable("sessions").set({ proven_at: 1 }).where("user_id", "=", user.id).execute();
    expect(await account(Cookie)).toContain(again);
    const late = await send("/settings/email", { email: "a@example.org" }, { Cookie, Accept: "text/html" });
    expect([late.status, (await late.text()).includes("Sign in again first")]).toEqual([403, true]);
    // Signed-in people can open the page, and come back with a new session.
    const page = await fetch(world.origin + again.replace("&amp;", "&"), { headers: { Cookie }, redirect: "manual" });
    expect([page.status, (await page.text()).includes("Welcome back")]).toEqual([200, true]);
    const entered = cookieOf(await enter(await key.sign(await challenge())));
    expect(await account(entered)).not.toContain(again);
    expect((await send("/settings/email", { email: `${username}@example.org` }, { Cookie: entered })).status).toBe(303);
  });

  test("limit guesses as much as passwords do", async () => {
    await using own = await openWorld("SQLite");
    const key = await Authenticator.make(relyingPartyOf(own.addresses.url));
    const guess = async (path: string, fields: Record<string, string>) => {
      const init = { method: "POST", body: new URLSearchParams(fields), headers: OURS };
      return (await fetch(own.origin + path, init)).status;
    };
    const answer = JSON.stringify(await key.sign({ challenge: "AAAA" }));
    for (let i = 0; i < 23; i++) expect(await guess("/sign-in/passkey", { answer })).toBe(400);
    expect(await guess("/sign-in/passkey", { answer })).toBe(429);
    for (let i = 0; i < 23; i++) expect(await guess("/sign-in/recovery", { name: "ann", code: "x" })).toBe(400);
    expect(await guess("/sign-in/recovery", { name: "ann", code: "x" })).toBe(429);
  });

  test("tell strangers nothing about accounts", async () => {
    const { username } = await withPasskey();
    const plain = async (name: string) => {
      const init = { method: "POST", body: new URLSearchParams({ name, code: "abcd" }), headers: { ...OURS } };
      const answer = await fetch(`${world.origin}/sign-in/recovery`, init);
      return [answer.status, (await answer.text()).replaceAll(name, "NAME").replace(/nonce="[^"]*"/g, "")];
    };
    expect(await plain(username)).toEqual(await plain("nobody_here"));
  });

  test("leave a way in: a link from the operator sets a password again", async () => {
    const { username, Cookie } = await withPasskey();
    const bare = await send("/settings/password/remove", { password: PASSWORD }, { Cookie, Accept: "text/html" });
    expect(await bare.text()).toContain("Your recovery codes");
    const env = { ...world.env, GUFFAW_URL: world.addresses.url };
    const { stdout } = await guffaw(["user", "reset", username], { env });
    const link = /\/reset\/[\w-]+/.exec(stdout)![0];
    const page = await fetch(world.origin + link);
    expect(await page.text()).toContain("Also revoke all API keys, passkeys and linked accounts");
    const done = await send(link, { password: "nine green herons", revoke: "on" });
    expect([done.status, (await done.text()).includes("1 passkey was removed.")]).toEqual([200, true]);
    expect((await send("/sign-in", { name: username, password: "nine green herons" })).status).toBe(303);
  });
});
