import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { unsubscribePath } from "../../src/core/mails/unsubscribe.ts";
import { writeWeek } from "../../src/core/mails/write-weekly.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { findUser, updateUser } from "../../src/data/users.ts";
import { findWeeklyMail } from "../../src/data/weekly-mails.ts";
import { wordsIn } from "../../src/words/words.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import type { TestMember, World } from "../world.ts";
import { axeViolations, faultsInBothSchemes } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { openMailWorld, type MailWorld } from "./mail-world.ts";
import { signInTab } from "./signed-in.ts";

const SLOW = 600_000;
let browser: SharedBrowser;
let opened: MailWorld;
let world: World;
let people = 0;

beforeAll(async () => {
  opened = await openMailWorld("SQLite");
  ({ world } = opened);
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

afterAll(() => opened?.[Symbol.asyncDispose]());

async function person(): Promise<TestMember> {
  const member = await world.member({ name: `reader_${++people}` });
  await updateUser(world.db, member.user.id, { email: `reader_${people}@example.org`, emailConfirmedAt: 1 });
  return { ...member, user: (await findUser(world.db, member.user.id))! };
}
const isWanted = async ({ user }: TestMember) => (await findWeeklyMail(world.db, user.id)) !== undefined;

describe.each([true, false])("the weekly mail, with scripts: %p", (javaScriptEnabled) => {
  test(
    "is asked for and ended in the settings",
    async () => {
      const me = await person();
      await using tab = await signInTab(browser, world, me, {
        javaScriptEnabled,
        viewport: { width: 320, height: 800 },
      });
      const { page } = tab;
      await page.goto("/settings/notifications");
      const choice = page.getByRole("checkbox", { name: /Send me the weekly mail/ });
      const save = page.getByRole("form", { name: "The weekly mail" }).getByRole("button", { name: "Save" });
      expect(await choice.isChecked()).toBe(false);
      await choice.check();
      await save.click();
      await page.getByRole("status").getByText("Saved.").waitFor();
      expect([await choice.isChecked(), await isWanted(me)]).toEqual([true, true]);
      expect(await sidewaysScroll(page)).toBe(0);
      if (javaScriptEnabled) expect(await faultsInBothSchemes(page)).toEqual([]);
      await choice.uncheck();
      await save.click();
      await page.getByRole("status").getByText("Saved.").waitFor();
      expect(await isWanted(me)).toBe(false);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "needs a confirmed address",
    async () => {
      await using tab = await signInTab(browser, world, await world.member(), { javaScriptEnabled });
      await tab.page.goto("/settings/notifications");
      expect(await tab.page.getByRole("checkbox", { name: /weekly mail/ }).count()).toBe(0);
      await tab.page.getByRole("link", { name: "confirm it" }).click();
      await tab.page.waitForURL(/\/settings\/account#email$/);
    },
    SLOW,
  );

  test(
    "is ended by its link, without signing in",
    async () => {
      const me = await person();
      await world.as(me).put("/v1/profile/me/weekly-mail?wanted=true");
      await using tab = await openTab(browser, world, { javaScriptEnabled });
      const { page } = tab;
      await page.goto(await unsubscribePath(world.ctx(), me.user));
      expect(await isWanted(me)).toBe(true);
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await page.getByRole("heading", { name: "That was the last one" }).waitFor();
      expect(await isWanted(me)).toBe(false);
      if (javaScriptEnabled) expect(await faultsInBothSchemes(page)).toEqual([]);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );
});

test(
  "the mail itself can be read on a phone, without its pictures, by day and by night",
  async () => {
    const [me, author] = [await person(), await world.member()];
    await followUser(world.ctx(me), author.user.id);
    await world.meme({ by: author, caption: `A caption of one word: ${"very".repeat(60)}` });
    const given = {
      until: Date.now() + 1000,
      url: world.origin,
      names: { site: "Guffaw", host: "x" },
      words: wordsIn("en"),
    };
    const { html } = (await writeWeek(world.ctx(), me.user, given))!;
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        colorScheme,
        javaScriptEnabled: true,
        viewport: { width: 320, height: 700 },
      });
      const page = await context.newPage();
      await page.route("**/i/**", (route) => route.abort());
      await page.setContent(html!);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await page.getByRole("img", { name: `A meme by ${author.user.username}` }).count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
      await context.close();
    }
  },
  SLOW,
);
