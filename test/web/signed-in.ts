import type { BrowserContextOptions } from "playwright-core";

import { startSession } from "../../src/core/sessions/start-session.ts";
import type { SharedBrowser } from "../chromium.ts";
import type { TestMember, World } from "../world.ts";
import { openTab, type Tab } from "./browser.ts";

/** Cookie header of a session of this member, started without the sign-in pages. */
export async function sessionCookie(world: World, member: TestMember): Promise<string> {
  return `guffaw=${await startSession(world.ctx(member), member.user.id, "a test")}`;
}

/** A separate window in which this member is signed in. */
export async function signInTab(
  browser: SharedBrowser,
  world: World,
  member: TestMember,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const tab = await openTab(browser, world, options);
  const [name, value] = (await sessionCookie(world, member)).split("=", 2) as [string, string];
  await tab.page.context().addCookies([{ name, value, url: world.origin, httpOnly: true, sameSite: "Lax" }]);
  return tab;
}
