import { describe, expect, test } from "bun:test";

import { makeMeme } from "../../src/core/make/make-meme.ts";
import { readRecipe } from "../../src/core/make/read-recipe.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { readMeme } from "../../src/core/memes/read-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { changeTemplate } from "../../src/core/templates/change-template.ts";
import {
  acceptTemplate,
  refuseTemplate,
  retireTemplate,
  withdrawTemplate,
} from "../../src/core/templates/decide-template.ts";
import { favouriteTemplate, unfavouriteTemplate } from "../../src/core/templates/favourite-template.ts";
import { installTemplate } from "../../src/core/templates/install-templates.ts";
import { listMissing } from "../../src/core/templates/list-missing.ts";
import { countProposals, listProposals } from "../../src/core/templates/list-proposals.ts";
import { listTemplates, type TemplateQuery } from "../../src/core/templates/list-templates.ts";
import { MAX_WAITING, proposeTemplate, type Proposal } from "../../src/core/templates/propose-template.ts";
import { listMemesOfTemplate, readTemplate } from "../../src/core/templates/read-template.ts";
import { removeTemplate } from "../../src/core/templates/remove-template.ts";
import { recipeOf } from "../../src/core/templates/template-recipe.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import type { Template } from "../../src/entities/template.ts";
import { addTemplate, makeWith, picture } from "../templates.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const EVERYTHING = { list: "popular", age: 4, amount: 10, skip: 0 } as const;
const namesOf = async (world: World, by: TestMember | undefined, query: Partial<TemplateQuery> = {}) =>
  (await listTemplates(world.ctx(by), { ...EVERYTHING, ...query })).items.map(({ template }) => template.name);

const proposal = async (about: Partial<Proposal> = {}): Promise<Proposal> => ({
  name: "Blank stare",
  tags: "#cat, Work",
  alt: "",
  age: 1,
  arrangement: "classic",
  sampleTexts: ["When", "then"],
  from: { picture: await picture() },
  ...about,
});

const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => "done",
    (error: Error) => error.message,
  );

const stateOf = (world: World, { id }: Template) => readTemplate(world.ctx(), id).then(({ template }) => template);

