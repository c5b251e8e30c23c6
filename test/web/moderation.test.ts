import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteComment } from "../../src/core/comments/delete-comment.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { endPro, grantPro } from "../../src/core/pro/grant-pro.ts";
import { resolveReport } from "../../src/core/reports/resolve-reports.ts";
import { takeReport } from "../../src/core/reports/take-reports.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { invitePerson } from "../../src/core/users/invite-person.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { encodeCursor } from "../../src/http/cursor.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { animation, solid } from "../pictures.ts";
import { openWorld, type TestMember, type World } from "../world.ts";
import { axeViolations } from "./axe.ts";
import { htmlOf } from "./html.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const SLOW = 600_000;

let world: World;
let author: TestMember;
let fan: TestMember;
let staff: TestMember;
const cookies = new Map<TestMember, string>();

beforeAll(async () => {
  world = await openWorld("SQLite");
  author = await world.member({ name: "author" });
  fan = await world.member({ name: "fan" });
  staff = await world.member({ name: "mod", perks: ["staff"] });
  for (const who of [author, fan, staff]) cookies.set(who, await sessionCookie(world, who));
});

afterAll(() => world?.[Symbol.asyncDispose]());

const as = (who: TestMember | undefined) => ({
  Cookie: who ? cookies.get(who)! : "",
  "Sec-Fetch-Site": "same-origin",
});

async function get(who: TestMember | undefined, path: string) {
  const response = await world.as().get(path, { headers: as(who) });
  return { status: response.status, text: await htmlOf(response), headers: response.headers };
}

async function post(who: TestMember | undefined, path: string, fields: Record<string, string> = {}) {
  const response = await world.as().post(path, { headers: as(who), body: new URLSearchParams(fields) });
  const [, note] = /guffaw-note=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  return { status: response.status, text: await htmlOf(response), to: response.headers.get("location"), note };
}

const report = async (by: TestMember, memeId: string, description = "") =>
  (await reportMeme(world.ctx(by), { memeId, reason: "Spam", description })).report.id;

/** Begins with an empty frame, as short as possible. */
async function moving(by = author, at = world) {
  const frames = [solid(64, 48, "#fff"), solid(64, 48, "#c0392b")];
  const image = await animation(frames, { format: "gif", delay: [10, 60_000], width: 64, height: 48 });
  return (await submitMeme(at.ctx(by), { image, caption: "innocent", age: 2 })).meme;
}

