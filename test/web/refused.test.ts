import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { OPERATORS_POLICY } from "../../src/core/ctx.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hashPassword } from "../../src/core/users/password.ts";
import { listPasskeys } from "../../src/data/passkeys.ts";
import { updateUser } from "../../src/data/users.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, smallImage, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { openTab } from "./browser.ts";
import { fillWorld, type Filled } from "./filled-world.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 360, height: 740 } };

let browser: SharedBrowser;
let world: World;
let site: Filled;
let waiting: string;
let passkey: string;

beforeAll(async () => {
  // Nobody gets that far.
  const env = {
    GUFFAW_OIDC_HOME_ISSUER: "https://home.example.org",
    GUFFAW_OIDC_HOME_CLIENT_ID: "id",
    GUFFAW_OIDC_HOME_CLIENT_SECRET: "secret",
  };
  world = await openWorld("SQLite", { env });
  site = await fillWorld(world);
  const passwordHash = await hashPassword("four blue otters", world.services.passwordCost);
  for (const { user } of [site.author, site.fan]) {
    await updateUser(world.db, user.id, { passwordHash });
    user.hasPassword = true;
  }
  // People whose Pro has no end need no code.
  await updateUser(world.db, site.fan.user.id, { proUntil: Date.now() + 86_400_000 });
  const held = { ...world.ctx(site.fan), policy: { ...OPERATORS_POLICY, approveFirst: 100 } };
  waiting = (await submitMeme(held, { image: await smallImage(), caption: "a", alt: "", age: 2 })).meme.id;
  passkey = (await listPasskeys(world.db, site.author.user.id))[0]!.id;
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

/** A form sent with something wrong, and where the page focuses then. */
interface Wrong {
  by?: "fan" | "guest";
  page: string;
  /** Where it is sent, if not to the page. */
  action?: string;
  fields: Record<string, string>;
  /** Name of the field; empty for a button. */
  leads: string;
  /** Not wrong itself, but where to begin. */
  valid?: true;
}

const pass = { password: "not my password" };
const wrongForms = (): Wrong[] => {
  const [meme, , , other] = site.memes as { id: string }[];
  const editing = `/moderation/templates/${site.template}`;
  const fan = `/moderation/people/${site.fan.user.id}`;
  return [
    { by: "guest", page: "/sign-in", fields: { name: "author", ...pass }, leads: "password" },
    { by: "guest", page: "/sign-in/recovery", fields: { name: "author", code: "x" }, leads: "code" },
    { by: "guest", page: "/sign-up", fields: { username: "fan", password: "nine green herons" }, leads: "username" },
    { by: "guest", page: "/sign-up", fields: { username: "newer", password: "short" }, leads: "password" },
    { page: "/settings", fields: { username: "fan" }, leads: "username" },
    { page: "/settings", fields: { bio: "x\u0001" }, leads: "bio" },
    { page: "/settings/account", action: "/settings/email", fields: { email: "a@b.c", ...pass }, leads: "password" },
    {
      page: "/settings/account",
      action: "/settings/email",
      fields: { email: "none", password: "four blue otters" },
      leads: "email",
    },
    {
      page: "/settings/account",
      action: "/settings/password",
      fields: { password: "four blue otters", newPassword: "short" },
      leads: "newPassword",
    },
    { page: "/settings/account", action: "/settings/password/remove", fields: pass, leads: "password" },
    { page: "/settings/account", action: "/settings/delete", fields: pass, leads: "password" },
    { page: "/settings/integrations", action: "/settings/integrations/home/link", fields: pass, leads: "password" },
    { page: "/settings/integrations", action: "/settings/integrations/github/unlink", fields: pass, leads: "password" },
    {
      page: "/settings/passkeys",
      action: `/settings/passkeys/${passkey}/rename`,
      fields: { name: " " },
      leads: "name",
    },
    { page: "/settings/passkeys", action: `/settings/passkeys/${passkey}/remove`, fields: pass, leads: "password" },
    { page: "/settings/keys", fields: { name: " " }, leads: "name" },
    { by: "fan", page: "/settings/pro", action: "/settings/pro/code", fields: { code: "none" }, leads: "code" },
    { page: `/meme/${other!.id}/report`, fields: {}, leads: "reason", valid: true },
    { page: `/meme/${other!.id}/report`, fields: { reason: "other" }, leads: "description" },
    { page: `/meme/${meme!.id}`, action: `/meme/${meme!.id}/comments`, fields: { content: " " }, leads: "content" },
    { page: `/meme/${meme!.id}`, action: `/meme/${meme!.id}/edit`, fields: { caption: "a\u0007" }, leads: "caption" },
    { page: `/meme/${meme!.id}`, action: `/meme/${meme!.id}/edit`, fields: { alt: "a\u0007" }, leads: "alt" },
    { page: "/submit", fields: { caption: "no picture" }, leads: "image" },
    { page: "/templates/new", fields: { name: "no picture" }, leads: "image" },
    {
      page: `/templates/new?meme=${meme!.id}`,
      action: "/templates/new",
      fields: { meme: meme!.id, name: " " },
      leads: "name",
    },
    { page: editing, fields: { name: "x", tags: "a-b", boxes: "[]" }, leads: "tags" },
    { page: editing, fields: { name: "x", boxes: "{" }, leads: "boxes" },
    {
      page: `/moderation/pictures/new?meme=${other!.id}`,
      action: "/moderation/pictures",
      fields: { reason: " " },
      leads: "reason",
    },
    { page: fan, action: `${fan}/suspend`, fields: { reason: " " }, leads: "reason" },
    { page: fan, action: `${fan}/suspend`, fields: { reason: "x", date: "2099-01-01" }, leads: "date" },
    { page: fan, action: `${fan}/notice`, fields: { text: " " }, leads: "text" },
    {
      page: "/moderation/waiting",
      action: `/moderation/waiting/${waiting}/refuse`,
      fields: { reason: " " },
      leads: "reason",
    },
  ];
};

/** Skips the browser's own validation. */
async function send(page: Page, { page: path, action = path, fields }: Wrong) {
  await page.goto(path);
  await Promise.all([
    page.waitForEvent("load"),
    page.evaluate(
      ([to, values]) => {
        const form = document.querySelector<HTMLFormElement>(`form[method=post][action="${to}"]`)!;
        for (const [name, value] of Object.entries(values)) {
          const field = form.elements.namedItem(name) as HTMLInputElement | RadioNodeList;
          field.value = value;
        }
        form.submit();
      },
      [action, fields] as const,
    ),
  ]);
}

const whereItLeads = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement;
    const told = (at.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
    const alert = told.find((one) => one?.role === "alert");
    const { top, bottom } = alert?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    // A textarea may end below.
    const from = at.getBoundingClientRect().top;
    return {
      leads: at.name,
      valid: at.ariaInvalid !== "true",
      seen: [from >= 0 && from < innerHeight, top >= 0 && bottom <= innerHeight],
      autofocus: document.querySelectorAll("[autofocus]").length,
      back: [...document.querySelectorAll<HTMLInputElement>(".site-header, .site-footer")].map(
        (part) => part.querySelector<HTMLInputElement>("input[name=next]")!.value,
      ),
    };
  });

describe("a form that is refused", () => {
  test.each([
    ["with scripts", true],
    ["without scripts", false],
  ])(
    "leads to what was wrong and says it there, on a phone too, %s",
    async (_, javaScriptEnabled) => {
      const options = { ...PHONE, javaScriptEnabled };
      await using author = await signInTab(browser, world, site.author, options);
      await using fan = await signInTab(browser, world, site.fan, options);
      await using guest = await openTab(browser, world, options);
      const tabs = { author, fan, guest };
      for (const wrong of wrongForms()) {
        const about = `${wrong.action ?? wrong.page} ${JSON.stringify(wrong.fields)}`;
        const tab = tabs[wrong.by ?? "author"];
        await send(tab.page, wrong);
        // The browser focuses it when it draws the page, which may be a moment after it has loaded.
        await tab.page.locator(":focus[autofocus]").waitFor({ state: "attached" });
        const { back, ...led } = await whereItLeads(tab.page);
        expect(led, about).toEqual({
          leads: wrong.leads,
          valid: wrong.valid === true,
          seen: [true, true],
          autofocus: 1,
        });
        // Language and theme are changed on the page with the form.
        expect(back, about).toEqual([wrong.page, wrong.page]);
        if (javaScriptEnabled && wrong.by) expect(await axeViolations(tab.page), about).toEqual([]);
        expect(tab.problems, about).toEqual([]);
      }
    },
    SLOW,
  );
});
