import { describe, expect, test } from "bun:test";

import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { readRecipe } from "../../src/core/make/read-recipe.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { imagePath, renditionsOf, keyOf } from "../../src/core/memes/renditions.ts";
import { makeRenditions } from "../../src/core/memes/make-renditions.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMeme } from "../../src/data/memes.ts";
import { findMade } from "../../src/data/recipes.ts";
import { DIALECTS, openWorld } from "../world.ts";
import {
  addTemplate,
  basesIn,
  filesIn,
  make,
  makeOfUpload,
  over,
  picture,
  plain,
  refusalOf,
  usesOf,
} from "./making.ts";

describe.each(DIALECTS)("editing a picture on %s", (dialect) => {
  test("keeps id and ratings; nothing is at the old addresses, and nothing of it is left", async () => {
    await using world = await openWorld(dialect);
    const [me, fan] = [await world.member(), await world.member()];
    const before = await make(world, me, { recipe: plain("#ff8800", "teh typo") });
    await world.rate(fan, before, 5);
    const old = imagePath(before);
    expect((await fetch(world.origin + old)).status).toBe(200);
    const { meme } = await changeRecipe(world.ctx(me), before.id, { recipe: plain("#ff8800", "the typo") });
    expect({ ...meme, image: null }).toEqual({ ...before, alt: "the typo", image: null, rating: { sum: 5, total: 1 } });
    expect(meme.image.hash).not.toBe(before.image.hash);
    expect((await fetch(world.origin + old)).status).toBe(404);
    expect((await fetch(world.origin + imagePath(meme))).status).toBe(200);
    expect((await findMade(world.db, meme.id))!.editedAt).toBeNumber();
    const found = (await findMeme(world.db, meme.id))!;
    expect(await filesIn(world)).toEqual(
      renditionsOf(found.image)
        .map((which) => keyOf(found.image, which))
        .sort(),
    );
    expect(await checkDatabase(world.db)).toEqual([]);
    // The sweep takes the new files for the meme's own.
    await sweepOrphans(world.ctx(), { now: Date.now() + 10 * 3_600_000, signal: new AbortController().signal });
    expect((await fetch(world.origin + imagePath(meme))).status).toBe(200);
  });

  test("and back again: the same picture at its first address", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const before = await make(world, me, { recipe: plain("#123123", "one") });
    await changeRecipe(world.ctx(me), before.id, { recipe: plain("#321321", "two") });
    const { meme } = await changeRecipe(world.ctx(me), before.id, { recipe: plain("#123123", "one") });
    expect(meme.image.hash).toBe(before.image.hash);
    expect((await fetch(world.origin + imagePath(before))).status).toBe(200);
  });

  test("renditions of the old picture that come late are not taken for those of the new one", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const wide = { ...plain("#556677", "one"), width: 800, height: 400 };
    const before = await make(world, me, { recipe: wide });
    const { meme } = await changeRecipe(world.ctx(me), before.id, { recipe: { ...wide, height: 600 } });
    await world.services.storage.put(keyOf(before.image, "original"), await picture("#556677", 800, 400), "image/jpeg");
    expect(await makeRenditions(world.ctx(), before)).toBe("gone");
    expect((await findMeme(world.db, meme.id))!.image.small).toBeUndefined();
    expect((await filesIn(world)).some((file) => file.startsWith(before.image.key))).toBe(false);
    const jobs = await world.db.selectFrom("jobs").select("subject").where("kind", "=", "make-renditions").execute();
    expect(jobs.map(({ subject }) => subject)).toContain(`${meme.id} ${meme.image.hash}`);
    expect(await makeRenditions(world.ctx(), (await findMeme(world.db, meme.id))!)).toBe("made");
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("exchanges uploads and templates, and lets go of those it no longer uses", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const template = await addTemplate(world);
    const meme = await makeOfUpload(world, me, "#aa1122");
    const old = (await basesIn(world)).find((base) => base.user_id === me.user.id);
    const files = new Map([["image2", await picture("#2211aa")]]);
    await changeRecipe(world.ctx(me), meme.id, { recipe: over({ kind: "upload", id: "image2" }), files });
    const now = (await basesIn(world)).filter((base) => base.user_id === me.user.id);
    expect(now).toHaveLength(1);
    expect(now[0]!.id).not.toBe(old!.id);
    expect(await checkDatabase(world.db)).toEqual([]);
    await changeRecipe(world.ctx(me), meme.id, { recipe: over({ kind: "template", id: template }) });
    expect((await basesIn(world)).filter((base) => base.user_id === me.user.id)).toEqual([]);
    expect(await usesOf(world, template)).toBe(1);
    await changeRecipe(world.ctx(me), meme.id, { recipe: plain("#abcdef") });
    expect(await usesOf(world, template)).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is refused to others, of uploads, of what staff have hidden, and of what is banned", async () => {
    await using world = await openWorld(dialect);
    const [me, other, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const meme = await make(world, me, { recipe: plain("#ff8800", "mine") });
    const uploaded = await world.meme({ by: me });
    const banned = await make(world, other, { recipe: plain("#00ff88", "bad") });
    await banPicture(world.ctx(staff), { memeId: banned.id, reason: "Too green", alike: false });
    const change = (by: typeof me, id: string, recipe: object) =>
      refusalOf(changeRecipe(world.ctx(by), id, { recipe }));
    const files = await filesIn(world);
    expect(await change(other, meme.id, plain())).toStartWith("not_author");
    expect(await change(staff, meme.id, plain())).toStartWith("not_author");
    expect(await change(me, uploaded.id, plain())).toStartWith("not_found: There is no recipe");
    expect(await change(me, "140000000000000000", plain())).toStartWith("not_found");
    expect(await change(me, meme.id, { version: 7 })).toStartWith("invalid");
    expect(await change(me, meme.id, over({ kind: "meme", id: meme.id }))).toContain("itself");
    expect(await change(me, meme.id, plain("#00ff88", "bad"))).toStartWith("banned_picture");
    await hideMeme(world.ctx(staff), { memeId: meme.id, reason: "No" });
    expect(await change(me, meme.id, plain())).toStartWith("held_by_staff");
    expect(await filesIn(world)).toEqual(files);
    expect((await readRecipe(world.ctx(me), meme.id)).made.editedAt).toBeUndefined();
  });
});