describe.each(DIALECTS)("templates on %s", (dialect) => {
  test("are installed once, with a picture of their sample texts; one that was retired or removed stays away", async () => {
    await using world = await openWorld(dialect);
    const staff = await world.member({ perks: ["staff"] });
    const cat = await addTemplate(world, "cat");
    const dog = await addTemplate(world, "dog");
    const { preview, base } = await readTemplate(world.ctx(), cat.id);
    expect([preview?.width, base.width, preview?.hash === base.hash]).toEqual([160, 160, false]);
    await retireTemplate(world.ctx(staff), cat.id);
    expect(await removeTemplate(world.ctx(staff), { id: dog.id, fate: "keep", reason: "" })).toBe(true);
    const set = ["cat", "dog", "fox"].map((slug) => ({ slug }));
    expect(await listMissing(world.ctx(), set)).toEqual([{ slug: "fox" }]);
    const again = {
      slug: "cat",
      name: "Again",
      alt: "",
      tags: [],
      texts: [],
      recipe: { version: 1, width: 160, height: 120 },
    } as const;
    await installTemplate(world.ctx(), again, await picture());
    expect(await namesOf(world, undefined)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are listed by use and by age, as favourites, and by words of their names and tags, page by page", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const [cat, dog] = [await addTemplate(world, "cat", ["überraschung"]), await addTemplate(world, "dog", ["work"])];
    await addTemplate(world, "dogma");
    await makeWith(world, author, dog);
    expect(await namesOf(world, fan)).toEqual(["The dog", "The dogma", "The cat"]);
    expect(await namesOf(world, fan, { list: "new" })).toEqual(["The dogma", "The dog", "The cat"]);
    expect(await namesOf(world, fan, { search: "DOG" })).toEqual(["The dog", "The dogma"]);
    expect(await namesOf(world, fan, { search: "uber the" })).toEqual(["The cat"]);
    expect(await namesOf(world, fan, { search: "og" })).toEqual([]);
    const first = await listTemplates(world.ctx(fan), { ...EVERYTHING, amount: 2 });
    expect(await namesOf(world, fan, { amount: 2, after: first.next })).toEqual(["The cat"]);
    const found = await listTemplates(world.ctx(fan), { ...EVERYTHING, amount: 1, search: "dog" });
    expect(await namesOf(world, fan, { amount: 1, search: "dog", after: found.next })).toEqual(["The dogma"]);
    expect(await favouriteTemplate(world.ctx(fan), cat.id)).toBe(true);
    expect(await favouriteTemplate(world.ctx(fan), cat.id)).toBe(false);
    await favouriteTemplate({ ...world.ctx(fan), now: Date.now() + 1000 }, dog.id);
    expect(await namesOf(world, fan, { list: "favourites" })).toEqual(["The dog", "The cat"]);
    expect(await unfavouriteTemplate(world.ctx(fan), dog.id)).toBe(true);
    expect(await namesOf(world, fan, { list: "favourites" })).toEqual(["The cat"]);
    expect(await namesOf(world, author, { list: "favourites" })).toEqual([]);
  });

  test("show the best memes made with them, and count those that everyone can see", async () => {
    await using world = await openWorld(dialect);
    const [author, fan, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const cat = await addTemplate(world);
    const [good, better, mature] = [
      await makeWith(world, author, cat, "good"),
      await makeWith(world, author, cat, "better"),
      await makeWith(world, author, cat, "mature", 4),
    ];
    await world.rate(fan, good, 3);
    await world.rate(fan, better, 5);
    const best = async (age: 1 | 2 | 4 = 2) =>
      (await listMemesOfTemplate(world.ctx(fan), cat.id, { age, amount: 5, skip: 0 })).items.map(({ meme }) => meme.id);
    expect(await best()).toEqual([better.id, good.id]);
    expect(await best(4)).toEqual([better.id, good.id, mature.id]);
    expect((await stateOf(world, cat)).uses).toBe(3);
    await disableMeme(world.ctx(author), good.id);
    await hideMeme(world.ctx(staff), { memeId: better.id, reason: "no" });
    expect(await best(4)).toEqual([mature.id]);
    expect((await stateOf(world, cat)).uses).toBe(1);
    await enableMeme(world.ctx(author), good.id);
    await releaseMeme(world.ctx(staff), better.id);
    await deleteMeme(world.ctx(author), mature.id);
    expect(await best(4)).toEqual([better.id, good.id]);
    expect((await stateOf(world, cat)).uses).toBe(2);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are proposed from a picture, and seen by others once staff accept them", async () => {
    await using world = await openWorld(dialect);
    const [author, fan, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const cat = await proposeTemplate(world.ctx(author), await proposal());
    expect([cat.status, cat.tags, cat.sampleTexts]).toEqual(["proposed", ["cat", "work"], ["When", "then"]]);
    expect(recipeOf(cat).boxes.map(({ text, upperCase }) => [text, upperCase])).toEqual([
      ["", true],
      ["", true],
    ]);
    for (const ctx of [world.ctx(fan), { ...world.ctx(), actor: { kind: "guest" as const } }]) {
      expect(await refusal(readTemplate(ctx, cat.id))).toBe("There is no such template.");
      expect((await listTemplates(ctx, EVERYTHING)).items).toEqual([]);
    }
    expect(await refusal(makeWith(world, fan, cat))).not.toBe("done");
    expect(await namesOf(world, author, { list: "mine" })).toEqual(["Blank stare"]);
    await makeWith(world, author, cat);
    expect(await countProposals(world.ctx())).toBe(1);
    expect(await refusal(acceptTemplate(world.ctx(author), cat.id))).not.toBe("done");
    const { items } = await listProposals(world.ctx(staff), { amount: 5 });
    expect(items.map(({ template, author: by }) => [template.id, by?.id])).toEqual([[cat.id, author.user.id]]);
    await acceptTemplate(world.ctx(staff), cat.id);
    expect(await countProposals(world.ctx())).toBe(0);
    expect(await namesOf(world, fan)).toEqual(["Blank stare"]);
    await makeWith(world, fan, cat);
    await retireTemplate(world.ctx(staff), cat.id);
    expect(await namesOf(world, fan)).toEqual([]);
    expect(await refusal(makeWith(world, fan, cat))).not.toBe("done");
    await acceptTemplate(world.ctx(staff), cat.id);
    expect((await stateOf(world, cat)).uses).toBe(2);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("take the boxes and words of a meme that was made here, and the picture of one that was uploaded", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const box = { x: 0.1, y: 0.2, width: 0.5, height: 0.3, rotation: 10, color: "#ff0000" };
    const panels = [{ base: { kind: "color", color: "#00ff00" } }, { base: { kind: "color", color: "#0000ff" } }];
    const recipe = { version: 1, width: 200, height: 300, panels, boxes: [{ ...box, text: "mine" }] };
    const { meme } = await makeMeme(world.ctx(author), { recipe, caption: "", age: 1 });
    const from = { memeId: meme.id };
    const cat = await proposeTemplate(world.ctx(author), await proposal({ from }));
    expect(cat.sampleTexts).toEqual(["mine"]);
    expect(recipeOf(cat)).toMatchObject({
      width: 200,
      height: 300,
      panels: [{ base: { kind: "template", id: cat.id } }],
      boxes: [{ ...box, text: "" }],
    });
    expect(await refusal(proposeTemplate(world.ctx(fan), await proposal({ from })))).toBe(
      "You can only propose a template from a meme of your own.",
    );
    const uploaded = await world.meme({ by: author });
    const plain = await proposeTemplate(
      world.ctx(author),
      await proposal({ from: { memeId: uploaded.id }, arrangement: "top", sampleTexts: [] }),
    );
    expect([recipeOf(plain).boxes.length, plain.sampleTexts]).toEqual([1, [""]]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("need no consent if the site is open, and are for staff alone if it says so", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const on = (by: TestMember, templates: "open" | "review" | "staff", approveFirst = 0) => {
      const ctx = world.ctx(by);
      return { ...ctx, policy: { ...ctx.policy, templates, approveFirst } };
    };
    expect((await proposeTemplate(on(author, "open"), await proposal())).status).toBe("accepted");
    // What a newcomer posts has to wait as well.
    const other = { from: { picture: await picture("#e67e22") } };
    expect((await proposeTemplate(on(author, "open", 5), await proposal(other))).status).toBe("proposed");
    expect(await refusal(proposeTemplate(on(author, "staff"), await proposal()))).toBe(
      "Only staff may add templates here.",
    );
    expect((await proposeTemplate(on(staff, "staff"), await proposal())).status).toBe("accepted");
    expect((await proposeTemplate(on(staff, "review"), await proposal())).status).toBe("accepted");
  });

  test("are refused with one sentence if something is wrong, and then leave nothing behind", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const tell = async (about: Partial<Proposal>) => refusal(proposeTemplate(world.ctx(author), await proposal(about)));
    expect(await tell({ name: " " })).toContain("template's name");
    expect(await tell({ name: "a".repeat(61) })).toContain("61");
    expect(await tell({ tags: "one two three four five six seven eight nine" })).toBe(
      "A template can have up to 8 tags.",
    );
    expect(await tell({ tags: "fun-ny" })).toBe("“fun-ny” can't be a tag. Use letters, digits and _.");
    expect(await tell({ from: { picture: new TextEncoder().encode("no picture") } })).not.toBe("done");
    expect(await tell({ sampleTexts: ["\u{10ffff}"] })).toContain("Our fonts don't have these characters");
    const { storedBytes } = (await world.db
      .selectFrom("users")
      .select("stored_bytes as storedBytes")
      .where("id", "=", author.user.id)
      .executeTakeFirst())!;
    expect([storedBytes, (await world.db.selectFrom("bases").selectAll().execute()).length]).toEqual([0, 0]);
    for (let i = 0; i < MAX_WAITING; i++) await proposeTemplate(world.ctx(author), await proposal());
    expect(await tell({})).toBe(`${MAX_WAITING} of your templates are still waiting for staff. Wait for them first.`);
  });

  test("go with their pictures if they are refused or taken back, and with their account while they wait", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const propose = async (color: string) =>
      proposeTemplate(world.ctx(author), await proposal({ from: { picture: await picture(color) } }));
    const [one, two, three] = [await propose("#111111"), await propose("#222222"), await propose("#333333")];
    expect(await refusal(refuseTemplate(world.ctx(staff), { id: one.id, reason: " " }))).toContain("reason");
    await refuseTemplate(world.ctx(staff), { id: one.id, reason: "Seen before." });
    const told = await world.db
      .selectFrom("notifications")
      .select("text")
      .where("user_id", "=", author.user.id)
      .execute();
    expect(JSON.stringify(told)).toContain("Seen before.");
    expect(await refusal(withdrawTemplate(world.ctx(staff), two.id))).not.toBe("done");
    await withdrawTemplate(world.ctx(author), two.id);
    expect((await world.db.selectFrom("bases").select("id").execute()).length).toBe(2);
    await acceptTemplate(world.ctx(staff), three.id);
    expect(await refusal(withdrawTemplate(world.ctx(author), three.id))).toBe(
      "Somebody has already decided about this template.",
    );
    expect(await refusal(refuseTemplate(world.ctx(staff), { id: three.id, reason: "no" }))).toBe(
      "Somebody has already decided about this template.",
    );
    await propose("#444444");
    expect(await checkDatabase(world.db)).toEqual([]);
    await deleteUser(world.ctx(), author.user.id);
    expect(await countProposals(world.ctx())).toBe(0);
    expect((await stateOf(world, three)).authorId).toBeUndefined();
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are edited by staff: name, tags, age, boxes and samples, with a new picture of them", async () => {
    await using world = await openWorld(dialect);
    const [fan, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const cat = await addTemplate(world);
    const before = await readTemplate(world.ctx(), cat.id);
    const change = {
      id: cat.id,
      name: "Kitten",
      tags: "small",
      alt: "Smaller.",
      age: 2,
      sampleTexts: ["Aww", "surplus"],
      boxes: JSON.stringify([{ x: 0, y: 0, width: 1, height: 0.5, text: "never kept" }]),
    } as const;
    expect(await refusal(changeTemplate(world.ctx(fan), change))).not.toBe("done");
    expect(await refusal(changeTemplate(world.ctx(staff), { ...change, boxes: "{" }))).toBe(
      "The boxes have to be a list in JSON, as in a recipe.",
    );
    expect(await refusal(changeTemplate(world.ctx(staff), { ...change, boxes: '[{"x":0}]' }))).toContain("recipe");
    await changeTemplate(world.ctx(staff), change);
    const { template, preview, base } = await readTemplate(world.ctx(), cat.id);
    expect(template).toMatchObject({ name: "Kitten", tags: ["small"], alt: "Smaller.", age: 2, sampleTexts: ["Aww"] });
    expect(recipeOf(template).boxes.map(({ text, height }) => [text, height])).toEqual([["", 0.5]]);
    expect([base.id === before.base.id, preview!.id === before.preview!.id]).toEqual([true, false]);
    expect((await world.db.selectFrom("bases").select("id").execute()).length).toBe(2);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are removed with the recipes of their memes, which stay or go", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const propose = async (color: string) => {
      const made = await proposeTemplate(
        world.ctx(author),
        await proposal({ from: { picture: await picture(color) } }),
      );
      return acceptTemplate(world.ctx(staff), made.id);
    };
    const [kept, gone] = [await propose("#123456"), await propose("#654321")];
    const stays = await makeWith(world, author, kept);
    const goes = await makeWith(world, author, gone);
    expect(await refusal(removeTemplate(world.ctx(author), { id: kept.id, fate: "keep", reason: "" }))).not.toBe(
      "done",
    );
    expect(await removeTemplate(world.ctx(staff), { id: kept.id, fate: "keep", reason: "" })).toBe(true);
    expect(await removeTemplate(world.ctx(staff), { id: gone.id, fate: "delete", reason: "stolen" })).toBe(true);
    expect((await readMeme(world.ctx(), stays.id)).meme.id).toBe(stays.id);
    expect(await refusal(readRecipe(world.ctx(author), stays.id))).not.toBe("done");
    expect(await refusal((async () => readMeme(world.ctx(author), goes.id))())).toBe("There is no such meme.");
    for (const { id } of [kept, gone])
      expect(await refusal(readTemplate(world.ctx(staff), id))).toBe("There is no such template.");
    expect((await world.db.selectFrom("bases").select("id").execute()).length).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("that the site came with lose their memes too when they are removed, hidden ones and those of staff included", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const [cat, dog] = [await addTemplate(world, "cat"), await addTemplate(world, "dog")];
    const hidden = await makeWith(world, author, cat);
    await disableMeme(world.ctx(author), hidden.id);
    await makeWith(world, staff, cat);
    const kept = await makeWith(world, author, dog);
    expect(await removeTemplate(world.ctx(staff), { id: cat.id, fate: "delete", reason: "" })).toBe(true);
    expect(await removeTemplate(world.ctx(staff), { id: dog.id, fate: "keep", reason: "" })).toBe(true);
    expect((await world.db.selectFrom("memes").select("id").execute()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are retired with a ban of their picture, which staff may add when they remove one", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const propose = async (color: string) =>
      proposeTemplate(world.ctx(author), await proposal({ from: { picture: await picture(color) } }));
    const [one, two] = [await propose("#abcdef"), await propose("#fedcba")];
    const remove = (reason: string) =>
      removeTemplate(world.ctx(staff), { id: one.id, fate: "keep", reason, ban: true });
    expect(await refusal(remove(" "))).toContain("reason");
    expect(await remove("Stolen.")).toBe(true);
    expect(await refusal(propose("#abcdef"))).toContain("Stolen.");
    const { meme } = await submitMeme(world.ctx(author), { image: await picture("#fedcba"), caption: "", age: 1 });
    await banPicture(world.ctx(staff), { memeId: meme.id, reason: "Not yours.", alike: false });
    expect((await stateOf(world, two)).status).toBe("retired");
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
