import { describe, expect, test } from "bun:test";

import { readRecipe } from "../../src/core/make/read-recipe.ts";
import { readMeme } from "../../src/core/memes/read-meme.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { listMadeFrom, settleMadeFrom } from "../../src/core/moderation/made-from.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMade } from "../../src/data/recipes.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { make, makeOfUpload, over } from "../make/making.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const idsOf = (memes: { meme: Meme }[]) => memes.map(({ meme }) => meme.id).sort();

async function family(world: World) {
  const [ann, bob] = [await world.member({ name: "ann" }), await world.member({ name: "bob" })];
  const staff = await world.member({ name: "mod", perks: ["staff"] });
  const first = await makeOfUpload(world, ann, "#336699");
  // The same upload with other words.
  const { recipe } = await readRecipe(world.ctx(bob), first.id);
  const words = { ...recipe, boxes: recipe.boxes.map((box) => ({ ...box, text: "something else entirely" })) };
  const sameUpload = await make(world, bob, { recipe: words, parent: first.id });
  const inIt = await make(world, bob, { recipe: over({ kind: "meme", id: first.id }) });
  const inThat = await make(world, bob, { recipe: over({ kind: "meme", id: inIt.id }) });
  return { ann, bob, staff, first, sameUpload, inIt, inThat };
}

const bases = (world: World) => world.db.selectFrom("bases").select("id").execute();

const ban = async (world: World, who: TestMember, fields: Record<string, string>) => {
  const headers = { Cookie: await sessionCookie(world, who), "Sec-Fetch-Site": "same-origin" };
  return world.as().post("/moderation/pictures", { headers, body: new URLSearchParams(fields) });
};

describe.each(DIALECTS)("memes made from a banned picture on %s", (dialect) => {
  test("are found by their recipes: those with the picture in them, and those of the same upload", async () => {
    await using world = await openWorld(dialect);
    const { staff, bob, first, sameUpload, inIt, inThat } = await family(world);
    const found = async (memeId: string, alike: boolean) =>
      idsOf(await listMadeFrom(world.ctx(staff), { memeId, alike }));
    expect(await found(first.id, true)).toEqual([sameUpload.id, inIt.id, inThat.id].sort());
    expect(await found(first.id, false)).toEqual([inIt.id, inThat.id].sort());
    expect(await found(inIt.id, true)).toEqual([inThat.id]);
    expect(await found(inThat.id, true)).toEqual([]);
    await expect(listMadeFrom(world.ctx(bob), { memeId: first.id, alike: true })).rejects.toThrow("staff");
    await hideMeme(world.ctx(staff), { memeId: inIt.id, reason: "x" });
    expect(await found(first.id, false)).toEqual([inThat.id]);
  });

  test("lose their recipes, and the upload goes if nobody needs it any more", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob, staff, first, sameUpload, inIt, inThat } = await family(world);
    expect(await bases(world)).toHaveLength(1);
    await banPicture(world.ctx(staff), { memeId: first.id, reason: "no", alike: true });
    for (const [who, { id }] of [
      [ann, first],
      [bob, sameUpload],
      [bob, inIt],
      [bob, inThat],
    ] as const) {
      expect(await findMade(world.db, id)).toMatchObject({ recipe: undefined, remix: "nobody" });
      await expect(readRecipe(world.ctx(who), id)).rejects.toThrow();
      expect((await readMeme(world.ctx(), id)).meme.disabled).toBe(false);
    }
    expect(await bases(world)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("keep their recipes if only the exact picture is banned and they do not have it in them", async () => {
    await using world = await openWorld(dialect);
    const { staff, first, sameUpload, inIt } = await family(world);
    await banPicture(world.ctx(staff), { memeId: inIt.id, reason: "no", alike: false });
    for (const { id } of [first, sameUpload]) expect((await findMade(world.db, id))?.recipe).toBeDefined();
    expect((await findMade(world.db, inIt.id))?.recipe).toBeUndefined();
  });

  test.each(["leave", "hide", "delete"] as const)("are listed for staff, who choose to %s them", async (made) => {
    await using world = await openWorld(dialect);
    const { staff, first, sameUpload, inIt, inThat } = await family(world);
    const cookie = await sessionCookie(world, staff);
    const path = `/moderation/pictures/new?meme=${first.id}`;
    const form = await (await world.as().get(path, { headers: { Cookie: cookie } })).text();
    expect(form).toContain("Made from it: 3 memes");
    for (const { id } of [sameUpload, inIt, inThat]) expect(form).toContain(`/moderation/memes/${id}`);
    const answer = await ban(world, staff, { meme: first.id, reason: "no", alike: "1", fate: "delete", made });
    expect(answer.status).toBe(303);
    const states = await world.db
      .selectFrom("memes")
      .select(["id", "held"])
      .where("id", "in", [sameUpload.id, inIt.id, inThat.id])
      .execute();
    expect(states.map(({ held }) => held)).toEqual({ leave: [0, 0, 0], hide: [1, 1, 1], delete: [] }[made]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are settled by staff only", async () => {
    await using world = await openWorld(dialect);
    const bob = await world.member({ name: "bob" });
    const settling = settleMadeFrom(world.ctx(bob), { memeIds: [], fate: "hide", reason: "x" });
    await expect(settling).rejects.toThrow("staff");
  });
});