describe("reporting", () => {
  test("a meme or a comment requires a reason, is confirmed, and works once", async () => {
    const { id } = await world.meme({ by: author, caption: "report me" });
    const comment = await commentOnMeme(world.ctx(author), { memeId: id, content: "report me, too" });
    for (const [path, quoted] of [
      [`/meme/${id}/report`, "report me"],
      [`/meme/${id}/comments/${comment.id}/report`, "report me, too"],
    ] as const) {
      expect((await get(fan, `/meme/${id}`)).text).toContain(`href="${path}"`);
      expect((await get(undefined, path)).text).toContain(quoted);
      expect((await get(fan, path)).text).toContain(quoted);
      const unsaid = await post(fan, path, { description: "what I typed" });
      expect([unsaid.status, unsaid.text]).toEqual([400, expect.stringContaining("Choose what's wrong with it.")]);
      expect(unsaid.text).toContain("what I typed");
      const vague = await post(fan, path, { reason: "other", description: " " });
      expect(vague.text).toContain("Say in a few words what's wrong with it.");
      expect(await post(fan, path, { reason: "hate", description: "It is <b>mean</b>" })).toMatchObject({
        status: 303,
        to: "/reports",
      });
      expect((await get(fan, path)).text).toContain("You've already reported this");
      const again = await post(fan, path, { reason: "spam", description: "" });
      expect([again.status, again.text]).toEqual([400, expect.stringContaining("You've already reported this")]);
    }
    // The author can change it instead.
    expect((await get(author, `/meme/${id}/report`)).text).toMatch(/is yours\. .*href="\/meme\/\d+#tools"/);
    expect((await get(author, `/meme/${id}/comments/${comment.id}/report`)).text).toContain("This comment is yours");
    const own = (await get(fan, "/reports")).text;
    expect(own.match(/Hate or harassment/g)).toHaveLength(2);
    expect(own).toContain("It is &lt;b&gt;mean&lt;/b&gt;");
    expect((await get(author, "/reports")).text).toContain("You haven't reported anything");
    const german = await world.as().get("/reports", { headers: { ...as(fan), "Accept-Language": "de" } });
    expect(await german.text()).toContain("Hass oder Belästigung");
  });

  test("one's own reports are in the menu and can be told apart, without revealing hidden content", async () => {
    const reporter = await world.member();
    cookies.set(reporter, await sessionCookie(world, reporter));
    const [shown, wordless] = [
      await world.meme({ by: author, caption: "a cat in a box\nand more" }),
      await world.meme({ by: author, caption: "" }),
    ];
    const { id: commentId } = await commentOnMeme(world.ctx(author), { memeId: shown.id, content: "meow <b>" });
    for (const { id } of [shown, wordless]) await report(reporter, id);
    await reportComment(world.ctx(reporter), { memeId: shown.id, commentId, reason: "Spam", description: "" });
    expect((await get(reporter, "/")).text).toContain('<a href="/reports">Your reports</a>');
    const own = (await get(reporter, "/reports")).text;
    for (const words of ["<bdi>a cat in a box</bdi>", "No words needed", "<bdi>meow &lt;b&gt;</bdi>", "Under the meme"])
      expect(own).toContain(words);
    expect(own).not.toContain("and more");
    await deleteComment(world.ctx(author), { memeId: shown.id, commentId });
    const less = (await get(reporter, "/reports")).text;
    expect([less.includes("meow"), less.includes(`#comment-${commentId}`)]).toEqual([false, false]);
    expect(less).toContain("No longer there");
    const again = await commentOnMeme(world.ctx(author), { memeId: shown.id, content: "purr" });
    await reportComment(world.ctx(reporter), { memeId: shown.id, commentId: again.id, reason: "x", description: "" });
    await disableMeme(world.ctx(author), shown.id);
    const hidden = (await get(reporter, "/reports")).text;
    expect([hidden.includes("a cat"), hidden.includes("purr"), hidden.includes(shown.id)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("reveals nothing about invisible content", async () => {
    const { id } = await world.meme({ by: author, disabled: true });
    const visible = await world.meme({ by: author });
    const { id: comment } = await commentOnMeme(world.ctx(author), { memeId: id, content: "unseen" });
    for (const path of [
      `/meme/${id}/report`,
      `/meme/${id}/comments/${comment}/report`,
      `/meme/${visible.id}/comments/${comment}/report`,
      `/meme/${visible.id}/comments/none/report`,
    ]) {
      expect((await get(fan, path)).status, path).toBe(404);
      expect((await post(fan, path, { reason: "spam" })).status, path).toBe(404);
    }
  });
});

describe("the pages for staff", () => {
  test("are for staff alone", async () => {
    const { id } = await world.meme({ by: author });
    const number = await report(fan, id);
    for (const path of [
      "/moderation",
      "/moderation/hidden",
      "/moderation/log",
      `/moderation/memes/${id}`,
      `/moderation/memes/${id}/picture`,
    ]) {
      expect((await get(undefined, path)).status, path).toBe(303);
      for (const who of [author, fan]) expect((await get(who, path)).status, path).toBe(403);
      expect((await get(staff, path)).status, path).toBe(200);
    }
    for (const path of [
      `/moderation/reports/${number}/take`,
      `/moderation/reports/${number}/resolve`,
      `/moderation/memes/${id}/hide`,
      `/moderation/memes/${id}/release`,
      `/moderation/memes/${id}/delete`,
      `/moderation/memes/${id}/comments/1/delete`,
    ])
      for (const who of [author, fan])
        expect((await post(who, path, { reason: "x", comment: "x", through: String(number) })).status, path).toBe(403);
    expect((await get(author, "/")).text).not.toContain("/moderation");
    expect((await get(staff, "/")).text).toContain('href="/moderation"');
  });

  test("a picture is served to staff while it is held or reported, and never otherwise", async () => {
    const { id } = await world.meme({ by: author });
    const picture = async (who: TestMember, query = "") => {
      const response = await world.as().get(`/moderation/memes/${id}/picture${query}`, { headers: as(who) });
      return [response.status, response.headers.get("content-type"), response.headers.get("cache-control")];
    };
    const served = (type: string) => [200, type, "private, no-store"];
    expect((await picture(staff))[0]).toBe(404);
    const number = await report(fan, id);
    expect(await picture(staff)).toEqual(served("image/webp"));
    expect(await picture(staff, "?full")).toEqual(served("image/png"));
    // Its author hides it. The reporter still gets an answer.
    await disableMeme(world.ctx(author), id);
    expect(await picture(staff)).toEqual(served("image/webp"));
    expect((await get(staff, `/meme/${id}`)).status).toBe(404);
    await hideMeme(world.ctx(staff), { memeId: id, reason: "x" });
    await resolveReport(world.ctx(staff), number, "Hidden.");
    expect(await picture(staff)).toEqual(served("image/webp"));
    expect((await get(staff, "/moderation/hidden")).text).toContain(`/moderation/memes/${id}/picture`);
    await releaseMeme(world.ctx(staff), id);
    expect((await picture(staff))[0]).toBe(404);
    expect((await get(staff, `/moderation/memes/${id}`)).status).toBe(404);
  });

  test("animations are marked as such, and can be played wherever staff decide on them", async () => {
    const { id } = await moving();
    const still = await world.meme({ by: author });
    for (const one of [id, still.id]) await report(fan, one);
    const whole = `src="/moderation/memes/${id}/picture?full=1"`;
    for (const path of [`/moderation/memes/${id}`, `/moderation/pictures/new?meme=${id}`]) {
      const { text } = await get(staff, path);
      expect(text, path).toContain("Animated");
      // Behind the blur, not on it.
      expect(
        /<summary>.*?<\/summary>(.*?)<\/details>/s.exec(text.slice(text.indexOf('class="blurred"')))![1],
      ).toContain(whole);
    }
    for (const path of [`/moderation/memes/${still.id}`, `/moderation/pictures/new?meme=${still.id}`])
      expect((await get(staff, path)).text, path).not.toContain("Animated");
    expect((await get(staff, "/moderation")).text).toContain(whole);
    await hideMeme(world.ctx(staff), { memeId: id, reason: "x" });
    const list = (await get(staff, "/moderation/hidden")).text;
    expect(list).toContain("Animated");
    expect(list).toContain(whole);
    const response = await world.as().get(`/moderation/memes/${id}/picture?full=1`, { headers: as(staff) });
    expect((await sharp(await response.bytes()).metadata()).pages).toBe(2);
  });

  test("hide, release and delete: the author sees why, and cannot show it again", async () => {
    const { id } = await world.meme({ by: author, caption: "not for all" });
    const { id: comment } = await commentOnMeme(world.ctx(fan), { memeId: id, content: "ha" });
    await report(fan, id);
    const next = "/moderation";
    expect(await post(staff, `/moderation/memes/${id}/hide`, { reason: "Too <i>rude</i>", next })).toMatchObject({
      status: 303,
      to: "/moderation",
    });
    const page = (await get(author, `/meme/${id}`)).text;
    expect(page).toContain("A moderator has hidden this meme");
    expect(page).toContain("Reason: Too &lt;i&gt;rude&lt;/i&gt;");
    expect(page).not.toContain(`/meme/${id}/enable`);
    expect((await get(author, `/@${author.user.username}`)).text).toContain("Hidden by staff");
    const refused = await post(author, `/meme/${id}/enable`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("only staff can show it again")]);
    for (const who of [undefined, fan, staff]) expect((await get(who, `/meme/${id}`)).status).toBe(404);
    expect((await post(staff, `/moderation/memes/${id}/release`, {})).to).toBe("/moderation");
    expect((await get(fan, `/meme/${id}`)).status).toBe(200);
    expect((await post(staff, `/moderation/memes/${id}/release`, {})).note).toBe("released-already");
    const gone = `/moderation/memes/${id}/comments/${comment}/delete`;
    expect((await post(staff, gone, { reason: "Mean" })).to).toBe("/moderation");
    expect((await get(fan, `/meme/${id}`)).text).toContain("0 comments");
    const from = `/moderation/memes/${id}`;
    expect((await post(staff, `${from}/delete`, { reason: "", next: from })).to).toBe("/moderation");
    expect((await get(staff, "/moderation")).text).toContain("A deleted meme");
    const log = (await get(staff, `/moderation/log?meme=${id}`)).text;
    for (const words of ["Hid a meme", "Released a meme", "Deleted a comment", "Deleted a meme"])
      expect(log).toContain(words);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("refused input stays in its form, and a colleague's earlier act is reported", async () => {
    const { id } = await world.meme({ by: author, caption: "twice judged" });
    const number = await report(fan, id);
    const through = String(number);
    const path = `/moderation/reports/${number}`;
    const from = `/moderation/memes/${id}`;
    // Earlier reports are on the previous page.
    const list = `/moderation?cursor=${encodeCursor(number - 1)}`;
    for (const [to, field, page] of [
      [`${path}/resolve`, "comment", list],
      [`${path}/resolve`, "comment", from],
      [`${from}/hide`, "reason", list],
      [`${from}/hide`, "reason", from],
      [`${from}/delete`, "reason", list],
    ] as const) {
      const typed = to.endsWith("delete") ? "x".repeat(501) : " \t ";
      const again = await post(staff, to, { through, [field]: typed, next: `${page}#meme-${id}` });
      expect(again.status, to).toBe(400);
      expect(again.text.match(/<details class="confirm" open/g), to).toHaveLength(1);
      const [form] = /<details class="confirm" open.*?<\/details>/s.exec(again.text)!;
      expect(form).toContain(`action="${to}"`);
      expect(form).toContain(to.endsWith("delete") ? "has 501 characters" : "can't be empty");
      expect(form).toContain(`${typed}</textarea>`);
      expect(form).toContain(`name="next" value="${page}#`);
    }
    const other = await world.member({ perks: ["staff"] });
    const next = `/moderation#meme-${id}`;
    await takeReport(world.ctx(other), number);
    expect(await post(staff, `${path}/take`, { through, next })).toMatchObject({ to: next, note: "taken-already" });
    await hideMeme(world.ctx(other), { memeId: id, reason: "x" });
    expect(await post(staff, `${from}/hide`, { reason: "y", next })).toMatchObject({
      to: next,
      note: "hidden-already",
    });
    await resolveReport(world.ctx(other), number, "Done.");
    const late = { through, comment: "A careful answer.", next: from };
    expect(await post(staff, `${path}/resolve`, late)).toMatchObject({ to: "/moderation", note: "resolved-already" });
    // Errors about items no longer in the list are shown above it.
    const blank = await post(staff, `${path}/resolve`, { ...late, comment: " ", next: "/moderation" });
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining("can't be empty")]);
  });

  test("the log's form searches it, and its filters carry over to the next page", async () => {
    const { id } = await world.meme({ by: fan });
    for (let i = 0; i < 16; i++) {
      await hideMeme(world.ctx(staff), { memeId: id, reason: `needle ${i}` });
      await releaseMeme(world.ctx(staff), id);
    }
    const empty = { person: "", staff: "", kind: "", words: "" };
    const query = new URLSearchParams({ ...empty, meme: id });
    const first = (await get(staff, `/moderation/log?${query}`)).text;
    expect(first.match(/class="act"/g)).toHaveLength(30);
    const more = /href="(\/moderation\/log\?meme=[^"]+)"/.exec(first)![1]!.replaceAll("&amp;", "&");
    expect((await get(staff, more)).text.match(/class="act"/g)).toHaveLength(2);
    const found = (await get(staff, `/moderation/log?person=FAN&words=NEEDLE+7&kind=hide&staff=mod`)).text;
    expect(found.match(/class="act"/g)).toHaveLength(1);
    expect((await get(staff, "/moderation/log?words=nothinglikethis")).text).toContain("Nothing in the log matches");
    expect((await get(staff, "/moderation/log?kind=nonsense&cursor=nonsense")).status).toBe(400);
  });

  test("the log says in words what is stored as figures and signs", async () => {
    const person = await world.member({ name: "supporter" });
    await invitePerson(world.ctx(), { days: 1 });
    await grantPro(world.ctx(), { user: person.user.id, until: Date.UTC(2099, 4, 1) });
    await endPro(world.ctx(), { user: person.user.id });
    const log = async (kind: string) => (await get(staff, `/moderation/log?kind=${kind}`)).text;
    expect(await log("invite")).toContain("Valid for 1 day<");
    expect(await log("pro")).toMatch(/Pro ended<[^]+Pro until 1 May 2099</);
  });
});

describe("the queue in a browser", () => {
  let browser: SharedBrowser;
  beforeAll(async () => {
    browser = await sharedChromium();
  }, LAUNCH_TIMEOUT);

  test.each([true, false])(
    "shows nothing unasked; what is taken, resolved and hidden is so, with scripts %p",
    async (javaScriptEnabled) => {
      await using own = await openWorld("SQLite");
      const [maker, reporter] = [await own.member({ name: "maker" }), await own.member({ name: "reporter" })];
      const mod = await own.member({ name: "mod", perks: ["staff"] });
      const meme = await own.meme({ by: maker });
      const { id: commentId } = await commentOnMeme(own.ctx(maker), { memeId: meme.id, content: "unkind words" });
      await using tab = await signInTab(browser, own, reporter, { javaScriptEnabled });
      await tab.page.goto(`/meme/${meme.id}`);
      await tab.page.getByRole("link", { name: "Report", exact: true }).click();
      await tab.page.getByLabel("Spam or advertising").check();
      await tab.page.getByLabel("Tell us more").fill("It sells something.");
      await tab.page.getByRole("button", { name: "Send report" }).click();
      await tab.page.getByText("Thank you. Our moderators will review it.").waitFor();
      await tab.page.goto(`/meme/${meme.id}/comments/${commentId}/report`);
      await tab.page.getByLabel("Hate or harassment").check();
      await tab.page.getByRole("button", { name: "Send report" }).click();

      await using desk = await signInTab(browser, own, mod, { javaScriptEnabled });
      const { page } = desk;
      await page.goto("/moderation");
      const thing = page.locator(`#meme-${meme.id}`);
      const picture = thing.locator("img");
      const filter = () => picture.evaluate((one) => getComputedStyle(one).filter);
      expect(await filter()).toMatch(/blur\(.*grayscale\(1\)/);
      expect(await page.getByText("unkind words").isVisible()).toBe(false);
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      await thing.getByText("Show picture").click();
      expect(await filter()).toBe("none");
      expect(await picture.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(8);
      await page.getByText("Show comment").click();
      expect(await page.getByText("unkind words").isVisible()).toBe(true);

      await thing.getByRole("button", { name: "Assign to me" }).click();
      await page.getByText("Assigned to you. The reporter has been notified.").waitFor();
      expect(await thing.getByText("Assigned to you").count()).toBe(1);
      expect(await thing.getByRole("button", { name: "Assign to me" }).count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(`meme-${meme.id}`);
      await thing.getByText("Hide meme").click();
      expect(await thing.getByLabel("Reason").first().inputValue()).toBe("Spam or advertising");
      await thing.getByRole("button", { name: "Hide", exact: true }).click();
      await page.getByText("Hidden. The author has been notified.").waitFor();
      expect(await thing.getByText("Hidden by staff").count()).toBe(1);
      await thing.getByText("Resolve", { exact: true }).click();
      await thing.getByLabel("Outcome").fill("Thank you, it is hidden now.");
      await thing.getByRole("button", { name: "Resolve report" }).click();
      await page.getByText("Resolved. The reporter has been notified.").waitFor();
      expect(await thing.count()).toBe(0);
      expect(await page.locator(".reported-item").count()).toBe(1);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(`comment-${commentId}`);
      await tab.page.goto("/reports");
      expect(await tab.page.locator("main").innerText()).toContain("Thank you, it is hidden now.");
      expect({ reporter: tab.problems, staff: desk.problems }).toEqual({ reporter: [], staff: [] });
    },
    SLOW,
  );

  test.each([true, false])(
    "shows what moves moving once it is asked for, and not before, with scripts %p",
    async (javaScriptEnabled) => {
      await using own = await openWorld("SQLite");
      const [maker, reporter] = [await own.member({ name: "maker" }), await own.member({ name: "reporter" })];
      const mod = await own.member({ name: "mod", perks: ["staff"] });
      const meme = await moving(maker, own);
      await reportMeme(own.ctx(reporter), { memeId: meme.id, reason: "Spam", description: "" });
      await using desk = await signInTab(browser, own, mod, { javaScriptEnabled, reducedMotion: "reduce" });
      const { page } = desk;
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).search));
      await page.goto("/moderation", { waitUntil: "networkidle" });
      const curtain = page.locator(`#meme-${meme.id} .blurred`);
      const [still, moves] = [curtain.locator("summary img"), curtain.locator(".blurred-moving")];
      expect(await curtain.getByText("Animated").isVisible()).toBe(true);
      expect([await still.isVisible(), await moves.isVisible()]).toEqual([true, false]);
      // Without scripts, browsers ignore lazy loading.
      if (javaScriptEnabled) expect(asked).not.toContain("?full=1");
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      await curtain.getByText("Show picture").click();
      await moves.waitFor();
      expect(await moves.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(64);
      expect(await moves.evaluate((one) => getComputedStyle(one).filter)).toBe("none");
      expect(await still.isVisible()).toBe(false);
      expect(asked).toContain("?full=1");
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      await curtain.getByText("Animated").click();
      expect([await still.isVisible(), await moves.isVisible()]).toEqual([true, false]);
      expect(desk.problems).toEqual([]);
    },
    SLOW,
  );
});
