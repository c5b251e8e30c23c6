import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { readConfig } from "../../src/config.ts";
import { finishBackup, insertBackup } from "../../src/data/backups.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { openDatabase } from "../../src/data/open.ts";
import { addTraffic, listTraffic, minuteOf } from "../../src/data/traffic.ts";
import { buildInfo, shortCommit } from "../../src/build-info.ts";
import { wordsOfJob } from "../../src/http/web/admin/jobs-page.tsx";
import { DomainError } from "../../src/errors.ts";
import { KINDS } from "../../src/jobs/kinds.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { MAKE_BACKUP } from "../../src/core/backup/list-backups.ts";
import { settingsOf } from "../../src/config-summary.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { startServer } from "../cli/guffaw.ts";
import { postgresTest } from "../postgres-test.ts";
import { freshDatabase, freshFolder, openWorld, ROOT, smallImage, type TestMember, type World } from "../world.ts";
import { sidewaysScroll } from "./browser.ts";
import { sessionCookie, signInTab } from "./signed-in.ts";

const PAGES = [
  "",
  "/users",
  "/keys",
  "/storage",
  "/jobs",
  "/errors",
  "/deletions",
  "/backups",
  "/settings",
  "/minute",
].map((at) => `/admin${at}`);

let world: World;
let founder: TestMember;
let cookie: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  founder = await world.member({ name: "founder", perks: ["founder"] });
  cookie = await sessionCookie(world, founder);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const get = async (path: string) => (await world.as().get(path, { headers: { Cookie: cookie } })).text();
const post = (path: string, body: Record<string, string> = {}) =>
  world.as().post(path, {
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(body),
  });

test("only founders get in", async () => {
  const staff = await sessionCookie(world, await world.member({ perks: ["staff"] }));
  for (const path of PAGES) {
    expect((await world.as().get(path)).headers.get("location")).toStartWith("/sign-in?next=");
    expect((await world.as().get(path, { headers: { Cookie: staff } })).status).toBe(403);
    expect((await world.as().get(path, { headers: { Cookie: cookie } })).status).toBe(200);
  }
  expect(await get("/")).toContain('href="/admin"');
  expect(await (await world.as().get("/", { headers: { Cookie: staff } })).text()).not.toContain('href="/admin"');
});

describe("an error", () => {
  test("is found by the request id people were shown", async () => {
    const meme = await world.meme({ by: founder });
    const image = `/i/${meme.id}/${meme.image.hash.slice(0, 16)}.png`;
    const met: { path: string; id: string }[] = [];
    const meet = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await world.as(founder).get(path, { headers: { Cookie: cookie, ...headers } });
      expect([path, answer.status]).toEqual([path, 500]);
      met.push({ path, id: answer.headers.get("x-request-id")! });
      return answer.text();
    };
    // A real failure, like a broken disk or a bug: every query throws.
    await world.db.schema.alterTable("memes").renameTo("away").execute();
    try {
      expect(await meet(`/v1/meme/${meme.id}?secret=in-the-query`)).toContain(met[0]!.id);
      expect(await meet(`/meme/${meme.id}`)).toContain(met[1]!.id);
      await meet(image, { "X-Request-Id": "my-own.id_1" });
    } finally {
      await world.db.schema
        .alterTable("away" as never)
        .renameTo("memes")
        .execute();
    }
    await world.services.failures.flush();
    expect(met[2]!.id).toBe("my-own.id_1");
    for (const { id, path } of met) {
      const found = await get(`/admin/errors?find=${id}`);
      expect(found, path).toContain("no such table: memes");
      expect(found).toContain(`<code>${id}</code>`);
      expect(found).not.toContain("in-the-query");
    }
    expect(await get(`/admin/errors?find=${met[0]!.id}`)).toContain("/v1/meme/{id}");
    expect(await get("/admin/errors?find=unheard-of")).toContain("no error with this ID");
    const { version, commit } = buildInfo();
    expect(await get("/admin")).toContain("3 server errors");
    expect(await get("/admin")).toContain(`Guffaw ${version}`);
    expect(await get("/admin")).toContain(`Commit ${shortCommit(commit)}, on Bun`);
    expect((await world.as().get("/admin/errors?after=nonsense", { headers: { Cookie: cookie } })).status).toBe(400);
  });
});

