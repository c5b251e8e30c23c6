import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { addSubmission, prepareSubmission, submitMeme } from "../../src/core/memes/submit-meme.ts";
import { banPicture } from "../../src/core/moderation/ban-picture.ts";
import { listBans } from "../../src/core/moderation/list-bans.ts";
import { unbanPicture } from "../../src/core/moderation/unban-picture.ts";
import { listActs } from "../../src/data/acts.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { animation, solid, whiteOnNothing } from "../pictures.ts";
import { DIALECTS, openWorld, ROOT, type TestMember, type World } from "../world.ts";

/** A starter picture, made smaller: large ones take longer and show no more. */
const starter = async (file: string) =>
  sharp(await Bun.file(join(ROOT, "assets/starter", file)).bytes(), { animated: true })
    .resize(320)
    .toBuffer();
const PAGE = { amount: 50, skip: 0 };
const REFUSED = "This picture, or one that looks like it, is banned on this site: “";

describe.each(DIALECTS)("banned pictures on %s", (dialect) => {
  let world: World;
  let staff: TestMember;
  let author: TestMember;

  beforeAll(async () => {
    world = await openWorld(dialect);
    staff = await world.member({ perks: ["staff"] });
    author = await world.member();
  });
  afterAll(async () => {
    expect(await checkDatabase(world.db)).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const submit = async (image: Uint8Array) =>
    (await submitMeme(world.ctx(author), { image, caption: "", age: 2 })).meme;
  const ban = (memeId: string, reason: string, alike = true) => banPicture(world.ctx(staff), { memeId, reason, alike });
  const filesOf = async () => (await Array.fromAsync(world.services.storage.list())).length;

  test("cannot be posted again, nor similar ones, in any way, and leave nothing behind", async () => {
    const image = await starter("printer.png");
    const meme = await submit(image);
    const made = await ban(meme.id, " It shows a neighbour. ");
    expect(made).toMatchObject({
      imageHash: meme.image.hash,
      reason: "It shows a neighbour.",
      staffName: staff.user.username,
    });
    expect(made.perceptualHashes.join(" ")).toMatch(/^[0-9a-f]{16}( [0-9a-f]{16})*$/);
    await deleteMeme(world.ctx(author), meme.id);
    const files = await filesOf();
    const ways = [
      image,
      await sharp(image).jpeg({ quality: 60 }).toBuffer(),
      await sharp(image).resize(200).webp().toBuffer(),
      await sharp(image).modulate({ brightness: 1.1 }).png().toBuffer(),
    ];
    for (const one of ways) await expect(submit(one)).rejects.toThrow(`${REFUSED}It shows a neighbour.`);
    const form = new FormData();
    form.set("image", new File([image as BlobPart], "harmless.png"));
    const response = await world.as(author).post("/v1/submit", { body: form });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("It shows a neighbour.");
    expect(await filesOf()).toBe(files);
    // Other pictures are as welcome as before.
    for (const file of ["ship-it.png", "old-server.jpg", "just-finishing-up.gif"]) await submit(await starter(file));

    await unbanPicture(world.ctx(staff), made.id);
    await submit(image);
    const acts = await listActs(world.db, undefined, { amount: 2 });
    expect(acts.map(({ kind, note, memeId, userId }) => [kind, note, memeId, userId])).toEqual([
      ["unban-picture", made.reason, undefined, undefined],
      ["ban-picture", made.reason, meme.id, author.user.id],
    ]);
    expect((await world.db.selectFrom("banned_looks").selectAll().execute()).length).toBe(0);
  });

  test("are banned exactly, without similar ones, on request", async () => {
    const image = await starter("ship-it.png");
    const made = await ban((await submit(image)).id, "This one", false);
    expect(made.perceptualHashes).toEqual([]);
    await expect(submit(image)).rejects.toThrow(REFUSED);
    await submit(await sharp(image).resize(200).png().toBuffer());
  });

  test("of one colour do not ban similar ones", async () => {
    const red = await solid(90, 60, "#c0392b").png().toBuffer();
    const made = await ban((await submit(red)).id, "Too red");
    expect(made.perceptualHashes).toEqual([]);
    await expect(submit(red)).rejects.toThrow("Too red");
    await submit(await solid(90, 60, "#c0392c").png().toBuffer());
    await submit(await solid(91, 60, "#c0392b").png().toBuffer());
  });

  test("are recognized in any frame of an animation, in a border, and white on transparent", async () => {
    const image = sharp(await starter("tab-hoard.webp")).resize(320, 240, { fit: "fill" });
    const [white, black] = [solid(320, 240, "#fff"), solid(320, 240, "#000")];
    const made = await ban((await submit(await image.clone().png().toBuffer())).id, "No way");
    const padding = { top: 60, bottom: 60, left: 80, right: 80 };
    const many = (at: number) => Array.from({ length: 30 }, (_, frame) => (frame === at ? image : white));
    const ways: Record<string, Buffer> = {
      "GIF that begins white": await animation([white, image], { format: "gif", delay: [10, 60_000] }),
      "WebP that begins black": await animation([black, image], { format: "webp", delay: [10, 60_000] }),
      "GIF that shows it longest": await animation(many(13), {
        format: "gif",
        delay: many(13).map((frame) => (frame === image ? 3000 : 20)),
      }),
      "GIF that ends with it": await animation(many(29), { format: "gif", delay: many(29).map(() => 20) }),
      "white on nothing": await whiteOnNothing(image),
      "a transparent border": await image
        .clone()
        .extend({ ...padding, background: "#0000" })
        .png()
        .toBuffer(),
      "a white border": await image
        .clone()
        .extend({ ...padding, background: "#fff" })
        .jpeg()
        .toBuffer(),
      "black bars": await image.clone().extend({ top: 40, bottom: 40, background: "#000" }).jpeg().toBuffer(),
    };
    for (const [way, one] of Object.entries(ways)) {
      const refusal = await submit(one).then(() => "none", String);
      expect(refusal, way).toContain(`${REFUSED}No way`);
    }
    // A blank frame, a border and white on transparent are not enough to ban.
    const other = sharp(await starter("git-blame.webp")).resize(320, 240, { fit: "fill" });
    await submit(await animation([white, other, black], { format: "gif", delay: [10, 500, 10] }));
    await submit(await whiteOnNothing(other));
    await submit(
      await other
        .clone()
        .extend({ ...padding, background: "#0000" })
        .png()
        .toBuffer(),
    );
    await unbanPicture(world.ctx(staff), made.id);
  });

  test("of an animation are recognized by each sampled frame, but not by blank ones", async () => {
    const files = ["cat-and-cable.webp", "bouncer.webp", "restore-day.webp"];
    const [first, middle, last] = await Promise.all(files.map(async (file) => sharp(await starter(file))));
    const [white, black] = [solid(320, 240, "#fff"), solid(320, 240, "#000")];
    const frames = [white, first!, black, white, middle!, black, white, last!, white];
    const film = (some: Sharp[]) => animation(some, { format: "webp", delay: some.map(() => 100) });
    const made = await ban((await submit(await film(frames))).id, "Dizzy");
    const pieces = await world.db.selectFrom("banned_looks").selectAll().where("picture_id", "=", made.id).execute();
    const known = made.perceptualHashes;
    expect(known.length).toBeGreaterThanOrEqual(2);
    expect(new Set(known).size).toBe(known.length);
    expect(pieces.length).toBeLessThanOrEqual(11 * known.length);
    await expect(submit(await middle!.clone().jpeg().toBuffer())).rejects.toThrow("Dizzy");
    await expect(submit(await film([black, middle!]))).rejects.toThrow("Dizzy");
    await submit(await solid(320, 240, "#fff").png().toBuffer());
    await submit(await film([white, black, white]));
    await submit(await film([white, sharp(await starter("little-server.webp")), black]));
  });

  test("that were banned during the upload are refused", async () => {
    const image = await starter("line-up.png");
    const meme = await submit(image);
    const late = await sharp(image).jpeg().toBuffer();
    const prepared = await prepareSubmission(world.ctx(author), { image: late, caption: "", age: 2 });
    await ban(meme.id, "Just now");
    await expect(addSubmission(world.ctx(author), prepared)).rejects.toThrow("Just now");
  });

  test("are listed to staff, newest first", async () => {
    const { items, next } = await listBans(world.ctx(staff), { amount: 2, skip: 0 });
    expect(items.map(({ reason }) => reason)).toEqual(["Just now", "Dizzy"]);
    const rest = await listBans(world.ctx(staff), { amount: 2, skip: 0, after: next });
    expect(rest.items.map(({ reason }) => reason)).toEqual(["Too red", "This one"]);
  });

  test("can be banned only by staff, once, with a reason, and only if staff can see them", async () => {
    const meme = await submit(await starter("old-server.jpg"));
    const input = { memeId: meme.id, reason: "No", alike: true };
    await expect(banPicture(world.ctx(author), input)).rejects.toThrow("staff");
    await expect(unbanPicture(world.ctx(author), 1)).rejects.toThrow("staff");
    await expect(listBans(world.ctx(author), PAGE)).rejects.toThrow("staff");
    for (const reason of ["", " ", "x".repeat(201)]) await expect(ban(meme.id, reason)).rejects.toThrow("reason");
    await expect(ban("140000000000000000", "No")).rejects.toThrow("no such meme");
    await expect(unbanPicture(world.ctx(staff), 2 ** 31 - 1)).rejects.toThrow("no such ban");
    const both = await Promise.allSettled([ban(meme.id, "One"), ban(meme.id, "Two")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(ban(meme.id, "Three")).rejects.toThrow("already banned");
    const hidden = await submit(await starter("reply-all.webp"));
    await disableMeme(world.ctx(author), hidden.id);
    await expect(ban(hidden.id, "Not yours to see")).rejects.toThrow("no such meme");
  });
});
