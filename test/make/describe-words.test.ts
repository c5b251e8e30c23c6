import { describe, expect, test } from "bun:test";

import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { bodyOf, json } from "../v1/http.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { addTemplate, make, plain } from "./making.ts";

const altOf = async (world: World, id: string) =>
  (await world.db.selectFrom("memes").select("alt").where("id", "=", id).executeTakeFirstOrThrow()).alt;

const found = async (world: World, word: string) => {
  const me = await world.member();
  const response = await world.as(me).get(`/v1/meme/search?search=${word}`);
  return (await bodyOf<{ memeid: string }[]>(response)).map(({ memeid }) => memeid);
};

describe.each(DIALECTS)("the alt text of a meme made here, on %s", (dialect) => {
  test("is its words, unless somebody writes another", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const template = await addTemplate(world);
    const alts: [sent: object, alt: string][] = [
      [{ template, texts: [" Wombats\nrule\u0007 ", "the world"] }, "Wombats rule / the world"],
      [{ template, texts: ["", "below"], alt: " " }, "below"],
      [{ template, texts: ["above"], alt: "A wombat on a throne" }, "A wombat on a throne"],
      [{ recipe: plain() }, ""],
      [{ recipe: plain("#abcdef", "😀 ".repeat(20) + "x".repeat(960)) }, "😀 ".repeat(20) + "x".repeat(960)],
    ];
    for (const [sent, alt] of alts) {
      const { memeid } = await bodyOf<{ memeid: string }>(
        world.as(me).post("/v1/make", json({ caption: "", ...sent })),
      );
      expect(await altOf(world, memeid)).toBe(alt);
      if (alt.startsWith("Wombats")) expect(await found(world, "wombats")).toEqual([memeid]);
    }
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("follows its words when they change, and so does the search", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await make(world, me, { recipe: plain("#ff8800", "Quokkka") });
    expect(await found(world, "quokkka")).toEqual([meme.id]);
    const changed = await changeRecipe(world.ctx(me), meme.id, { recipe: plain("#ff8800", "Numbat") });
    expect([changed.meme.alt, await altOf(world, meme.id)]).toEqual(["Numbat", "Numbat"]);
    expect(await found(world, "numbat")).toEqual([meme.id]);
    expect(await checkDatabase(world.db)).toEqual([]);
    await disableMeme(world.ctx(me), meme.id);
    await changeRecipe(world.ctx(me), meme.id, { recipe: plain("#ff8800", "Hidden") });
    expect([await altOf(world, meme.id), await found(world, "hidden")]).toEqual(["Hidden", []]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("stays as somebody wrote it", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await make(world, me, { recipe: plain("#ff8800", "One") });
    await captionMeme(world.ctx(me), { memeId: meme.id, caption: "made", alt: "A cat counts" });
    await changeRecipe(world.ctx(me), meme.id, { recipe: plain("#ff8800", "Two") });
    expect(await altOf(world, meme.id)).toBe("A cat counts");
  });
});
