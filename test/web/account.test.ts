import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { wordsIn } from "../../src/words/words.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { startRunner, type Runner } from "../../src/jobs/runner.ts";
import type { World } from "../world.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { openMailWorld, type MailWorld } from "./mail-world.ts";
import type { TestMailbox } from "./smtp.ts";

const SLOW = 600_000;
const PASSWORD = "four blue otters";
const WITH_AND_WITHOUT = [
  ["with scripts", true],
  ["without scripts", false],
] as const;

let browser: SharedBrowser;
let opened: MailWorld;
let world: World;
let mailbox: TestMailbox;
let jobs: Runner;
let people = 0;

beforeAll(async () => {
  opened = await openMailWorld("SQLite");
  ({ world, mailbox } = opened);
  jobs = await startRunner(world.services, { where: world.addresses });
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await jobs?.stop();
  await opened?.[Symbol.asyncDispose]();
});

const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });
const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
const note = (page: Page) => page.locator(".note").innerText();
const isSignedIn = async (page: Page) => (await page.locator(".menu").count()) === 1;

async function join(page: Page, { email = "" } = {}): Promise<string> {
  const username = `person_${++people}`;
  await page.goto("/sign-up");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  if (email) await page.getByLabel("E-mail").fill(email);
  await press(page, "Create my account");
  return username;
}

const linkIn = (mail: string) => new RegExp(`${world.addresses.url}(/\\w+/[\\w-]{32})`).exec(mail)![1]!;

async function enter(page: Page, name: string, password = PASSWORD) {
  await page.goto("/sign-in");
  await page.getByLabel("Username or e-mail").fill(name);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
}

async function leave(page: Page) {
  await page.locator(".menu > summary").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
}

