import { beforeAll, expect, test } from "bun:test";

import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld } from "../world.ts";
import { sidewaysScroll } from "./browser.ts";
import { signInTab } from "./signed-in.ts";

let browser: SharedBrowser;
beforeAll(async () => void (browser = await sharedChromium()), LAUNCH_TIMEOUT);

test("tags are suggested while somebody types a caption, and taken with a click or a key", async () => {
  await using world = await openWorld("SQLite");
  const author = await world.member();
  for (const caption of ["#doggo #dog", "#dog", "#cat"]) await world.meme({ by: author, caption });
  await using tab = await signInTab(browser, world, author, { viewport: { width: 320, height: 640 } });
  const { page } = tab;
  await page.goto("/submit");
  const caption = page.locator('textarea[name="caption"]');
  await caption.pressSequentially("Look at my #do");
  const offer = page.locator(".tag-offer button");
  await offer.first().waitFor();
  expect(await offer.allTextContents()).toEqual(["#dog", "#doggo"]);
  expect(await sidewaysScroll(page)).toBe(0);
  await offer.first().click();
  expect(await caption.inputValue()).toBe("Look at my #dog ");
  await offer.first().waitFor({ state: "detached" });
  await caption.pressSequentially("and #CA");
  await offer.first().waitFor();
  await offer.first().press("Enter");
  expect(await caption.inputValue()).toBe("Look at my #dog and #cat ");
  await caption.pressSequentially("#do");
  await offer.first().waitFor();
  await caption.press("Escape");
  await offer.first().waitFor({ state: "detached" });
  expect(tab.problems).toEqual([]);
});

test("a tag is followed without leaving its page", async () => {
  await using world = await openWorld("SQLite");
  const author = await world.member();
  await world.meme({ by: author, caption: "#dog" });
  await using tab = await signInTab(browser, world, author);
  const { page } = tab;
  await page.goto("/tag/dog");
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await page.getByRole("button", { name: "Unfollow", exact: true }).waitFor();
  expect(await page.locator("[data-followers]").textContent()).toBe("1");
  expect(await page.locator("follow-button [role=status]").textContent()).toBe("You now follow this tag.");
  expect(tab.problems).toEqual([]);
});
