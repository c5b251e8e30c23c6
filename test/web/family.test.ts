import { describe, expect, test } from "bun:test";

import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { setRemix } from "../../src/core/make/set-remix.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMade } from "../../src/data/recipes.ts";
import { addTemplate, make, over, plain } from "../make/making.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

async function visit(world: World, path: string, who?: TestMember) {
  const cookie = who ? await sessionCookie(world, who) : "";
  const response = await world.as().get(path, { headers: { Cookie: cookie } });
  return { status: response.status, text: await response.text() };
}

async function send(world: World, path: string, who: TestMember, fields: Record<string, string>) {
  const headers = { Cookie: await sessionCookie(world, who), "Sec-Fetch-Site": "same-origin" };
  return world.as().post(path, { headers, body: new URLSearchParams(fields) });
}

const people = async (world: World) => ({
  ann: await world.member({ name: "ann" }),
  bob: await world.member({ name: "bob" }),
  cat: await world.member({ name: "cat" }),
});

/** The ids of the memes in the family tree, in order. */
const familyIn = (html: string) => {
  const [tree = ""] = /<section class="family".*?<\/section>/s.exec(html) ?? [];
  return [...tree.matchAll(/<(?:a|span) class="relative"(?: href="[^"]*\/meme\/(\d+)")?/g)].map(
    ([, id]) => id ?? "here",
  );
};

const canRemix = (html: string) => html.includes("/make?remix=");

describe.each(DIALECTS)("a meme's page on %s", (dialect) => {
  test("offers the editor to the author, and remixes to those who may", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob } = await people(world);
    const meme = await make(world, ann, { recipe: plain() });
    const page = (who?: TestMember) => visit(world, `/meme/${meme.id}`, who).then(({ text }) => text);
    const own = await page(ann);
    expect(own).toContain(`/make?edit=${meme.id}`);
    expect(own).toContain(`/make?remix=${meme.id}`);
    expect(own).toMatch(/<option value="everyone" selected(="")?>/);
    expect(await page(bob)).not.toContain("/make?edit=");
    expect([canRemix(await page(bob)), canRemix(await page())]).toEqual([true, true]);
    const choose = (remix: string) =>
      send(world, `/meme/${meme.id}/edit`, ann, { caption: "new words", alt: "", remix });
    expect((await choose("followers")).status).toBe(303);
    expect([canRemix(await page(bob)), canRemix(await page())]).toEqual([false, false]);
    await followUser(world.ctx(bob), ann.user.id);
    expect(canRemix(await page(bob))).toBe(true);
    await choose("nobody");
    expect([canRemix(await page(bob)), canRemix(await page(ann))]).toEqual([false, true]);
    expect(await page(bob)).toContain("new words");
    expect((await choose("martians")).status).toBe(400);
    expect((await send(world, `/meme/${meme.id}/edit`, bob, { caption: "", alt: "", remix: "everyone" })).status).toBe(
      403,
    );
    expect((await findMade(world.db, meme.id))?.remix).toBe("nobody");
  });

  test("of an upload can be remixed once its author says so, but its picture cannot be edited", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob } = await people(world);
    const meme = await world.meme({ by: ann });
    const page = (who?: TestMember) => visit(world, `/meme/${meme.id}`, who).then(({ text }) => text);
    expect([canRemix(await page(bob)), canRemix(await page(ann))]).toEqual([false, true]);
    expect(await page(ann)).not.toContain("/make?edit=");
    await setRemix(world.ctx(ann), meme.id, "everyone");
    expect(canRemix(await page(bob))).toBe(true);
  });

  test("says that its picture was edited, and when", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { ann } = await people(world);
    const meme = await make(world, ann, { recipe: plain() });
    expect((await visit(world, `/meme/${meme.id}`)).text).not.toContain("edited");
    now += 3_600_000;
    await changeRecipe(world.ctx(ann), meme.id, { recipe: plain("#993366", "fixed") });
    now += 120_000;
    expect((await visit(world, `/meme/${meme.id}`)).text).toContain("edited 2 minutes ago");
  });

  test("names its template, until staff retire that", async () => {
    await using world = await openWorld(dialect);
    const { ann } = await people(world);
    const template = await addTemplate(world);
    const meme = await make(world, ann, { template, texts: ["ha"] });
    const page = async () => (await visit(world, `/meme/${meme.id}`)).text;
    expect(await page()).toContain(`/templates/${template}"`);
    await world.db.updateTable("templates").set({ status: 2 }).where("id", "=", template).execute();
    expect(await page()).not.toContain("/templates/");
  });

  test("names what it was made from all the way back, and what was made from it", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob, cat } = await people(world);
    const first = await make(world, ann, { recipe: plain() });
    const second = await make(world, bob, { recipe: over({ kind: "meme", id: first.id }) });
    const third = await make(world, cat, { recipe: over({ kind: "meme", id: second.id }) });
    const tree = async (id: string, who?: TestMember) => familyIn((await visit(world, `/meme/${id}`, who)).text);
    expect(await tree(first.id)).toEqual(["here", second.id]);
    expect(await tree(second.id)).toEqual([first.id, "here", third.id]);
    expect(await tree(third.id)).toEqual([first.id, second.id, "here"]);
    const { text } = await visit(world, `/meme/${third.id}`);
    expect(text.replace(/<[^>]+>/g, "")).toMatch(/Remixed from\s+bob/);
    expect(await tree((await make(world, ann, { recipe: plain() })).id)).toEqual([]);

    await deleteMeme(world.ctx(bob), second.id);
    expect(await tree(first.id)).toEqual(["here", third.id]);
    expect(await tree(third.id)).toEqual([first.id, "here"]);
    await deleteMeme(world.ctx(ann), first.id);
    expect(await tree(third.id)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("names a remix that looks the same once, in the tree", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob } = await people(world);
    const recipe = plain("#993366", "look at me");
    const first = await make(world, ann, { recipe });
    const remix = await make(world, bob, { recipe, parent: first.id });
    const copy = await make(world, bob, { recipe });
    const { text } = await visit(world, `/meme/${first.id}`);
    expect(familyIn(text)).toEqual(["here", remix.id]);
    const copies = text.slice(text.indexOf('class="copies"'));
    expect([copies.includes(copy.id), copies.includes(remix.id)]).toEqual([true, false]);
  });

  test("is where the news of a remix leads", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob } = await people(world);
    const first = await make(world, ann, { recipe: plain() });
    const second = await make(world, bob, { recipe: over({ kind: "meme", id: first.id }) });
    const { text } = await visit(world, "/notifications", ann);
    expect(text.replace(/<[^>]+>/g, "")).toContain("bob remixed your meme.");
    const [, open] = /href="([^"]*\/notifications\/\d+\/open)"[^>]*>See the remix</.exec(text)!;
    const headers = { Cookie: await sessionCookie(world, ann) };
    const answer = await world.as().get(new URL(open!, world.origin).pathname, { headers, redirect: "manual" });
    expect(answer.headers.get("location")).toEndWith(`/meme/${second.id}`);
  });

  test("tells nothing of relatives who are hidden, and everything once they are back", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const { ann, bob, cat } = await people(world);
    const staff = await world.member({ name: "mod", perks: ["staff"] });
    const first = await make(world, ann, { recipe: plain() });
    const second = await make(world, bob, { recipe: over({ kind: "meme", id: first.id }), caption: "zwiebelfisch" });
    const third = await make(world, cat, { recipe: over({ kind: "meme", id: second.id }) });
    const readAll = async () => {
      const texts: string[] = [];
      for (const who of [undefined, ann, cat, staff])
        for (const id of [first.id, third.id]) texts.push((await visit(world, `/meme/${id}`, who)).text);
      return texts;
    };
    const shown = await readAll();
    for (const text of shown) expect(text).toContain(`/meme/${second.id}`);
    const hides = [
      [() => disableMeme(world.ctx(bob), second.id), () => enableMeme(world.ctx(bob), second.id)],
      [() => hideMeme(world.ctx(), { memeId: second.id, reason: "x" }), undefined],
    ] as const;
    for (const [hide, show] of hides) {
      await hide();
      for (const text of await readAll())
        for (const trace of [second.id, second.image.hash, "zwiebelfisch", "@bob", ">bob<"])
          expect(text).not.toContain(trace);
      expect(familyIn((await visit(world, `/meme/${third.id}`)).text)).toEqual([first.id, "here"]);
      expect(familyIn((await visit(world, `/meme/${second.id}`, bob)).text)).toEqual([first.id, "here", third.id]);
      if (!show) continue;
      await show();
      expect((await readAll()).map(familyIn)).toEqual(shown.map(familyIn));
    }
  });

  test("shows nobody whom a block or a mute stands before", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob, cat } = await people(world);
    const first = await make(world, ann, { recipe: plain() });
    const second = await make(world, bob, { recipe: over({ kind: "meme", id: first.id }) });
    await world.as(cat).put("/v1/profile/bob/block");
    expect((await visit(world, `/meme/${first.id}`, cat)).text).not.toContain(second.id);
    await world.as(cat).delete("/v1/profile/bob/block");
    await world.as(cat).put("/v1/profile/bob/mute");
    expect((await visit(world, `/meme/${first.id}`, cat)).text).not.toContain(second.id);
    expect((await visit(world, `/meme/${first.id}`)).text).toContain(second.id);
  });
});
