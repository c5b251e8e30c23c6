import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { setRemix } from "../../src/core/make/set-remix.ts";

import { addTemplate, make, over, plain } from "../make/making.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

describe.each(DIALECTS)("the pages of the maker on %s", (dialect) => {
  let world: World;
  let ada: TestMember;
  let bob: TestMember;
  let template: string;

  beforeAll(async () => {
    world = await openWorld(dialect);
    [ada, bob] = [await world.member({ name: "ada" }), await world.member({ name: "bob" })];
    template = await addTemplate(world);
  });

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  async function visit(member: TestMember, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Cookie: await sessionCookie(world, member), "Sec-Fetch-Site": "same-origin", ...init.headers };
    return fetch(world.origin + path, { redirect: "manual", ...init, headers });
  }

  const post = (fields: Record<string, string>, key: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ age: "2", ...fields })) body.set(name, value);
    return visit(ada, "/make", {
      method: "POST",
      body,
      headers: { Accept: "application/json", "Idempotency-Key": key },
    });
  };

  test("a meme that is sent again under its key is not posted again", async () => {
    const fields = { recipe: JSON.stringify(plain("#113355", "once")), caption: "hello" };
    const [first, second] = [await post(fields, "one"), await post(fields, "one")];
    expect(first.status).toBe(200);
    const answer = await first.json();
    expect(answer).toEqual({ url: expect.stringMatching(/\/meme\/\d+$/) });
    expect(await second.json()).toEqual(answer);
    const changed = await post({ ...fields, caption: "hello again" }, "one");
    expect(changed.status).toBe(422);
    expect((await changed.json()).error).toContain("on your profile already");
    expect((await post({ ...fields, caption: "again" }, "with spaces")).status).toBe(400);
    // What was refused can be mended and sent under the same key.
    const refused = await post({ ...fields, recipe: JSON.stringify(plain("#113355", "\u{12000}")) }, "two");
    expect(refused.status).toBe(400);
    expect((await post({ ...fields, recipe: JSON.stringify(plain("#553311", "mended")) }, "two")).status).toBe(200);
  });

  test("a meme whose base can't be used any more says so, and leads back", async () => {
    const base = await make(world, bob, { recipe: plain("#774411", "base") });
    const meme = await make(world, ada, { recipe: over({ kind: "meme", id: base.id }) });
    await setRemix(world.ctx(bob), base.id, "nobody");
    const page = await visit(ada, `/make?edit=${meme.id}`);
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).toContain("can no longer be used");
    expect(html).toContain(`href="/meme/${meme.id}"`);
    expect((await visit(ada, "/make?edit=7")).status).toBe(404);
    expect(await (await visit(ada, "/make?edit=7")).text()).toContain("Nobody is laughing here");
  });

  test("a preview without scripts names the characters that no font has", async () => {
    const ask = (text: string) =>
      visit(ada, `/make?template=${template}&caption=&text1=fine&text2=${encodeURIComponent(text)}`);
    const refused = await ask("\u{12000}");
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain("have these characters: \u{12000}");
    expect(html).not.toContain("/make/preview");
    expect(html).toContain("fine</textarea>");
    expect(await (await ask("fine too")).text()).toContain("/make/preview?");
  });
});
