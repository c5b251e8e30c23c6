import { describe, expect, test } from "bun:test";

import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { makeOnly } from "../../src/core/make/make-only.ts";
import { readRecipe } from "../../src/core/make/read-recipe.ts";
import { startRecipe } from "../../src/core/make/start-recipe.ts";
import { retireTemplate } from "../../src/core/templates/decide-template.ts";
import { removeTemplate } from "../../src/core/templates/remove-template.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMade } from "../../src/data/recipes.ts";
import { json } from "../v1/http.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { addTemplate, make, over, plain, refusalOf } from "./making.ts";

/** A meme whose template has been retired since. */
async function openRetired(world: World) {
  const [author, other, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
  const template = await addTemplate(world);
  const meme = await make(world, author, { template, texts: ["Tpyo"] });
  await retireTemplate(world.ctx(staff), template);
  return { author, other, staff, template, meme };
}

const pictureOf = async (world: World, by: TestMember, memeId: string) => {
  const response = await world.as(by).get(`/v1/meme/${memeId}/recipe`);
  const { pictures = [] } = (await response.json()) as { pictures?: { url: string }[] };
  return { status: response.status, url: pictures[0]?.url };
};

describe.each(DIALECTS)("a retired template on %s", (dialect) => {
  test("stays with the memes made with it: their authors edit them", async () => {
    await using world = await openWorld(dialect);
    const { author, template, meme } = await openRetired(world);
    const { recipe } = await startRecipe(world.ctx(author), { own: meme.id });
    expect(recipe.panels[0]!.base).toEqual({ kind: "template", id: template });
    const boxes = recipe.boxes.map((box) => ({ ...box, text: "Typo" }));
    const put = await world.as(author).put(`/v1/meme/${meme.id}/recipe`, json({ recipe: { ...recipe, boxes } }));
    expect(put.status).toBe(200);
    expect((await findMade(world.db, meme.id))!.templateId).toBe(template);
    const headers = { Cookie: await sessionCookie(world, author) };
    const page = await world.as().get(`/make?edit=${meme.id}`, { headers });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`?for=${meme.id}`)]);
    const only = (edited?: string) => makeOnly(world.ctx(author), { recipe, edited });
    expect((await only(meme.id)).type).toBe("image/jpeg");
    expect(await refusalOf(only())).toContain("isn't there");
    expect(await checkDatabase(world.db)).toEqual([]);
    // Whoever gives it up does not get it back.
    await changeRecipe(world.ctx(author), meme.id, { recipe: plain() });
    const again = changeRecipe(world.ctx(author), meme.id, { recipe });
    expect(await refusalOf(again)).toContain("isn't there");
  });

  test("shows its picture to them alone, as long as they name their meme", async () => {
    await using world = await openWorld(dialect);
    const { author, other, meme } = await openRetired(world);
    const { url } = await pictureOf(world, author, meme.id);
    const { pathname, search } = new URL(url!);
    expect(search).toBe(`?for=${meme.id}`);
    const theirs = await make(world, other, { recipe: plain("#335577", "theirs") });
    const seen = async (by: TestMember | undefined, query: string) => (await world.as(by).get(pathname + query)).status;
    const shown = await world.as(author).get(pathname + search);
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(await seen(author, "")).toBe(404);
    expect(await seen(author, `?for=${theirs.id}`)).toBe(404);
    expect(await seen(author, "?for=me")).toBe(404);
    for (const by of [other, undefined])
      for (const query of ["", search, `?for=${theirs.id}`]) expect(await seen(by, query)).toBe(404);
    const another = await addTemplate(world, { status: 2, color: "#654321" });
    const base = await world.db
      .selectFrom("templates as t")
      .innerJoin("bases as b", "b.id", "t.base_id")
      .select(["b.id", "b.hash"])
      .where("t.id", "=", another)
      .executeTakeFirstOrThrow();
    expect((await world.as(author).get(`/base/${base.id}/${base.hash}.png${search}`)).status).toBe(404);
  });

  test("is for nothing else: no new meme, no remix, no meme of others", async () => {
    await using world = await openWorld(dialect);
    const { author, other, template, meme } = await openRetired(world);
    const base = { kind: "template" as const, id: template };
    const theirs = await make(world, other, { recipe: plain("#335577", "theirs") });
    expect((await pictureOf(world, other, meme.id)).status).toBe(404);
    expect(await refusalOf(startRecipe(world.ctx(other), { own: meme.id }))).toStartWith("not_author");
    for (const by of [author, other]) {
      expect(await refusalOf(make(world, by, { template }))).toStartWith("not_found");
      expect(await refusalOf(make(world, by, { recipe: over(base) }))).toStartWith("not_found");
      expect(await refusalOf(makeOnly(world.ctx(by), { recipe: over(base), parent: meme.id }))).toStartWith(
        "not_found",
      );
      expect(await refusalOf(readRecipe(world.ctx(by), meme.id))).toStartWith("not_found");
      // A remix begins with the meme as it is.
      const { recipe } = await startRecipe(world.ctx(by), { meme: meme.id });
      expect(recipe.panels[0]!.base).toEqual({ kind: "meme", id: meme.id });
    }
    expect(await refusalOf(changeRecipe(world.ctx(other), theirs.id, { recipe: over(base) }))).toStartWith("not_found");
  });

  test("is for nobody once its picture is banned, or it is removed", async () => {
    await using world = await openWorld(dialect);
    const { author, staff, template, meme } = await openRetired(world);
    const { url } = await pictureOf(world, author, meme.id);
    const { pathname, search } = new URL(url!);
    const { hash } = await world.db
      .selectFrom("templates as t")
      .innerJoin("bases as b", "b.id", "t.base_id")
      .select("b.hash")
      .where("t.id", "=", template)
      .executeTakeFirstOrThrow();
    const ban = { image_hash: hash, reason: "no", staff_name: "staff", created_at: 0, look: "" };
    await world.db.insertInto("banned_pictures").values(ban).execute();
    const seen = async () => [
      (await pictureOf(world, author, meme.id)).status,
      (await world.as(author).get(pathname + search)).status,
    ];
    expect(await seen()).toEqual([404, 404]);
    await world.db.deleteFrom("banned_pictures").execute();
    expect(await seen()).toEqual([200, 200]);
    await removeTemplate(world.ctx(staff), { id: template, fate: "keep", reason: "" });
    expect(await seen()).toEqual([404, 404]);
  });
});
