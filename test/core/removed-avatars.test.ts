import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";

import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { completeLooks } from "../../src/core/moderation/complete-looks.ts";
import { removeAvatarOf } from "../../src/core/moderation/remove-avatar-of.ts";
import { removeAvatar } from "../../src/core/users/remove-avatar.ts";
import { uploadAvatar } from "../../src/core/users/upload-avatar.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { listActs } from "../../src/data/acts.ts";
import { findBannedById, updateBannedLooks } from "../../src/data/banned-pictures.ts";
import { listNotifications } from "../../src/data/notifications.ts";
import { findUser } from "../../src/data/users.ts";
import { mirrorHash } from "../../src/images/similarity.ts";
import { DIALECTS, openWorld, ROOT, type TestMember, type World } from "../world.ts";

const starters = [...new Bun.Glob("*.png").scanSync(join(ROOT, "assets/starter"))].sort();
const picture = async (number: number) =>
  sharp(await Bun.file(join(ROOT, "assets/starter", starters[number]!)).bytes())
    .resize(320)
    .png()
    .toBuffer();
const smaller = (image: Uint8Array) => sharp(image).resize(200).jpeg().toBuffer();
const mirrored = (image: Uint8Array) => sharp(image).flop().png().toBuffer();

const keyOf = async (world: World, who: TestMember) => (await findUser(world.db, who.user.id))!.avatarKey;
const avatarFilesIn = async (world: World) =>
  (await Array.fromAsync(world.services.storage.list())).filter(({ key }) => key.includes("avatar")).length;
const toldTo = async (world: World, who: TestMember) =>
  (await listNotifications(world.db, who.user.id, { amount: 9, skip: 0 })).map(({ text }) => text ?? "");

describe.each(DIALECTS)("pictures of people that staff remove, on %s", (dialect) => {
  test("go with their files, in the log, and the person is told why", async () => {
    await using world = await openWorld(dialect);
    const [mia, tom] = [await world.member(), await world.member()];
    const [staff, other] = [await world.member({ perks: ["staff"] }), await world.member({ perks: ["staff"] })];
    await uploadAvatar(world.ctx(mia), await picture(0));
    await uploadAvatar(world.ctx(other), await picture(1));
    const remove = (by: TestMember, from: TestMember, reason = "Not you") =>
      removeAvatarOf(world.ctx(by), { user: from.user.username, reason });
    await expect(remove(tom, mia)).rejects.toThrow("Only staff can remove");
    await expect(remove(staff, other)).rejects.toThrow("Only a founder");
    await expect(remove(staff, mia, " ")).rejects.toThrow();
    await expect(remove(staff, tom)).rejects.toThrow("no picture of their own");
    expect(await remove(staff, mia)).toMatchObject({ avatarKey: undefined, avatarBytes: 0, storedBytes: 0 });
    expect(await keyOf(world, mia)).toBeUndefined();
    expect(await avatarFilesIn(world)).toBe(2);
    expect(await toldTo(world, mia)).toEqual([expect.stringContaining("Not you")]);
    expect(await toldTo(world, tom)).toEqual([]);
    expect(await listActs(world.db, { userId: mia.user.id }, { amount: 9 })).toMatchObject([
      { kind: "remove-avatar", note: "Not you", staffId: staff.user.id },
    ]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("show what a ban bans: the file, what looks like it, and what looks like it in a mirror", async () => {
    await using world = await openWorld(dialect);
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const [exact, alike, turned, before, innocent] = [
      await world.member(),
      await world.member(),
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const image = await picture(0);
    await uploadAvatar(world.ctx(exact), image);
    await uploadAvatar(world.ctx(alike), await smaller(image));
    await uploadAvatar(world.ctx(turned), await mirrored(image));
    await uploadAvatar(world.ctx(before), image);
    await uploadAvatar(world.ctx(before), await picture(1));
    await uploadAvatar(world.ctx(innocent), image);
    await removeAvatar(world.ctx(innocent));
    const { meme } = await submitMeme(world.ctx(author), { image, caption: "", age: 2 });
    await banPicture(world.ctx(staff), { memeId: meme.id, reason: "Seen enough of it", alike: true });
    for (const one of [exact, alike, turned]) {
      expect(await keyOf(world, one)).toBeUndefined();
      expect(await toldTo(world, one)).toEqual([expect.stringContaining("Seen enough of it")]);
    }
    expect(await keyOf(world, before)).toBeDefined();
    expect(await toldTo(world, innocent)).toEqual([]);
    expect(await avatarFilesIn(world)).toBe(2);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are found by a ban of one file only if they are that file", async () => {
    await using world = await openWorld(dialect);
    const [exact, alike, staff] = [
      await world.member(),
      await world.member(),
      await world.member({ perks: ["staff"] }),
    ];
    const image = await picture(2);
    await uploadAvatar(world.ctx(exact), image);
    await uploadAvatar(world.ctx(alike), await smaller(image));
    const { meme } = await submitMeme(world.ctx(exact), { image, caption: "", age: 2 });
    await banPicture(world.ctx(staff), { memeId: meme.id, reason: "no", alike: false });
    expect(await keyOf(world, exact)).toBeUndefined();
    expect(await keyOf(world, alike)).toBeDefined();
  });

  test("of earlier versions are looked at, and bans of earlier versions in a mirror", async () => {
    await using world = await openWorld(dialect);
    const [mia, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const image = await picture(0);
    const { meme } = await submitMeme(world.ctx(mia), { image, caption: "", age: 2 });
    const square = await sharp(await picture(1))
      .resize(320, 320)
      .png()
      .toBuffer();
    await uploadAvatar(world.ctx(mia), square);
    await world.db.deleteFrom("avatar_looks").execute();
    const ban = await banPicture(world.ctx(staff), { memeId: meme.id, reason: "no", alike: true });
    // Without what a mirror shows, as bans were before.
    const half = ban.perceptualHashes.slice(0, ban.perceptualHashes.length / 2);
    await world.db.deleteFrom("banned_looks").execute();
    await updateBannedLooks(world.db, ban.id, half, []);
    const operator = { ...world.ctx(), actor: { kind: "system", job: "test" } } as const;
    await expect(completeLooks(world.ctx(staff))).rejects.toThrow();
    expect(await completeLooks(operator)).toEqual({ bans: 1, avatars: 1 });
    expect(await completeLooks(operator)).toEqual({ bans: 0, avatars: 0 });
    expect((await findBannedById(world.db, ban.id))!.perceptualHashes).toEqual([...half, ...half.map(mirrorHash)]);
    await expect(uploadAvatar(world.ctx(mia), await mirrored(image))).rejects.toThrow("is banned on this site");
    const { meme: other } = await submitMeme(world.ctx(mia), { image: square, caption: "", age: 2 });
    await banPicture(world.ctx(staff), { memeId: other.id, reason: "no", alike: true });
    expect(await keyOf(world, mia)).toBeUndefined();
  });
});
