import { expect, test } from "bun:test";

import { openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { forgetCopies } from "./forget-copies.ts";
import { sessionCookie } from "./signed-in.ts";

async function send(world: World, by: TestMember, headers: Record<string, string> = {}): Promise<Response> {
  await forgetCopies(world);
  const body = new FormData();
  body.set("image", new Blob([(await smallImage()) as BlobPart], { type: "image/png" }), "cat.png");
  body.set("caption", "My <dear> words");
  const cookie = await sessionCookie(world, by);
  return world.as().post("/submit", { body, headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin", ...headers } });
}

const pageOf = async (world: World, by: TestMember, path: string, headers: Record<string, string> = {}) =>
  (await world.as().get(path, { headers: { Cookie: await sessionCookie(world, by), ...headers } })).text();

const fill = (world: World, { user }: TestMember, stored_bytes: number) =>
  world.db.updateTable("users").set({ stored_bytes }).where("id", "=", user.id).execute();

test("the form shows what is left, refuses what is too much, and keeps what was typed", async () => {
  const now = Date.now();
  await using world = await openWorld("SQLite", { env: { GUFFAW_POSTS_PER_HOUR: "2" }, clock: () => now });
  const [ada, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
  await fill(world, ada, 1.2e9);
  expect(await pageOf(world, ada, "/submit")).toContain("Your memes take up 1.2 GB of your 2 GB.");
  expect(await pageOf(world, ada, "/submit", { "Accept-Language": "de" })).toMatch(
    /Deine Memes belegen 1,2\sGB von deinen 2\sGB/,
  );
  expect(await pageOf(world, staff, "/submit")).not.toContain("Your memes take up");
  for (let i = 0; i < 2; i++) expect((await send(world, ada)).status).toBe(303);
  const late = await send(world, ada);
  expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1800"]);
  const text = await late.text();
  expect(text).toContain("You can post 2 memes an hour.");
  expect(await (await send(world, ada, { "Accept-Language": "de" })).text()).toMatch(
    /Versuch es in 30 Minuten noch einmal\./,
  );
  expect(text).toContain("My &lt;dear&gt; words");
  await fill(world, ada, 2e9);
  const full = await send(world, ada, { Accept: "application/json" });
  expect(full.status).toBe(403);
  expect(await full.json()).toEqual({ error: expect.stringContaining("Your memes use 2 GB of the 2 GB") });
});

test("/admin shows how full the site is, and warns before it is full", async () => {
  await using world = await openWorld("SQLite", { env: { GUFFAW_STORAGE_TOTAL: "10GB" } });
  const founder = await world.member({ perks: ["founder"] });
  await fill(world, founder, 3.4e9);
  expect(await pageOf(world, founder, `/admin/users/${founder.user.id}`)).toContain("3.4 GB of image files");
  const use = (value: number) => world.db.updateTable("counters").set({ value }).where("name", "=", "bytes").execute();
  await use(5.5e9);
  const half = await pageOf(world, founder, "/admin");
  expect(half).toContain("Used, out of 10 GB");
  expect(half).not.toContain("GUFFAW_STORAGE_TOTAL");
  await use(9.5e9);
  expect(await pageOf(world, founder, "/admin")).toContain("Memes use 9.5 GB of the 10 GB");
});
