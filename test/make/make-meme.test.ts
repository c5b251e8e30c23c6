import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { findMade } from "../../src/data/recipes.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { approveMeme } from "../../src/core/moderation/approve-meme.ts";
import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { makeOnly } from "../../src/core/make/make-only.ts";
import { sweepBases } from "../../src/core/make/release-bases.ts";
import { findUser } from "../../src/data/users.ts";
import { animation, solid } from "../pictures.ts";
import { DIALECTS, openWorld } from "../world.ts";
import {
  addTemplate,
  basesIn,
  filesIn,
  largePicture,
  make,
  makeOfUpload,
  over,
  picture,
  plain,
  refusalOf,
  usesOf,
} from "./making.ts";

describe.each(DIALECTS)("making a meme on %s", (dialect) => {
  test("draws a recipe, keeps it, and lets everyone remix it", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await make(world, me, { recipe: plain("#ff8800", "ha"), caption: "mine", alt: "orange" });
    expect(meme).toMatchObject({ caption: "mine", alt: "orange", image: { width: 96, height: 64, extension: "jpg" } });
    const made = (await findMade(world.db, meme.id))!;
    expect(made).toMatchObject({ remix: "everyone", templateId: undefined, parentId: undefined, editedAt: undefined });
    expect(JSON.parse(made.recipe!)).toMatchObject({ version: 1, boxes: [{ text: "ha", font: "anton" }] });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("fills a template with texts, and counts who shows it", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const template = await addTemplate(world);
    const meme = await make(world, me, { template, texts: ["above", "below"] });
    const made = (await findMade(world.db, meme.id))!;
    expect(made.templateId).toBe(template);
    expect(JSON.parse(made.recipe!)).toMatchObject({ boxes: [{ text: "above" }, { text: "below" }] });
    expect(await usesOf(world, template)).toBe(1);
    await disableMeme(world.ctx(me), meme.id);
    expect(await usesOf(world, template)).toBe(0);
    await enableMeme(world.ctx(me), meme.id);
    expect(await usesOf(world, template)).toBe(1);
    await deleteMeme(world.ctx(me), meme.id);
    expect(await usesOf(world, template)).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("gives a picture a text above and one below, in the size of the picture", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const files = new Map([["image", await picture("#2266aa", 2160, 1440)]]);
    const meme = await make(world, me, { picture: "image", texts: ["top", "bottom"], files });
    expect(meme.image).toMatchObject({ width: 1080, height: 720 });
    const [base] = await basesIn(world);
    expect(base).toMatchObject({ user_id: me.user.id, width: 2160, height: 1440, frames: 1 });
    expect(JSON.parse((await findMade(world.db, meme.id))!.recipe!)).toMatchObject({
      panels: [{ base: { kind: "upload", id: base!.id } }],
      boxes: [{ text: "top" }, { text: "bottom" }],
    });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("moves if its base does", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const frames = ["#ff0000", "#00ff00", "#0000ff"].map((color) => solid(96, 64, color));
    const film = await animation(frames, { format: "gif", delay: [100, 100, 100], width: 96, height: 64 });
    const files = new Map([["image", film]]);
    const meme = await make(world, me, { recipe: over({ kind: "upload", id: "image" }), files });
    expect(meme.image).toMatchObject({ animated: true, extension: "webp" });
    const made = await makeOnly(world.ctx(me), { recipe: over({ kind: "meme", id: meme.id }, "again") });
    expect((await sharp(made.bytes).metadata()).pages).toBe(3);
  });

  test("stores an upload once, without what came along with its pixels, and counts its bytes", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const before = await makeOfUpload(world, me, "#884422");
    const after = await makeOfUpload(world, me, "#884422", { recipe: over({ kind: "upload", id: "image" }, "other") });
    const bases = await basesIn(world);
    expect(bases).toHaveLength(1);
    const file = await world.services.storage.open(`${bases[0]!.image_key}.png`);
    expect(file!.size).toBe(bases[0]!.bytes);
    expect(await checkDatabase(world.db)).toEqual([]);
    await deleteMeme(world.ctx(me), before.id);
    expect(await basesIn(world)).toHaveLength(1);
    await deleteMeme(world.ctx(me), after.id);
    expect(await basesIn(world)).toEqual([]);
    expect((await findUser(world.db, me.user.id))!.storedBytes).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is refused with a sentence, and stores nothing", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const [template, proposed, retired] = [
      await addTemplate(world),
      await addTemplate(world, { status: 0, color: "#111111" }),
      await addTemplate(world, { status: 2, color: "#222222" }),
    ];
    const files = await filesIn(world);
    const upload = over({ kind: "upload", id: "image" });
    const broken = new Map([["image", new TextEncoder().encode("not a picture")]]);
    const cases: [Parameters<typeof make>[2], string][] = [
      [{}, "Send a recipe"],
      [{ recipe: plain(), template }, "but not both"],
      [{ recipe: { ...plain(), version: 2 } }, "version of recipes"],
      [{ recipe: { ...plain(), width: 5000 } }, "can't be more than"],
      [{ recipe: plain("orange") }, "has to be a colour"],
      [{ template, texts: ["a", "b", "c"] }, "only 2 places"],
      [{ template: "1" }, "no such template"],
      [{ template: proposed }, "no such template"],
      [{ template: retired }, "no such template"],
      [{ recipe: over({ kind: "template", id: retired }) }, "isn't there"],
      [{ recipe: upload }, "isn't there"],
      [{ recipe: over({ kind: "upload", id: "140000000000000000" }) }, "isn't there"],
      [{ recipe: over({ kind: "meme", id: "140000000000000000" }) }, "isn't there"],
      [{ recipe: upload, files: broken }, "isn't a JPEG"],
      [{ recipe: plain(), parent: "140000000000000000" }, "no such meme"],
      [{ recipe: plain(), caption: "x".repeat(501) }, "500"],
      [{ recipe: plain("#ff8800", "\u{12000}") }, "characters"],
    ];
    for (const [input, sentence] of cases) expect(await refusalOf(make(world, me, input))).toContain(sentence);
    expect(await filesIn(world)).toEqual(files);
    expect(await world.db.selectFrom("memes").selectAll().execute()).toEqual([]);
    expect(await basesIn(world)).toHaveLength(3);
  });

  test("counts in the posting limits, and takes its files back if one is exceeded", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_POSTS_PER_HOUR: "2" } });
    const me = await world.member();
    await make(world, me, { recipe: plain("#010203") });
    await makeOfUpload(world, me, "#040506");
    const files = await filesIn(world);
    expect(await refusalOf(makeOfUpload(world, me, "#070809"))).toContain("2");
    expect(await filesIn(world)).toEqual(files);
    // A picture that is not posted is no post.
    expect((await makeOnly(world.ctx(me), { recipe: plain("#0a0b0c") })).width).toBe(96);
    expect(await filesIn(world)).toEqual(files);
  });

  test("its pictures count as storage, also when it is edited", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_STORAGE_PER_ACCOUNT: "1MB" } });
    const me = await world.member();
    const large = await largePicture(700, 500);
    const upload = { recipe: over({ kind: "upload", id: "image" }), files: new Map([["image", large]]) };
    expect(large.length).toBeGreaterThan(2 ** 20);
    const meme = await make(world, me, { recipe: plain("#0b0b0b") });
    const files = await filesIn(world);
    expect(await refusalOf(make(world, me, upload))).toStartWith("quota_full");
    expect(await refusalOf(changeRecipe(world.ctx(me), meme.id, upload))).toStartWith("quota_full");
    expect(await refusalOf(changeRecipe(world.ctx(me), meme.id, { recipe: plain("#0c0c0c") }))).toBe("done");
    expect(await filesIn(world)).toHaveLength(files.length);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("waits for approval like any other, and until then nobody else sees anything of it", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_APPROVE_FIRST: "1" } });
    const [me, other, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const template = await addTemplate(world);
    const files = new Map([["image", await picture("#6644aa")]]);
    const panels = [{ base: { kind: "template", id: template } }, { base: { kind: "upload", id: "image" } }];
    const meme = await make(world, me, { recipe: { ...plain(), panels }, files });
    expect(meme.held).toBe("waiting");
    expect(await usesOf(world, template)).toBe(0);
    const base = (await basesIn(world)).find((one) => one.user_id === me.user.id)!;
    const statusFor = async (by?: typeof me) => (await world.as(by).get(`/base/${base.id}/${base.hash}.png`)).status;
    expect([await statusFor(me), await statusFor(other), await statusFor()]).toEqual([200, 404, 404]);
    const remix = { recipe: over({ kind: "upload", id: base.id }) };
    expect(await refusalOf(make(world, other, remix))).toStartWith("not_found");
    expect(await refusalOf(make(world, other, { recipe: plain(), parent: meme.id }))).toStartWith("not_found");
    await approveMeme(world.ctx(staff), meme.id);
    expect(await usesOf(world, template)).toBe(1);
    expect(await statusFor()).toBe(200);
    expect(await refusalOf(make(world, other, remix))).toBe("done");
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("uploads that nothing uses are swept, with their files", async () => {
    let ahead = 0;
    await using world = await openWorld(dialect, { clock: () => Date.now() + ahead });
    const me = await world.member();
    const meme = await makeOfUpload(world, me, "#334455");
    await world.db.deleteFrom("recipe_bases").execute();
    expect(await sweepBases(world.ctx())).toBe(0);
    ahead = 2 * 3_600_000;
    expect(await sweepBases(world.ctx())).toBe(1);
    expect(await basesIn(world)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect((await findMade(world.db, meme.id))!.recipe).toBeString();
  });
});