test("an outage is found by request id, and reported on the first page", async () => {
  const { storage } = world.services;
  const away = () => Promise.reject(new DomainError("unavailable", "The image storage cannot be reached."));
  world.services.storage = { ...storage, put: away, probe: away };
  const body = JSON.stringify({ image: Buffer.from(await smallImage()).toString("base64") });
  const headers = { "Content-Type": "application/json" };
  const answer = await world.as(founder).post("/v1/submit", { body, headers });
  expect(answer.status).toBe(503);
  await world.services.failures.flush();
  expect(await get(`/admin/errors?find=${answer.headers.get("x-request-id")}`)).toContain("storage cannot be reached");
  expect(await get("/admin")).toContain("Images can&#x27;t be read or stored: The image storage cannot be reached.");
  world.services.storage = storage;
  await world.db.deleteFrom("failures").execute();
});

describe("people", () => {
  test("are found, and gain and lose perks", async () => {
    const { user } = await world.member({ name: "Ann" });
    expect(await get("/admin/users?find=aNN")).toContain(`/admin/users/${user.id}`);
    expect(await get("/admin/users?find=who")).toContain("Nobody here has this name");
    const path = `/admin/users/${user.id}`;
    expect((await post(`${path}/perks`, { staff: "on", verified: "on" })).headers.get("location")).toBe(path);
    expect(await get(path)).toMatch(/name="staff" value="on" checked/);
    await post(`${path}/perks`, { verified: "on" });
    expect(await get(path)).not.toMatch(/name="staff" value="on" checked/);
    const own = await post(`/admin/users/${founder.user.id}/perks`, {});
    expect([own.status, await own.text()]).toEqual([
      403,
      expect.stringContaining("take this away from yourself. Make somebody else a founder"),
    ]);
    const gone = await post("/admin/users/123456789012345678/perks", {});
    expect(gone.status).toBe(404);
  });

  test("get links that are shown once and work", async () => {
    const { user } = await world.member({ name: "ben" });
    const linkIn = async (answer: Response) => /id="made-link">([^<]+)</.exec(await answer.text())![1]!;
    const invitation = await linkIn(await post("/admin/invite", { days: "1" }));
    expect(invitation).toStartWith(`${world.addresses.url}/sign-up?invite=`);
    const signUp = new URL(invitation).pathname + new URL(invitation).search;
    expect(await (await world.as().get(signUp)).text()).toContain("Username");
    const reset = await linkIn(await post(`/admin/users/${user.id}/reset`));
    const { pathname } = new URL(reset);
    expect((await world.as().get(pathname)).status).toBe(200);
    for (const path of ["/admin/users", `/admin/users/${user.id}`])
      expect(await get(path)).not.toContain(pathname.split("/").at(-1)!);
  });

  test("have keys that can be revoked and are never shown", async () => {
    const cleo = await world.member({ name: "cleo" });
    const list = await get("/admin/keys");
    expect(list).toContain("cleo");
    expect(list).not.toContain(cleo.key);
    const hash = new Bun.CryptoHasher("sha256").update(cleo.key).digest("hex");
    expect(list).not.toContain(hash);
    const id = /\/admin\/keys\/(\d+)\/revoke/.exec(list)![1]!;
    expect((await post(`/admin/keys/${id}/revoke`)).status).toBe(303);
    expect((await world.as(cleo).get("/v1/profile/me")).status).toBe(401);
    for (const none of ["x", "%00", "123456789012345678"])
      expect((await post(`/admin/keys/${none}/revoke`)).status).toBe(404);
  });
});

test("a job runs at once on request, and every kind is explained", async () => {
  for (const { name } of KINDS) expect(wordsOfJob(name), name).toBeDefined();
  const { db } = world;
  const later = Date.now() + 86_400_000;
  await enqueueJob(db, "forget-traffic", "", later);
  const runAt = async () =>
    (await db.selectFrom("jobs").select("run_at").where("kind", "=", "forget-traffic").executeTakeFirstOrThrow())
      .run_at;
  await addTraffic(db, 1, 1, { requests: 1, failed: 0, times: [1, 1] });
  expect(await get("/admin/jobs")).toContain("Deletes request counts after eight days.");
  expect((await post("/admin/jobs/run", { kind: "forget-traffic", subject: "" })).headers.get("location")).toBe(
    "/admin/jobs",
  );
  expect(await runAt()).toBeLessThanOrEqual(Date.now());
  await runDueJobs(world.services);
  expect(await db.selectFrom("traffic").select("minute").where("minute", "=", 1).execute()).toEqual([]);
  expect(await runAt()).toBeGreaterThan(Date.now());
  await db.updateTable("jobs").set({ attempts: 1 }).where("kind", "=", "forget-traffic").execute();
  const busy = await post("/admin/jobs/run", { kind: "forget-traffic", subject: "" });
  expect([busy.status, await busy.text()]).toEqual([409, expect.stringContaining("is running right now")]);
  for (const kind of ["", "none", "\0"]) expect((await post("/admin/jobs/run", { kind })).status).toBe(404);
});

