import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";

import { restoreImages } from "../../src/core/backup/restore-images.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { avatarFiles } from "../../src/core/users/avatar-files.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { drawAvatar } from "../../src/core/users/draw-avatar.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { removeAvatar } from "../../src/core/users/remove-avatar.ts";
import { uploadAvatar } from "../../src/core/users/upload-avatar.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { readCounters } from "../../src/data/counters.ts";
import { findUser } from "../../src/data/users.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { DIALECTS, freshFolder, openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { backUp, restoreTo } from "./backups.ts";

/** Pictures that can be recognized, wider or higher than a square. */
const picture = async (number: 0 | 1) => {
  const files = [...new Bun.Glob("*").scanSync(join(ROOT, "assets/starter"))].filter((file) =>
    /\.(png|jpg|webp)$/.test(file),
  );
  return sharp(await Bun.file(join(ROOT, "assets/starter", files.sort()[number]!)).bytes())
    .resize(320)
    .png()
    .toBuffer();
};

const HOUR = 3_600_000;
const now = async (world: World, who: TestMember) => (await findUser(world.db, who.user.id))!;
const wear = async (world: World, who: TestMember, bytes: Uint8Array) => {
  await uploadAvatar(world.ctx(who), bytes);
  return now(world, who);
};
const stored = async (world: World) => (await Array.fromAsync(world.services.storage.list())).map(({ key }) => key);

describe.each(DIALECTS)("a picture of a person, on %s", (dialect) => {
  test("is stored in two sizes, counted, and replaced with all its files", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    const first = await wear(world, mia, await picture(0));
    expect(first.storedBytes).toBe(first.avatarBytes);
    expect((await readCounters(world.db)).bytes).toBe(first.avatarBytes);
    for (const [i, side] of [256, 64].entries()) {
      const file = await world.services.storage.open(avatarFiles(first.avatarKey!)[i]!);
      const bytes = await new Response(file!.slice(0, file!.size)).bytes();
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: side, height: side });
    }
    const second = await wear(world, mia, await picture(1));
    expect(second.avatarKey).not.toBe(first.avatarKey);
    expect((await stored(world)).sort()).toEqual(avatarFiles(second.avatarKey!).sort());
    expect(await checkDatabase(world.db)).toEqual([]);
    await removeAvatar(world.ctx(mia));
    expect(await now(world, mia)).toMatchObject({ avatarKey: undefined, avatarBytes: 0, storedBytes: 0 });
    expect(await stored(world)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("gives way to a drawing, which is kept beneath the next one", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    await wear(world, mia, await picture(0));
    await drawAvatar(world.ctx(mia), { face: "cool", color: "teal", hat: "crown" });
    expect(await now(world, mia)).toMatchObject({ avatarKey: undefined, avatarDrawing: "cool-teal-crown" });
    expect(await stored(world)).toEqual([]);
    expect((await wear(world, mia, await picture(0))).avatarDrawing).toBe("cool-teal-crown");
    await expect(drawAvatar(world.ctx(mia), { hat: "colander" })).rejects.toThrow("no such face");
  });

  test("goes with the account, and is part of what one takes along", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    mia.user = await wear(world, mia, await picture(0));
    const files = await Array.fromAsync(exportData(world.ctx(mia)));
    const avatar = files.find(({ path }) => path === "avatar.webp")!;
    expect(await sharp(avatar.bytes).metadata()).toMatchObject({ width: 256, height: 256 });
    await deleteUser(world.ctx(), mia.user.id);
    expect(await stored(world)).toEqual([]);
    expect((await readCounters(world.db)).bytes).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is swept only if nobody has it", async () => {
    await using world = await openWorld(dialect);
    const [mia, tom] = [await world.member(), await world.member()];
    const { avatarKey: kept } = await wear(world, mia, await picture(0));
    const { avatarKey: lost } = await wear(world, tom, await picture(1));
    await world.db.updateTable("users").set({ avatar_key: null }).where("id", "=", tom.user.id).execute();
    const later = { now: Date.now() + 2 * HOUR };
    // The one that nobody has would make us think of another site.
    await expect(sweepOrphans(world.ctx(), later)).rejects.toThrow("--adopt");
    await world.db.updateTable("users").set({ avatar_key: lost! }).where("id", "=", tom.user.id).execute();
    expect(await sweepOrphans(world.ctx(), later)).toMatchObject({ files: 0 });
    await world.db.updateTable("users").set({ avatar_key: null }).where("id", "=", tom.user.id).execute();
    expect(await sweepOrphans(world.ctx(), later)).toMatchObject({ files: 2 });
    expect((await stored(world)).filter((key) => key.includes("avatar")).sort()).toEqual(avatarFiles(kept!).sort());
  });

  test("is in backups, and comes back from them", async () => {
    await using world = await openWorld(dialect);
    const mia = await world.member();
    const { avatarKey } = await wear(world, mia, await picture(0));
    const folder = openBackupFolder(freshFolder("backup"));
    const { name, images } = await backUp(world, folder);
    expect(images).toBe(2);
    await using other = await openWorld(dialect);
    expect(await restoreTo(other, folder, name)).toMatchObject({ images: 2 });
    expect((await stored(other)).filter((key) => key.includes("avatar")).sort()).toEqual(
      avatarFiles(avatarKey!).sort(),
    );
    expect((await now(other, mia)).avatarKey).toBe(avatarKey!);
    const [large] = avatarFiles(avatarKey!);
    await world.services.storage.delete(large!);
    expect(await restoreImages({ db: world.db, storage: world.services.storage }, { source: folder, name })).toEqual({
      restored: 1,
      missing: [],
    });
  });

  test("is refused if it is banned", async () => {
    await using world = await openWorld(dialect);
    const [mia, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const image = await picture(0);
    const { meme } = await submitMeme(world.ctx(mia), { image, caption: "", age: 2 });
    await banPicture(world.ctx(staff), { memeId: meme.id, reason: "no", alike: true });
    const smaller = await sharp(image).resize(200).jpeg().toBuffer();
    await expect(uploadAvatar(world.ctx(mia), smaller)).rejects.toThrow("is banned on this site");
    expect((await stored(world)).filter((key) => key.includes("avatar"))).toEqual([]);
  });

  test("is refused if the account has no room for it, and while its memes wait for approval", async () => {
    await using full = await openWorld(dialect);
    const mia = await full.member();
    const policy = { ...full.ctx().policy, storagePerAccount: 1000 };
    await expect(uploadAvatar({ ...full.ctx(mia), policy }, await picture(0))).rejects.toThrow("doesn't fit");
    const careful = { ...full.ctx().policy, approveFirst: 1 };
    await expect(uploadAvatar({ ...full.ctx(mia), policy: careful }, await picture(0))).rejects.toThrow(
      "draw yourself",
    );
    expect(await stored(full)).toEqual([]);
    expect((await now(full, mia)).avatarKey).toBeUndefined();
    expect(await checkDatabase(full.db)).toEqual([]);
  });

  test("is nobody else's business: guests and the system have none", async () => {
    await using world = await openWorld(dialect);
    for (const act of [drawAvatar, uploadAvatar, removeAvatar] as ((ctx: Ctx, input: never) => Promise<unknown>)[])
      await expect(act(world.ctx(), {} as never)).rejects.toThrow();
  });
});
