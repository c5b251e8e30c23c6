import { describe, expect, test } from "bun:test";

import { blockPerson } from "../../src/core/filters/block-person.ts";
import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { listFamily } from "../../src/core/make/list-family.ts";
import { makeOnly } from "../../src/core/make/make-only.ts";
import { readRecipe } from "../../src/core/make/read-recipe.ts";
import { setRemix } from "../../src/core/make/set-remix.ts";
import { startRecipe } from "../../src/core/make/start-recipe.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { GUEST } from "../../src/core/ctx.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMade } from "../../src/data/recipes.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { CROWD, DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { addTemplate, basesIn, make, makeOfUpload, over, plain, refusalOf } from "./making.ts";

const baseOf = async (world: World, meme: Meme) =>
  (await world.db.selectFrom("recipe_bases").select("base_id").where("meme_id", "=", meme.id).execute())[0]!.base_id;

const familyOf = async (world: World, by: TestMember | undefined, meme: Meme) => {
  const ctx = by ? world.ctx(by) : { ...world.ctx(), actor: GUEST };
  const { ancestors, children } = await listFamily(ctx, meme.id);
  return [ancestors, children].map((list) => list.map(({ meme: one }) => one.id));
};

describe.each(DIALECTS)("remixes on %s", (dialect) => {
  test("the author decides who may: everyone, followers or nobody", async () => {
    await using world = await openWorld(dialect);
    const [author, follower, stranger] = [await world.member(), await world.member(), await world.member()];
    await followUser(world.ctx(follower), author.user.id);
    const meme = await makeOfUpload(world, author, "#aa3311");
    const upload = { kind: "upload" as const, id: await baseOf(world, meme) };
    const ways = (by: TestMember) => [
      readRecipe(world.ctx(by), meme.id),
      startRecipe(world.ctx(by), { meme: meme.id }),
      makeOnly(world.ctx(by), { recipe: over({ kind: "meme", id: meme.id }) }),
      makeOnly(world.ctx(by), { recipe: over(upload) }),
      makeOnly(world.ctx(by), { recipe: plain(), parent: meme.id }),
    ];
    const tried = async (by: TestMember) =>
      (await Promise.all(ways(by).map(refusalOf))).map((said) => said.split(":")[0]);
    const allowed = Array.from({ length: 5 }, () => "done");
    const refused = ["not_allowed", "not_allowed", "not_found", "not_found", "not_allowed"];
    expect(await tried(stranger)).toEqual(allowed);
    await setRemix(world.ctx(author), meme.id, "followers");
    expect(await tried(stranger)).toEqual(refused);
    expect(await tried(follower)).toEqual(allowed);
    await setRemix(world.ctx(author), meme.id, "nobody");
    expect(await tried(follower)).toEqual(refused);
    expect(await tried(author)).toEqual(allowed);
    expect(await refusalOf(setRemix(world.ctx(stranger), meme.id, "everyone"))).toStartWith("not_author");
  });

  test("what was uploaded is nobody's to remix, unless its author says so", async () => {
    await using world = await openWorld(dialect);
    const [author, other] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    expect(await refusalOf(startRecipe(world.ctx(other), { meme: meme.id }))).toStartWith("not_allowed");
    await setRemix(world.ctx(author), meme.id, "everyone");
    const { recipe, parent } = await startRecipe({ ...world.ctx(), actor: GUEST }, { meme: meme.id });
    expect({ parent, panels: recipe.panels }).toMatchObject({
      parent: meme.id,
      panels: [{ base: { kind: "meme", id: meme.id } }],
    });
    const remix = await make(world, other, { recipe, parent });
    expect((await findMade(world.db, remix.id))!.parentId).toBe(meme.id);
  });

  test("a remix names what it was made from, even if whoever made it does not", async () => {
    await using world = await openWorld(dialect);
    const [a, b, c] = [await world.member(), await world.member(), await world.member()];
    const first = await makeOfUpload(world, a, "#11aa33");
    const base = { kind: "upload" as const, id: await baseOf(world, first) };
    const second = await make(world, b, { recipe: over(base, "mine now") });
    const third = await make(world, c, { recipe: over({ kind: "meme", id: second.id }, "no, mine") });
    expect(await familyOf(world, c, third)).toEqual([[first.id, second.id], []]);
    expect(await familyOf(world, undefined, first)).toEqual([[], [second.id]]);
    expect((await startRecipe(world.ctx(c), { meme: second.id })).recipe.panels[0]!.base).toEqual(base);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("an edit that uses what others made names it too, and nobody becomes their own ancestor", async () => {
    await using world = await openWorld(dialect);
    const [a, b] = [await world.member(), await world.member()];
    const theirs = await make(world, a, { recipe: plain("#114477", "theirs") });
    const mine = await make(world, b, { recipe: plain("#447711", "mine") });
    await changeRecipe(world.ctx(b), mine.id, { recipe: over({ kind: "meme", id: theirs.id }, "borrowed") });
    expect(await familyOf(world, b, mine)).toEqual([[theirs.id], []]);
    await changeRecipe(world.ctx(a), theirs.id, { recipe: over({ kind: "meme", id: mine.id }, "and back") });
    expect(await familyOf(world, a, theirs)).toEqual([[], [mine.id]]);
    await changeRecipe(world.ctx(b), mine.id, { recipe: plain("#447711", "mine") });
    expect(await familyOf(world, b, mine)).toEqual([[theirs.id], []]);
  });

  test("an account goes with its pictures; remixes by others stay as they are", async () => {
    await using world = await openWorld(dialect);
    const [a, b] = [await world.member(), await world.member()];
    const original = await makeOfUpload(world, a, "#991177");
    const remix = await make(world, b, { recipe: over({ kind: "upload", id: await baseOf(world, original) }, "mine") });
    await deleteUser(world.ctx(), a.user.username);
    expect(await basesIn(world)).toEqual([]);
    expect((await findMade(world.db, remix.id))!.parentId).toBeUndefined();
    expect(await refusalOf(readRecipe(world.ctx(b), remix.id))).toContain("can no longer be used");
    expect((await world.as(b).get(`/v1/meme/${remix.id}`)).status).toBe(200);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("many make, edit, remix and delete at once, and every count is right", async () => {
    await using world = await openWorld(dialect, CROWD);
    const people = await Promise.all(Array.from({ length: 4 }, () => world.member()));
    const template = await addTemplate(world);
    const first = await makeOfUpload(world, people[0]!, "#775533");
    const base = { kind: "upload" as const, id: await baseOf(world, first) };
    const act = async (by: TestMember, at: number) => {
      const meme = await make(world, by, { recipe: over(base, `remix ${at}`), parent: first.id });
      const recipe = at % 2 ? over({ kind: "template", id: template }, `${at}`) : plain("#775533", `${at}`);
      await Promise.all([
        changeRecipe(world.ctx(by), meme.id, { recipe }),
        changeRecipe(world.ctx(by), meme.id, { recipe: plain("#335577", `${at}`) }),
        setRemix(world.ctx(by), meme.id, "nobody"),
      ]);
      if (at % 3 === 0) await deleteMeme(world.ctx(by), meme.id);
    };
    const acts = Array.from({ length: 8 }, (_, at) => refusalOf(act(people[at % 4]!, at)));
    const gone = Bun.sleep(300).then(() => refusalOf(deleteMeme(world.ctx(people[0]!), first.id)));
    expect(await gone).toBe("done");
    // Those who came after it was gone were told so.
    for (const outcome of await Promise.all(acts)) expect(outcome).toMatch(/^done$|^not_found/);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("when a meme is deleted, its own parent takes its place", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const first = await make(world, me, { recipe: plain("#101010", "one") });
    const second = await make(world, me, { recipe: plain("#202020", "two"), parent: first.id });
    const third = await make(world, me, { recipe: plain("#303030", "three"), parent: second.id });
    await deleteMeme(world.ctx(me), second.id);
    expect(await familyOf(world, me, third)).toEqual([[first.id], []]);
    expect(await familyOf(world, me, first)).toEqual([[], [third.id]]);
    await deleteMeme(world.ctx(me), first.id);
    expect(await familyOf(world, me, third)).toEqual([[], []]);
  });

  test("hidden stays hidden: not its picture, its recipe, its id, nor that there was one", async () => {
    await using world = await openWorld(dialect);
    const [a, b, c] = [await world.member(), await world.member(), await world.member()];
    const original = await makeOfUpload(world, a, "#5511aa");
    const baseId = await baseOf(world, original);
    const remix = await make(world, b, { recipe: over({ kind: "upload", id: baseId }, "remixed") });
    const [base] = await basesIn(world);
    const address = `/base/${baseId}/${base!.hash}.png`;
    const sees = async (by?: TestMember) => (await world.as(by).get(address)).status;
    expect([await sees(a), await sees(b), await sees(c), await sees()]).toEqual([200, 200, 200, 200]);

    await disableMeme(world.ctx(a), original.id);
    expect([await sees(a), await sees(b), await sees(c), await sees()]).toEqual([200, 404, 404, 404]);
    for (const by of [b, c]) {
      expect(await familyOf(world, by, remix)).toEqual([[], []]);
      expect(await refusalOf(makeOnly(world.ctx(by), { recipe: over({ kind: "upload", id: baseId }) }))).toContain(
        "isn't there",
      );
      expect(await refusalOf(makeOnly(world.ctx(by), { recipe: over({ kind: "meme", id: original.id }) }))).toContain(
        "isn't there",
      );
      expect(await refusalOf(readRecipe(world.ctx(by), original.id))).toBe("not_found: There is no such meme.");
      expect(await refusalOf(startRecipe(world.ctx(by), { meme: original.id }))).toStartWith("not_found");
    }
    // Whoever made the remix learns that it can't be edited; others may remix it as it is.
    expect(await refusalOf(readRecipe(world.ctx(b), remix.id))).toContain("can no longer be used");
    expect(await refusalOf(readRecipe(world.ctx(c), remix.id))).toBe("not_found: There is no recipe for this meme.");
    const { recipe, pictures } = await startRecipe(world.ctx(c), { meme: remix.id });
    expect(JSON.stringify({ recipe, pictures })).not.toContain(baseId);
    expect(JSON.stringify({ recipe, pictures })).not.toContain(original.id);

    await enableMeme(world.ctx(a), original.id);
    expect(await sees(c)).toBe(200);
    expect(await familyOf(world, c, remix)).toEqual([[original.id], []]);
    await deleteMeme(world.ctx(a), original.id);
    expect([await sees(a), await sees(b)]).toEqual([404, 404]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("whoever is blocked sees nothing of it either", async () => {
    await using world = await openWorld(dialect);
    const [a, b] = [await world.member(), await world.member()];
    const original = await makeOfUpload(world, a, "#77aa11");
    const address = `/base/${await baseOf(world, original)}/${(await basesIn(world))[0]!.hash}.png`;
    await blockPerson(world.ctx(a), b.user.id);
    expect((await world.as(b).get(address)).status).toBe(200); // as any guest
    await setRemix(world.ctx(a), original.id, "followers");
    expect((await world.as(b).get(address)).status).toBe(404);
  });

  test("a template's picture is for everyone, a proposed one for whoever proposed it and for staff", async () => {
    await using world = await openWorld(dialect);
    const [me, other, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const pathOf = async (template: string) => {
      const found = await world.db
        .selectFrom("templates as t")
        .innerJoin("bases as b", "b.id", "t.base_id")
        .select(["b.id", "b.hash"])
        .where("t.id", "=", template)
        .executeTakeFirstOrThrow();
      return `/base/${found.id}/${found.hash}.png`;
    };
    const statuses = async (path: string) =>
      Promise.all([me, other, staff, undefined].map(async (by) => (await world.as(by).get(path)).status));
    const accepted = await pathOf(await addTemplate(world, { by: me, color: "#0000aa" }));
    const response = await world.as().get(accepted);
    expect([response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      "image/png",
      "private, max-age=31536000, immutable",
    ]);
    expect(await statuses(accepted)).toEqual([200, 200, 200, 200]);
    expect(await statuses(accepted.replace(".png", ".jpg"))).toEqual([404, 404, 404, 404]);
    const proposed = await pathOf(await addTemplate(world, { by: me, status: 0, color: "#0000bb" }));
    expect(await statuses(proposed)).toEqual([200, 404, 200, 404]);
    const retired = await pathOf(await addTemplate(world, { by: me, status: 2, color: "#0000cc" }));
    expect(await statuses(retired)).toEqual([404, 404, 200, 404]);
  });
});