test("backups: none, an old one, a good one", async () => {
  const { db } = world;
  const day = 86_400_000;
  expect(await get("/admin/backups")).toContain("There is no good backup yet.");
  expect(await get("/admin")).toContain("This site has no backup.");
  for (const [back, said] of [
    [8, "more than a week"],
    [1, "The last good backup was made 1 day ago."],
  ] as const) {
    const id = await insertBackup(db, `/copies/${back}`, Date.now() - back * day);
    await finishBackup(db, id, { rows: 12, images: 3, bytes: 5e6, endedAt: Date.now() - back * day + 65_000 });
    expect(await get("/admin/backups")).toContain(said);
  }
  expect(await get("/admin/backups")).toMatch(/12 rows · 3 image files · 5 MB · Took 1 minute/);
  expect(await get("/admin/backups")).not.toContain("Restored on trial");
  expect(await get("/admin/backups")).toContain("<code>GUFFAW_BACKUP_SCHEDULE</code>");
});

test("backups: one that was restored on trial, one with a flaw, and the next", async () => {
  const { db } = world;
  const done = { rows: 12, images: 3, bytes: 5e6, endedAt: Date.now() };
  await finishBackup(db, await insertBackup(db, "/copies/tried", Date.now()), { ...done, verifiedAt: Date.now() });
  expect(await get("/admin/backups")).toContain("Restored on trial");
  const flawed = await insertBackup(db, "/copies/flawed", Date.now());
  await finishBackup(db, flawed, { ...done, error: "1 image file was missing." });
  expect(await get("/admin/backups")).toMatch(/The last backup, .+, has a problem: 1 image file was missing\./);
  expect(await get("/admin")).toContain("The last backup has a problem: 1 image file was missing.");
  await enqueueJob(db, MAKE_BACKUP, "", Date.UTC(2031, 1, 3, 4, 30));
  expect(await get("/admin/backups")).toMatch(/The server makes the next one by itself: .*2031.* UTC\./);
  expect(await get("/admin/backups")).not.toContain("GUFFAW_BACKUP_SCHEDULE");
});

test("traffic outlives the server, and probes do not count", async () => {
  const env = { GUFFAW_DATA: freshFolder("traffic"), GUFFAW_STARTER: "off", GUFFAW_LOG: "silent" };
  for (let start = 0; start < 2; start++) {
    const server = await startServer(env);
    for (const path of ["/about", "/about", "/no-such-page", "/healthz", "/metrics", "/readyz"])
      await (await fetch(server.origin() + path)).text();
    await server.stop();
  }
  await using database = await openDatabase({ kind: "sqlite", file: `${env.GUFFAW_DATA}/guffaw.db` });
  const now = minuteOf(Date.now());
  const counted = await listTraffic(database.db, now - 5, now + 1);
  expect(counted.reduce((sum, { requests }) => sum + requests, 0)).toBe(6);
  expect(counted.flatMap(({ times }) => times.filter((_, i) => i % 2 === 1)).reduce((sum, one) => sum + one, 0)).toBe(
    6,
  );
});

