import { expect, test } from "bun:test";

import { sql } from "kysely";

import { evenWhenFull } from "../../src/core/ctx.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import { envOf, startS3 } from "../s3.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { openWorld, smallImage, type World } from "../world.ts";

/** For the operator only: names of parts, codes, settings, advice. */
const INSIDE = /storage|database|SQLITE|S3|access key|bucket|endpoint|network|disk|GUFFAW_|postgres/i;

const visibleIn = (page: string) => page.replace(/<[^>]*>/g, " ");

const upload = async () => {
  const body = new FormData();
  body.set("image", new Blob([(await smallImage()) as BlobPart]), "a.png");
  body.set("age", "2");
  return body;
};

/** The operator can read what exactly was wrong with each refused request. */
async function expectKept(
  world: World,
  cookie: string,
  refused: { headers: { get(name: string): string | null } }[],
  exact: RegExp,
) {
  await world.services.failures.flush();
  await world.services.log.flush();
  for (const { headers } of refused) {
    const id = headers.get("x-request-id")!;
    expect(world.logLines.filter((line) => line.includes(id)).join("\n")).toMatch(exact);
    const page = await world.as().get(`/admin/errors?find=${id}`, { headers: { Cookie: cookie } });
    expect(await page.text()).toMatch(exact);
  }
}

test("only the operator learns what is wrong with the storage", async () => {
  const s3 = await startS3();
  await using world = await openWorld("SQLite", { env: envOf(s3) });
  const founder = await world.member({ perks: ["founder"] });
  const cookie = await sessionCookie(world, founder);
  const meme = await world.meme({ by: founder });
  await s3.stop();
  const api = await world.as(founder).post("/v1/submit", { body: await upload() });
  expect(await api.json()).toEqual({ error: "The site can't store pictures right now. Try again in a moment." });
  const from = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  const page = await world.as().post("/submit", { body: await upload(), headers: from });
  const script = await world
    .as()
    .post("/submit", { body: await upload(), headers: { ...from, Accept: "application/json" } });
  const image = await world.as().get(imagePath(meme));
  const german = await world
    .as()
    .post("/submit", { body: await upload(), headers: { ...from, "Accept-Language": "de" } });
  expect(await german.text()).toContain("kann gerade keine Bilder speichern");
  for (const response of [page, script, image]) {
    expect(response.status).toBe(503);
    expect(visibleIn(await response.text())).not.toMatch(INSIDE);
  }
  for (const response of [api, page, image]) expect(response.headers.get("retry-after")).toBe("2");
  await expectKept(world, cookie, [api, page, script, image], /image storage cannot be reached/i);
  expect(await (await world.as().get("/admin", { headers: { Cookie: cookie } })).text()).toContain("storage cannot be");
});

test("only the operator learns why a file cannot be sent", async () => {
  await using world = await openWorld("SQLite");
  const cookie = await sessionCookie(world, await world.member({ perks: ["founder"] }));
  const refused = world.app.failed(new Error("EACCES: permission denied, open '/data/images/a.png'"));
  expect(refused.status).toBe(500);
  expect(refused.body).toBe(
    `Something went wrong on our side. Tell the people who run this site the request ID ${refused.headers.get("x-request-id")}.\n`,
  );
  await expectKept(world, cookie, [refused], /permission denied/);
});

test("only the operator learns what is wrong with the database", async () => {
  await using world = await openWorld("SQLite");
  const founder = await world.member({ perks: ["founder"] });
  const cookie = await sessionCookie(world, founder);
  const meme = await world.meme({ by: founder });
  const limitPages = (pages: number) =>
    evenWhenFull(world.ctx(), () => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(world.db));
  await limitPages(1);
  let refused: Response | undefined;
  for (let i = 0; i < 200 && refused === undefined; i++) {
    const comment = new URLSearchParams({ content: "x".repeat(1000) });
    const response = await world.as(founder).post(`/v1/meme/${meme.id}/comments`, { body: comment });
    if (response.status === 503) refused = response;
  }
  expect(await refused!.text()).not.toMatch(INSIDE);
  const page = await world.as().post(`/meme/${meme.id}/comments`, {
    body: new URLSearchParams({ content: "x".repeat(1000) }),
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
  });
  expect(page.status).toBe(503);
  expect(visibleIn(await page.text())).not.toMatch(INSIDE);
  await limitPages(1_000_000);
  await expectKept(world, cookie, [refused!, page], /The disk of the database \(.+\) is full/);
});