describe.each(WITH_AND_WITHOUT)("an account, %s", (_, javaScriptEnabled) => {
  test(
    "is made, left and entered again",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      const email = `new_${people}@example.org`;
      const name = await join(page, { email });
      expect(await note(page)).toContain("Welcome");
      expect(await isSignedIn(page)).toBe(true);
      await leave(page);
      expect(await note(page)).toContain("signed out");
      expect(await isSignedIn(page)).toBe(false);

      await enter(page, name, "not my password");
      expect(await page.getByRole("alert").innerText()).toContain("Wrong username or password");
      expect(await page.getByLabel("Username or e-mail").inputValue()).toBe(name);
      expect(await page.getByLabel("Password").inputValue()).toBe("");
      await enter(page, email.toUpperCase());
      expect(await isSignedIn(page)).toBe(true);
      // Signing in leads back to the page that required it.
      await leave(page);
      await page.goto("/settings/keys");
      await page.getByLabel("Username or e-mail").fill(name);
      await page.getByLabel("Password").fill(PASSWORD);
      await press(page, "Sign in");
      expect(new URL(page.url()).pathname).toBe("/settings/keys");
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "gets a new password by mail",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      await using other = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      const email = `lost_${people}@example.org`;
      const name = await join(other.page, { email });
      const ask = async (who: string) => {
        await page.goto("/sign-in");
        await page.getByRole("link", { name: "Forgot your password?" }).click();
        await page.getByLabel("Username or e-mail").fill(who);
        await press(page, "Send me a link");
        return page.getByRole("main").innerText();
      };
      const said = await ask("nobody_at_all");
      expect(await ask(name)).toBe(said);
      // Not before the address is confirmed, which viewing the link does not do.
      const link = linkIn(await mailbox.next(email));
      await page.goto(link);
      expect(await page.getByRole("main").innerText()).toContain(name);
      await press(page, "Yes, confirm it");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Your address is confirmed");
      expect(await ask(name)).toBe(said);
      const mail = await mailbox.next(email);
      expect(mail).toContain("From: Guffaw <memes@example.org>");
      const path = linkIn(mail);
      await page.goto(path);
      await page.getByLabel("New password", { exact: true }).fill("password123");
      await press(page, "Set password and sign in");
      expect(await page.getByRole("alert").innerText()).toContain("Choose another");
      await page.getByLabel("New password", { exact: true }).fill("nine green herons");
      await press(page, "Set password and sign in");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Your new password is set");
      expect(await isSignedIn(page)).toBe(true);
      await other.page.goto("/");
      expect(await isSignedIn(other.page)).toBe(false);
      expect((await page.goto(path))!.status()).toBe(404);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("has expired");
      expect(mailbox.mails.filter((one) => one.includes("nobody"))).toEqual([]);
    },
    SLOW,
  );

  test(
    "has a name, a bio, an address and a password that can be changed",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      await join(page);
      await page.goto("/settings");
      const name = `renamed_${++people}`;
      await page.getByLabel("Username").fill(name);
      await page.getByLabel("About you").fill("\nI like <b>otters</b>.\n\nAnd rain.");
      await press(page, "Save");
      expect(await note(page)).toBe("Saved.");
      expect(await page.getByLabel("Username").inputValue()).toBe(name);
      expect(await page.getByLabel("About you").inputValue()).toBe("\nI like <b>otters</b>.\n\nAnd rain.");
      await page.getByLabel("Username").fill("admin");
      await press(page, "Save");
      expect(await page.locator("#form-error").innerText()).toContain("reserved");

      await page.goto("/settings/account");
      const email = form(page, "E-mail");
      await email.getByLabel("E-mail").fill("me@example.org");
      await email.getByLabel("Current password").fill("not my password");
      await email.getByRole("button").click();
      expect(await email.getByRole("alert").innerText()).toContain("current password");
      expect(await email.getByLabel("E-mail").inputValue()).toBe("me@example.org");
      await email.getByLabel("E-mail").fill(`${name}@example.org`);
      await email.getByLabel("Current password").fill(PASSWORD);
      await email.getByRole("button").click();
      expect(await note(page)).toContain("A link is on its way");
      expect(await page.locator(".address-waits").innerText()).toContain(`${name}@example.org isn't confirmed yet`);
      await press(page, "Send the link again");
      expect(await note(page)).toContain("A link is on its way");

      const password = form(page, "Change your password");
      await password.getByLabel("Current password").fill(PASSWORD);
      await password.getByLabel("New password").fill("nine green herons");
      await password.getByRole("button").click();
      expect(await note(page)).toContain("password has been changed");
      await leave(page);
      await enter(page, `${name}@example.org`, "nine green herons");
      expect(await isSignedIn(page)).toBe(true);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "makes a key that works until it is revoked",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled, locale: "en-US" });
      const { page } = tab;
      const name = await join(page);
      await page.goto("/settings/keys");
      await page.getByLabel("Name").fill("my <i>bot</i>");
      await page.getByLabel("Read only").check();
      await page.getByLabel("View Integrations").check();
      await page.getByLabel("Expires").selectOption("30");
      await press(page, "Create key");
      const key = await page.locator("#new-key").innerText();
      const curl = await page.locator("#new-key-curl").innerText();
      expect(curl).toStartWith(`curl -H "Authorization: ${key}"`);
      expect(await page.locator(".copy").first().isVisible()).toBe(javaScriptEnabled);
      const call = (path: string, method = "GET") =>
        fetch(world.origin + path, { method, headers: { Authorization: key } });
      expect(await (await call("/v1/profile/me")).json()).toMatchObject({ username: name });
      expect((await call("/v1/integrations")).status).toBe(200);
      expect((await call("/v1/profile/me?bio=x", "PATCH")).status).toBe(403);

      await page.goto("/settings/keys");
      expect(await page.locator("#new-key").count()).toBe(0);
      const row = page.getByRole("listitem").filter({ hasText: "my <i>bot</i>" });
      const text = await row.innerText();
      expect(text).toContain("Read only");
      expect(text).toContain("View Integrations");
      expect(text).toContain(`expires on ${wordsIn("en", "en-US").date(Date.now() + 30 * 86_400_000)}`);
      await row.locator("summary").click();
      await row.getByRole("button", { name: "Yes, revoke it" }).click();
      expect(await note(page)).toContain("has been revoked");
      expect(await row.count()).toBe(0);
      expect((await call("/v1/profile/me")).status).toBe(401);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "sees where it is signed in, and signs out there",
    async () => {
      const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
      await using here = await openTab(browser, world, { javaScriptEnabled });
      await using there = await openTab(browser, world, { javaScriptEnabled, userAgent: agent });
      await using third = await openTab(browser, world, { javaScriptEnabled });
      const name = await join(here.page);
      await enter(there.page, name);
      await enter(third.page, name);
      await here.page.goto("/settings/account");
      const rows = here.page.locator("#sessions").getByRole("listitem");
      expect(await rows.count()).toBe(3);
      const own = rows.filter({ hasText: "This browser" });
      expect([await own.count(), await own.getByRole("button").count()]).toEqual([1, 0]);
      await rows.filter({ hasText: "Firefox on Linux" }).getByRole("button").click();
      expect(await note(here.page)).toContain("signed out");
      await there.page.reload();
      expect(await isSignedIn(there.page)).toBe(false);
      await press(here.page, "Sign out everywhere else");
      await third.page.reload();
      expect(await isSignedIn(third.page)).toBe(false);
      expect(await rows.count()).toBe(1);
      expect(await isSignedIn(here.page)).toBe(true);
    },
    SLOW,
  );

  test(
    "can be left for good",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      const name = await join(page);
      await page.goto("/settings/account");
      await page.locator("#delete summary").click();
      const leaving = form(page, "Delete my account");
      await leaving.getByLabel("Current password").fill("not my password");
      await leaving.getByRole("button").click();
      expect(await leaving.getByRole("alert").innerText()).toContain("current password");
      await leaving.getByLabel("Current password").fill(PASSWORD);
      await leaving.getByRole("button").click();
      expect(await note(page)).toContain("deleted");
      expect(await isSignedIn(page)).toBe(false);
      await enter(page, name);
      expect(await isSignedIn(page)).toBe(false);
    },
    SLOW,
  );
});

describe("the pages of an account", () => {
  test(
    "send a form once, however often its button is pressed",
    async () => {
      await using tab = await openTab(browser, world);
      const { page } = tab;
      await join(page);
      await page.goto("/settings/keys");
      await page.getByLabel("Name").fill("once");
      await page.evaluate(() => {
        const button = document.querySelector<HTMLButtonElement>("form[data-busy] button")!;
        for (let i = 0; i < 3; i++) button.click();
      });
      await page.locator("#new-key").waitFor();
      expect(await page.getByRole("listitem").filter({ hasText: "once" }).count()).toBe(1);
    },
    SLOW,
  );

  const GUEST = ["/sign-up", "/sign-in", "/reset", "/reset/nothing"];
  const MEMBER = ["/settings", "/settings/account", "/settings/keys"];

  test(
    "are sound and fit a small phone",
    async () => {
      await using tab = await openTab(browser, world, { viewport: { width: 320, height: 700 } });
      const { page } = tab;
      const look = async (path: string) => {
        await page.goto(path);
        expect(await sidewaysScroll(page), path).toBe(0);
        expect(await faultsInBothSchemes(page), path).toEqual([]);
      };
      for (const path of GUEST) await look(path);
      await join(page);
      for (const path of MEMBER) await look(path);
      await page.getByLabel("Name").fill("a bot");
      await press(page, "Create key");
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await faultsInBothSchemes(page)).toEqual([]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});
