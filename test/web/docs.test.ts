import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { ROOTS } from "../../src/http/api/roots.ts";
import { buildOpenApi } from "../../src/http/api/openapi.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { openTab, type Tab } from "./browser.ts";

const SLOW = 600_000;
const CAPTION = `<img src=x onerror="document.title='broken'"> & "so on"`;

let browser: SharedBrowser;
let world: World;
let author: TestMember;
let memeId: string;
/** Open at the reference, for tests that leave no trace which another would mind: it is our longest page by far. */
let shared: Tab;

beforeAll(async () => {
  world = await openWorld("SQLite", { env: { GUFFAW_RATE_LIMIT: "600/1m" } });
  author = await world.member({ name: "ada" });
  memeId = (await world.meme({ by: author, caption: CAPTION })).id;
  browser = await sharedChromium();
  shared = await openTab(browser, world, { permissions: ["clipboard-read", "clipboard-write"] });
  await shared.page.goto("/docs");
}, LAUNCH_TIMEOUT);

afterAll(async () => {
  await shared?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

interface Operation {
  operationId: string;
  summary: string;
}
function operations() {
  const { paths } = buildOpenApi(ROOTS, world.addresses) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
}

/** Opens the form of an operation, fills it in, sends it and waits for the answer. */
async function tryIt(page: Page, id: string, fields: Record<string, string>) {
  const form = page.locator(`#${id} try-it`);
  if (!(await form.locator("form").isVisible())) await form.locator("summary").click();
  for (const [name, value] of Object.entries(fields)) {
    const control = page.locator(`#${id}-${name}`);
    if ((await control.getAttribute("type")) === "file") await control.setInputFiles(value);
    else await control.fill(value);
  }
  await form.getByRole("button", { name: "Send" }).click();
  const result = form.locator(".result:not([data-kind=waiting])");
  await result.waitFor();
  return { status: await result.locator("[role=status]").innerText(), result };
}

describe("the API reference", () => {
  test(
    "shows every operation of the document, under its own address",
    async () => {
      const all = operations();
      // All at once: a call of the browser for each text takes ten times as long.
      const shown = await shared.page.locator("article.operation").evaluateAll((articles) =>
        articles.map((article) => {
          const textOf = (selector: string) => article.querySelector<HTMLElement>(selector)?.innerText;
          return {
            operationId: article.id,
            summary: textOf("h3"),
            endpoint: textOf(".endpoint"),
            path: textOf(".endpoint code"),
            curl: textOf(`#${article.id}-curl`),
            links: document.querySelectorAll(`.docs-side a[href="#${article.id}"]`).length,
          };
        }),
      );
      expect(shown.length).toBe(all.length);
      for (const { operationId, method, path, summary } of all) {
        const found = shown.filter((one) => one.operationId === operationId);
        expect(found).toMatchObject([{ summary, path, links: 1 }]);
        expect(found[0]!.endpoint).toMatch(method);
        expect(found[0]!.curl).toContain(
          new URL(world.addresses.url).origin + path.slice(0, path.indexOf("{")).replace(/\/$/, ""),
        );
      }
      expect(shared.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "every link within the page leads somewhere, and no id is there twice",
    async () => {
      const { dead, twice } = await shared.page.evaluate(() => {
        const hashes = Array.from(document.querySelectorAll("a"), ({ hash }) => hash).filter(Boolean);
        const ids = Array.from(document.querySelectorAll("[id]"), ({ id }) => id);
        return {
          dead: hashes.filter((hash) => !document.querySelector(hash)),
          twice: ids.filter((id, i) => ids.indexOf(id) !== i),
        };
      });
      expect({ dead, twice }).toEqual({ dead: [], twice: [] });
    },
    SLOW,
  );

  test(
    "a form sends a real request and shows the answer, digit for digit, as text",
    async () => {
      const { status, result } = await tryIt(shared.page, "getMeme", { "api-key": author.key, id: memeId });
      expect(status).toMatch(/^200 OK/);
      const body = await result.locator("pre").innerText();
      expect(body).toContain(`"id": ${author.user.id},`);
      expect(body).toContain(`"memeid": "${memeId}"`);
      expect(body).toContain(`"caption": ${JSON.stringify(CAPTION)}`);
      expect(await result.locator("img").count()).toBe(0);
      const headers = await result.locator("dl").innerText();
      expect(headers).toMatch(/RateLimit[\s\S]*ETag[\s\S]*X-Request-Id/);
      expect(shared.problems).toEqual([]);
      expect(await shared.page.title()).not.toBe("broken");
    },
    SLOW,
  );

  test(
    "a wrong key, a key with impossible letters and a dead network are told plainly",
    async () => {
      await using tab = await openTab(browser, world);
      await tab.page.goto("/docs");
      const wrong = await tryIt(tab.page, "getMeme", { "api-key": "gfw_wrong" });
      expect(wrong.status).toMatch(/^401/);
      expect(await wrong.result.locator("pre").innerText()).toContain('"error": "');
      expect((await tryIt(tab.page, "getMeme", { "api-key": "gfw_…" })).status).toMatch(/characters that no key has/);
      expect(tab.problems).toEqual([]);
      await tab.page.context().setOffline(true);
      expect((await tryIt(tab.page, "getMeme", { "api-key": author.key })).status).toMatch(/didn't get through/);
    },
    SLOW,
  );

  test(
    "the key is one for all forms, stays in the tab, and never enters the line for the shell",
    async () => {
      await using tab = await openTab(browser, world);
      await tab.page.goto("/docs");
      await tryIt(tab.page, "getMeme", { "api-key": author.key, id: memeId });
      expect(await tab.page.inputValue("#getProfile-api-key")).toBe(author.key);
      await tab.page.reload();
      expect(await tab.page.inputValue("#getComments-api-key")).toBe(author.key);
      const { status } = await tryIt(tab.page, "getProfile", { user: "me" });
      expect(status).toMatch(/^200/);
      expect(await tab.page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);
      const line = await tab.page.locator("#getProfile-curl").innerText();
      expect(line).toEndWith(`${world.addresses.apiUrl}/v1/profile/me`);
      expect(await tab.page.content()).not.toContain(author.key);
    },
    SLOW,
  );

  test(
    "a write says that it is one, and writes; a random meme can be drawn",
    async () => {
      const form = shared.page.locator("#putCaption try-it");
      expect(await form.locator("summary").innerText()).toContain("changes real data");
      await form.locator("summary").click();
      await shared.page.fill("#putCaption-api-key", author.key);
      await form.getByRole("button", { name: "Pick one at random" }).click();
      await shared.page.waitForFunction(
        (id) => document.querySelector<HTMLInputElement>("#putCaption-id")!.value === id,
        memeId,
      );
      const { status } = await tryIt(shared.page, "putCaption", { caption: "Fresh & it's new" });
      expect(status).toMatch(/^200/);
      const meme = (await (await world.as(author).get(`/v1/meme/${memeId}`)).json()) as { caption: string };
      expect(meme.caption).toBe("Fresh & it's new");
      expect(shared.problems).toEqual([]);
      await tryIt(shared.page, "putCaption", { caption: CAPTION });
    },
    SLOW,
  );

  test(
    "a picture can be submitted, and the line for the shell names the file that was chosen",
    async () => {
      const caption = "From the form; isn't it?";
      const { status, result } = await tryIt(shared.page, "submitMeme", {
        "api-key": author.key,
        image: `${ROOT}/assets/starter/printer.png`,
        caption,
        rating: "4",
      });
      expect(status).toMatch(/^201 Created/);
      const [, id] = /"memeid": "(\d+)"/.exec(await result.locator("pre").innerText())!;
      const meme = (await (await world.as(author).get(`/v1/meme/${id}`)).json()) as Record<string, unknown>;
      expect(meme).toMatchObject({ caption, age: 2, rating: { average: 4, total: 1 } });
      const image = await world.as().get(new URL(String(meme.url)).pathname);
      expect(image.headers.get("content-type")).toBe("image/png");
      expect(await shared.page.locator("#submitMeme-curl").innerText()).toBe(
        [
          'curl -X POST -H "Authorization: $KEY"',
          "-F image=@printer.png",
          String.raw`--form-string 'caption=From the form; isn'\''t it?'`,
          "-F rating=4",
          `${world.addresses.apiUrl}/v1/submit`,
        ].join(" \\\n  "),
      );
      expect(shared.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "nothing is sent until a picture is chosen",
    async () => {
      await using tab = await openTab(browser, world);
      const sent: string[] = [];
      tab.page.on("request", (request) => sent.push(request.url()));
      await tab.page.goto("/docs#submitMeme");
      await tab.page.locator("#submitMeme try-it summary").click();
      await tab.page.locator("#submitMeme try-it form > button").click();
      expect(await tab.page.locator("#submitMeme-image:invalid").count()).toBe(1);
      expect(sent.filter((url) => url.endsWith("/v1/submit"))).toEqual([]);
    },
    SLOW,
  );

  test(
    "an Idempotency-Key is sent as a header, and what it said before comes back",
    async () => {
      const line = shared.page.locator("#postComment-curl");
      expect(await line.innerText()).not.toContain("Idempotency-Key");
      const fields = { "api-key": author.key, id: memeId, content: "Once", "Idempotency-Key": "once-and-only-once" };
      await tryIt(shared.page, "postComment", fields);
      expect(await line.innerText()).toContain("-H 'Idempotency-Key: once-and-only-once' \\\n");
      const form = shared.page.locator("#postComment try-it");
      await form.getByRole("button", { name: "Send" }).click();
      await form.getByText("Idempotent-Replayed").waitFor();
      const comments = (await (await world.as(author).get(`/v1/meme/${memeId}/comments`)).json()) as object[];
      expect(comments).toMatchObject([{ content: "Once" }]);
      const { status } = await tryIt(shared.page, "postComment", { "Idempotency-Key": "…" });
      expect(status).toMatch(/Idempotency-Key contains characters/);
      expect(shared.problems).toEqual([]);
    },
    SLOW,
  );

  test(
    "the line for the shell leaves out what would be taken anyway",
    async () => {
      await shared.page.locator("#searchMemes try-it summary").click();
      const line = shared.page.locator("#searchMemes-curl");
      const url = `${world.addresses.apiUrl}/v1/meme/search`;
      expect(await line.innerText()).toEndWith(`'${url}?search=laptop'`);
      await shared.page.fill("#searchMemes-search", "cat & dog");
      expect(await line.innerText()).toEndWith(`'${url}?search=cat+%26+dog'`);
      await shared.page.fill("#searchMemes-amount", "3");
      await shared.page.selectOption("#searchMemes-age", "4");
      expect(await line.innerText()).toEndWith(`'${url}?search=cat+%26+dog&amount=3&age=4'`);
      await shared.page.fill("#searchMemes-amount", "");
      await shared.page.selectOption("#searchMemes-age", "2");
      expect(await line.innerText()).toEndWith(`'${url}?search=cat+%26+dog'`);
    },
    SLOW,
  );

  test(
    "only the id of a meme can be drawn",
    async () => {
      const drawn = await shared.page.evaluate(() =>
        Array.from(document.querySelectorAll("[data-draw]"), (one) => one.parentElement!.querySelector("input")!.name),
      );
      expect(new Set(drawn)).toEqual(new Set(["id"]));
      expect(drawn.length).toBe(operations().filter(({ path }) => path.includes("/meme/{id}")).length);
    },
    SLOW,
  );

  test(
    "the keyboard alone gets from the heading of an operation to its answer",
    async () => {
      await using tab = await openTab(browser, world);
      await tab.page.goto("/docs#getMeme");
      await tab.page.locator("#getMeme h3 a").focus();
      const pressUntil = async (selector: string) => {
        for (let presses = 0; presses < 12; presses++) {
          if (await tab.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
          await tab.page.keyboard.press("Tab");
        }
        throw new Error(`The keyboard does not reach ${selector}.`);
      };
      await pressUntil("#getMeme try-it summary");
      await tab.page.keyboard.press("Enter");
      await pressUntil("#getMeme-api-key");
      await tab.page.keyboard.type(author.key);
      await pressUntil("#getMeme-id");
      await tab.page.keyboard.type(memeId);
      await pressUntil("#getMeme try-it form > button");
      await tab.page.keyboard.press("Enter");
      await tab.page.locator("#getMeme .result[data-kind=good]").waitFor();
      expect(await tab.page.locator("#getMeme [role=status]").innerText()).toMatch(/^200/);
    },
    SLOW,
  );

  test(
    "a button copies the code beside it",
    async () => {
      const block = shared.page.locator("copy-code", { has: shared.page.locator("#getMeme-curl") });
      await block.getByRole("button", { name: "Copy" }).click();
      await block.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await shared.page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await shared.page.locator("#getMeme-curl").innerText());
    },
    SLOW,
  );

  test(
    "without scripts everything can be read, and nothing pretends to work",
    async () => {
      await using tab = await openTab(browser, world, { javaScriptEnabled: false });
      await tab.page.goto("/docs");
      const shown = await tab.page.locator("article.operation").evaluateAll((articles) =>
        articles.map((article) => {
          const isVisible = (selector: string) => {
            const one = article.querySelector(selector);
            // An operation whose answer never ends has no form.
            if (!one) return false;
            const { width, height } = one.getBoundingClientRect();
            return one.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
          };
          return [article.id, isVisible("h3"), isVisible(`#${article.id}-curl`), isVisible("try-it")];
        }),
      );
      expect(shown.sort()).toEqual(
        operations()
          .map(({ operationId }) => [operationId, true, true, false])
          .sort(),
      );
      expect(await tab.page.locator("main").getByRole("button").count()).toBe(0);
    },
    SLOW,
  );

  test(
    "on a phone the contents fold away once they have led somewhere",
    async () => {
      await using tab = await openTab(browser, world, { viewport: { width: 360, height: 740 } });
      await tab.page.goto("/docs");
      await tab.page.locator(".docs-menu > summary").click();
      await tab.page.locator('.docs-menu a[href="#getProfile"]').click();
      expect(await tab.page.locator(".docs-menu nav").isVisible()).toBe(false);
      const top = await tab.page.locator("#getProfile").evaluate((one) => one.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(40);
      expect(top).toBeLessThan(200);
    },
    SLOW,
  );
});