describe("the configuration", () => {
  const SECRETS = [
    "db-Pass%25word-1",
    "db-Pass%word-1",
    "smtp-Pass-word-2",
    "s3-Access-3",
    "s3-Secret-4",
    "s3-Token-5",
    "oidc-Secret-6",
  ];
  const FULL = {
    GUFFAW_SMTP_URL: "smtps://mailer:smtp-Pass-word-2@mail.example.org:465",
    GUFFAW_MAIL_FROM: "Guffaw <memes@example.org>",
    GUFFAW_STORAGE: "s3://pictures?endpoint=https://s3.example.org&region=eu-1",
    AWS_ACCESS_KEY_ID: "s3-Access-3",
    AWS_SECRET_ACCESS_KEY: "s3-Secret-4",
    AWS_SESSION_TOKEN: "s3-Token-5",
    GUFFAW_OIDC_CLUB_ISSUER: "https://id.example.org",
    GUFFAW_OIDC_CLUB_CLIENT_ID: "guffaw-at-club",
    GUFFAW_OIDC_CLUB_CLIENT_SECRET: "oidc-Secret-6",
    GUFFAW_TYPO: "a-Typo-7",
  };

  postgresTest("is complete, and none of its secrets is on any page or in an error", async () => {
    await using database = await freshDatabase();
    const url = new URL(database.url);
    url.password = "db-Pass%25word-1";
    await using full = await openWorld("SQLite", { env: { ...FULL, GUFFAW_DATABASE_URL: url.href } });
    const boss = await full.member({ perks: ["founder"] });
    const headers = { Cookie: await sessionCookie(full, boss) };
    for (const secret of SECRETS)
      full.services.failures.note({ request: "told", route: "/", error: new Error(`no entry with ${secret}`) });
    await full.services.failures.flush();
    const pages = await Promise.all(
      [...PAGES, `/admin/users/${boss.user.id}`].map(async (path) => (await full.as().get(path, { headers })).text()),
    );
    for (const page of pages) for (const secret of [...SECRETS, "a-Typo-7"]) expect(page).not.toContain(secret);
    const settings = pages[8]!;
    for (const [name, value] of [
      ["GUFFAW_DATABASE_URL", `postgres://…@${url.host}${url.pathname}`],
      ["GUFFAW_SMTP_URL", "smtps://…@mail.example.org:465"],
      ["GUFFAW_STORAGE", "s3://pictures?endpoint=https://s3.example.org&amp;region=eu-1"],
      ["GUFFAW_OIDC_CLUB_CLIENT_ID", "guffaw-at-club"],
      ["GUFFAW_LOG", "info"],
    ])
      expect(settings).toMatch(
        new RegExp(`<code>${name}</code><span class="setting-value"[^>]*>${RegExp.escape(value!)}</span>`),
      );
    for (const name of ["AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "GUFFAW_OIDC_CLUB_CLIENT_SECRET"])
      expect(settings).toContain(`<code>${name}</code><span class="soft">Secret, not shown</span>`);
    expect(settings).toContain("<code>GUFFAW_TYPO</code>");
    expect(pages[3]).toContain("Bucket pictures at https://s3.example.org");
  });

  test("has every variable of .env.example, and marks those that were set", async () => {
    const known = new Set((await Bun.file(`${ROOT}/.env.example`).text()).match(/GUFFAW_[A-Z_]+[A-Z]/g));
    const env = { GUFFAW_RATE_LIMIT: "90/90s", GUFFAW_LOG: "warn", GUFFAW_STARTER: " " };
    const addresses = { url: "http://a", apiUrl: "http://a", oldApiUrl: "http://a/old" };
    const settings = settingsOf(readConfig(env, "/srv"), addresses);
    const names = new Set(settings.map(({ name }) => name));
    for (const name of known) if (!name.startsWith("GUFFAW_OIDC")) expect(names, name).toContain(name);
    const given = settings.filter((one) => one.given).map(({ name, value }) => [name, value]);
    expect(given).toEqual([
      ["GUFFAW_RATE_LIMIT", "90/90s"],
      ["GUFFAW_LOG", "warn"],
    ]);
    const valueOf = (limit: string) =>
      settingsOf(readConfig({ GUFFAW_RATE_LIMIT: limit }, "/srv"), addresses).find(
        ({ name }) => name === "GUFFAW_RATE_LIMIT",
      )!.value;
    expect(["600/1m", "5/2h", "7/1d", "off"].map(valueOf)).toEqual(["600/1m", "5/2h", "7/1d", "off"]);
  });
});

test(
  "the overview in a browser: charts of a day and a week, in words too, on a phone as well",
  async () => {
    const now = minuteOf(Date.now());
    for (const back of [5, 200, 3000])
      await addTraffic(world.db, now - back, 1, { requests: 40, failed: 0, times: [14, 39, 40, 1] });
    const browser = await sharedChromium();
    await using tab = await signInTab(browser, world, founder, { viewport: { width: 360, height: 800 } });
    await tab.page.goto("/admin");
    const sum = tab.page.locator("#traffic > p").last();
    expect(await sum.textContent()).toMatch(/^80 requests, 0 failed. Median 1 ms, /);
    await tab.page.getByRole("link", { name: "7 days" }).click();
    expect(await sum.textContent()).toStartWith("120 requests");
    expect(await tab.page.locator("path.line-p99[d^=M]").count()).toBe(2); // one of them in the legend
    await tab.page.getByText("Show as table").last().click();
    expect(await tab.page.locator("table").last().locator("tbody tr").count()).toBe(56);
    expect(await sidewaysScroll(tab.page)).toBe(0);
    expect(tab.problems).toEqual([]);
  },
  LAUNCH_TIMEOUT,
);
