import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";

import { countProposals } from "../../src/core/templates/list-proposals.ts";
import { listTemplates } from "../../src/core/templates/list-templates.ts";
import { proposeTemplate } from "../../src/core/templates/propose-template.ts";
import { readTemplate } from "../../src/core/templates/read-template.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { addTemplate, makeWith, picture } from "../templates.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { openTab, sidewaysScroll } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const WITHOUT_SCRIPTS = { javaScriptEnabled: false };
const PICTURE = join(ROOT, "assets/starter/printer.png");

let browser: SharedBrowser;
let world: World;
let author: TestMember;
let staff: TestMember;

beforeAll(async () => {
  browser = await sharedChromium();
}, LAUNCH_TIMEOUT);

beforeEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = await openWorld("SQLite");
  [author, staff] = [await world.member({ name: "author" }), await world.member({ name: "gustav", perks: ["staff"] })];
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const proposed = async (name = "Blank stare", color = "#3498db") =>
  proposeTemplate(world.ctx(author), {
    name,
    tags: "cat",
    alt: "A cat looks at nothing.",
    age: 1,
    arrangement: "classic",
    sampleTexts: ["Above", "below"],
    from: { picture: await picture(color) },
  });

describe("templates", () => {
  test(
    "are found by a guest on a phone, who sees what others made with them",
    async () => {
      const cat = await addTemplate(world, "cat", ["work"]);
      await addTemplate(world, "dog");
      const meme = await makeWith(world, author, cat, "Monday");
      await world.rate(staff, meme, 5);
      await using tab = await openTab(browser, world, PHONE);
      const { page } = tab;
      await page.goto("/templates");
      const names = () => page.locator(".template-name").allTextContents();
      expect(await names()).toEqual(["The cat", "The dog"]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByLabel("Search templates").fill("WORK");
      await page.getByLabel("Search templates").press("Enter");
      await page.getByRole("link", { name: "Popular" }).waitFor();
      expect(await names()).toEqual(["The cat"]);
      await page.locator(".template-picture").tap();
      await page.getByRole("heading", { name: "The cat" }).waitFor();
      expect(await page.locator(".template img").getAttribute("alt")).toBe("A drawing of a cat. – Above – Below");
      expect(await page.locator(".template img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(160);
      expect(await page.locator(".card").count()).toBe(1);
      expect(await page.getByRole("link", { name: "Make one" }).getAttribute("href")).toBe(`/make?template=${cat.id}`);
      expect(await axeViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "are favourites, proposals and decisions without scripts",
    async () => {
      const dog = await addTemplate(world, "dog");
      await using tab = await signInTab(browser, world, author, WITHOUT_SCRIPTS);
      const { page } = tab;
      await page.goto(`/templates/${dog.id}`);
      await page.getByRole("button", { name: "Add to favourites" }).click();
      await page.getByRole("button", { name: "Favourite", exact: true }).waitFor();
      await page.goto("/templates?show=favourites");
      expect(await page.locator(".template-name").allTextContents()).toEqual(["The dog"]);
      await page.getByRole("link", { name: "Propose a template" }).click();
      await page.getByLabel("Picture", { exact: true }).setInputFiles(PICTURE);
      await page.getByLabel("Name").fill("Printer");
      await page.getByLabel("Tags").fill("office fun-ny");
      await page.getByLabel("Left and right").check();
      await page.getByRole("button", { name: "Propose it" }).click();
      await page.getByText("“fun-ny” can't be a tag.").waitFor();
      expect(await page.getByLabel("Left and right").isChecked()).toBe(true);
      await page.getByLabel("Picture", { exact: true }).setInputFiles(PICTURE);
      await page.getByLabel("Tags").fill("#office");
      await page.getByRole("button", { name: "Propose it" }).click();
      await page.getByRole("heading", { name: "Printer" }).waitFor();
      await page.getByText("Only you and staff can see this").waitFor();
      const [one] = (await listTemplates(world.ctx(author), { list: "mine", age: 4, amount: 2, skip: 0 })).items;
      expect(one!.template).toMatchObject({ tags: ["office"], sampleTexts: ["When somebody", "has the right words"] });
      await using other = await signInTab(browser, world, staff, WITHOUT_SCRIPTS);
      const { page: queue } = other;
      await queue.goto("/moderation/templates");
      expect(await queue.locator('.section-nav [aria-current="page"]').textContent()).toContain("1");
      await queue.getByRole("button", { name: "Accept" }).click();
      await queue.getByText("Nothing to look at.").waitFor();
      expect((await readTemplate(world.ctx(), one!.template.id)).template.status).toBe("accepted");
    },
    SLOW,
  );

  test(
    "are rejected with a reason, edited, retired and removed by staff",
    async () => {
      const [bad, good] = [await proposed("Bad", "#111111"), await proposed("Good", "#222222")];
      await using tab = await signInTab(browser, world, staff);
      const { page } = tab;
      await page.goto("/moderation/templates");
      const item = page.locator(`#template-${bad.id}`);
      await item.locator("summary", { hasText: "Reject" }).click();
      await item.getByLabel("Why?").fill("Seen before.");
      await item.getByRole("button", { name: "Reject it" }).click();
      await item.waitFor({ state: "detached" });
      expect(await countProposals(world.ctx())).toBe(1);
      await page.locator(`#template-${good.id}`).getByRole("link", { name: "Edit" }).click();
      await page.getByLabel("Name").fill("Better");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Better" }).waitFor();
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByRole("button", { name: "Retire" }).click();
      await page.getByText("Retired: nobody is offered it any more.").waitFor();
      await page.getByRole("button", { name: "Offer it again" }).click();
      await page.getByRole("button", { name: "Retire" }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.locator("summary", { hasText: "Remove" }).click();
      await page.getByLabel("Ban the picture").check();
      await page.getByRole("button", { name: "Remove it for good" }).click();
      // People who try to post it will want to know why.
      expect(await page.locator(":focus").getAttribute("name")).toBe("reason");
      expect(await page.getByLabel("Ban the picture").isChecked()).toBe(true);
      await page.getByLabel("Reason").fill("Not ours.");
      await page.getByRole("button", { name: "Remove it for good" }).click();
      await page.getByText("The template is gone for good.").waitFor();
      expect(await page.locator(".template-item").count()).toBe(0);
      expect(tab.problems).toEqual([]);
    },
    SLOW,
  );

  test("of a meme take its boxes along, and a proposal is taken back", async () => {
    const meme = await makeWith(world, author, await addTemplate(world), "Monday");
    await using tab = await signInTab(browser, world, author);
    const { page } = tab;
    await page.goto(`/templates/new?meme=${meme.id}`);
    expect(await page.getByLabel("Top and bottom").count()).toBe(0);
    await page.getByLabel("Name").fill("Mondays");
    await page.getByRole("button", { name: "Propose it" }).click();
    await page.getByRole("heading", { name: "Mondays" }).waitFor();
    await page.locator("summary", { hasText: "Take it back" }).click();
    await page.getByRole("button", { name: "Yes, take it back" }).click();
    await page.getByText("The proposal is gone.").waitFor();
    expect(await countProposals(world.ctx())).toBe(0);
    expect(tab.problems).toEqual([]);
  });
});

test("hidden templates are missing to everyone else, and only staff add them if the site says so", async () => {
  const { id } = await proposed();
  const visit = async (path: string, by?: TestMember) =>
    world.as().get(path, { headers: by ? { Cookie: await sessionCookie(world, by) } : {} });
  for (const [by, status] of [
    [undefined, 404],
    [author, 200],
    [staff, 200],
    [await world.member(), 404],
  ] as const)
    expect((await visit(`/templates/${id}`, by)).status).toBe(status);
  expect((await visit("/templates/new?meme=1", author)).status).toBe(404);
  await using strict = await openWorld("SQLite", { env: { GUFFAW_TEMPLATES: "staff" } });
  const member = await strict.member();
  const headers = { Cookie: await sessionCookie(strict, member) };
  expect((await strict.as().get("/templates/new", { headers })).status).toBe(403);
  expect(await (await strict.as().get("/templates", { headers })).text()).not.toContain("/templates/new");
});
