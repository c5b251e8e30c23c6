import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";

import { evenWhenFull } from "../src/core/ctx.ts";
import { deleteComment } from "../src/core/comments/delete-comment.ts";
import { commentOnMeme } from "../src/core/comments/comment-on-meme.ts";
import { revokeKey } from "../src/core/keys/revoke-key.ts";
import { deleteMeme } from "../src/core/memes/delete-meme.ts";
import { disableMeme } from "../src/core/memes/disable-meme.ts";
import { hideMeme } from "../src/core/moderation/hide-meme.ts";
import { takeRatingBack } from "../src/core/ratings/take-rating-back.ts";
import { signIn } from "../src/core/sessions/sign-in.ts";
import { useSession } from "../src/core/sessions/use-session.ts";
import { endOtherSessions } from "../src/core/sessions/end-sessions.ts";
import { deleteOwnAccount } from "../src/core/users/delete-own-account.ts";
import { createUser } from "../src/core/users/create-user.ts";
import { deleteUser } from "../src/core/users/delete-user.ts";
import { unfollowUser } from "../src/core/users/follow-user.ts";
import { suspendUser } from "../src/core/users/suspend-user.ts";
import { BALLAST_BYTES } from "../src/data/ballast.ts";
import { runDueJobs } from "../src/jobs/runner.ts";
import type { FullDisk } from "./faults/full-disk.ts";
import type { FullRestart } from "./faults/full-restart.ts";
import { ownMounts, runMounting } from "./faults/mounting.ts";
import { freshFolder, openWorld, smallImage, type World } from "./world.ts";

/** Makes SQLite itself report a full disk, through a limit any user may set. */
const limitPages = (world: World, pages: number) =>
  evenWhenFull(world.ctx(), () => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(world.db));

test("the ballast is given up only for deletions; then only they are accepted, until it is restored", async () => {
  await using world = await openWorld("SQLite");
  const ballast = world.services.database.ballast!;
  const size = () => statSync(join(world.env.GUFFAW_DATA!, "guffaw.db-ballast")).size;
  expect([ballast.state(), await ballast.fill(), size()]).toEqual(["none", "whole", BALLAST_BYTES]);
  const [me, her, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
  const password = "correct horse battery";
  const leaver = await createUser(world.ctx(), { username: "leaver", password });
  const memes = [];
  for (let i = 0; i < 3; i++) memes.push(await world.meme({ by: me }));
  const [one, two, three] = memes;
  const comment = await commentOnMeme(world.ctx(her), { memeId: one!.id, content: "words" });
  await world.rate(her, one!, 3);

  // A write too large for a database that cannot grow fails, and keeps the ballast.
  await limitPages(world, 1);
  const tooMuch = () =>
    world.db
      .insertInto("counters")
      .values({ name: "x".repeat(100_000), value: 1 })
      .execute();
  await expect(tooMuch()).rejects.toMatchObject({ code: "unavailable" });
  expect([ballast.state(), size()]).toEqual(["whole", BALLAST_BYTES]);
  await expect(evenWhenFull(world.ctx(), tooMuch)).rejects.toMatchObject({ code: "unavailable" });
  expect([ballast.state(), size()]).toEqual(["spent", 0]);
  await limitPages(world, 1_000_000);

  const submit = { body: new FormData() };
  submit.body.set("image", new Blob([(await smallImage()) as BlobPart]));
  const refused = await world.as(me).post("/v1/submit", submit);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  const caption = await world.as(me).put(`/v1/meme/${one!.id}/caption?caption=new`);
  expect([caption.status, await caption.text()]).toEqual([503, expect.stringContaining("only delete and hide")]);
  expect((await world.as(me).put(`/v1/meme/${one!.id}/rate?rating=1`)).status).toBe(503);
  expect((await world.as().get(`/meme/${one!.id}`)).status).toBe(200);
  const ready = await world.as().get("/readyz");
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("ballast spent")]);

  await takeRatingBack(world.ctx(her), one!.id);
  await deleteComment(world.ctx(her), { memeId: one!.id, commentId: comment.id });
  await unfollowUser(world.ctx(her), me.user.id);
  await endOtherSessions(world.ctx(her), "");
  await disableMeme(world.ctx(me), one!.id);
  await hideMeme(world.ctx(staff), { memeId: two!.id, reason: "no" });
  await deleteMeme(world.ctx(me), three!.id);
  await suspendUser(world.ctx(staff), { user: her.user.id, reason: "no" });
  await revokeKey(world.ctx(), (await world.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow()).id);
  await deleteUser(world.ctx(), her.user.id);

  const signedIn = await signIn(world.ctx(), { name: "leaver", password, agent: "" }, { try: () => true });
  const session = (await useSession(world.ctx(), signedIn.token))!.session.id;
  const herself = world.ctx({ user: leaver, key: "" });
  await deleteOwnAccount(herself, { password, since: 0, session });
  await runDueJobs(world.services);
  expect((await world.as().get("/profile/leaver")).status).toBe(404);

  expect([await ballast.fill(), size()]).toEqual(["whole", BALLAST_BYTES]);
  expect((await world.as().get("/readyz")).status).toBe(200);
  expect((await world.as(staff).post("/v1/submit", submit)).status).toBe(201);
});

const way = ownMounts();

test.concurrent.skipIf(way === undefined)(
  "on a completely full disk, memes can still be deleted and hidden",
  async () => {
    const found = await runMounting<FullDisk>(way!, "full-disk.ts", [freshFolder("full")]);
    expect(found.before).toEqual({ submit: 201, comment: 200 });
    expect(found.full).toEqual({
      submit: 503,
      comment: 503,
      read: 200,
      disable: 200,
      "take back": 200,
      "delete comment": 200,
      "delete meme": 200,
      "submit again": 503,
      "comment again": 503,
    });
    expect(found.ballast).toEqual([BALLAST_BYTES, 0]);
    expect(found.readyz).toContain("ballast spent");
    expect(found.imagesLeft).toBe(0);
    expect(found.after).toEqual({ submit: 201, comment: 200, ballast: BALLAST_BYTES });
  },
);

test.concurrent.skipIf(way === undefined)(
  "a site starts and its commands work on a disk without a free byte",
  async () => {
    const found = await runMounting<FullRestart>(way!, "full-restart.ts", [freshFolder("full")]);
    expect(JSON.parse(found.readyz)).toMatchObject({
      storage: "is full",
      disk: "full: nothing can be added until there is room",
    });
    expect(found.whole).toEqual({ show: 0, remove: 0, ballast: 0, readyz: expect.stringContaining("ballast spent") });
    const told = {
      code: 1,
      stderr: expect.stringMatching(/^guffaw: The disk .* is full: make room on it, at least 16 MB/),
    };
    expect(found.spent).toEqual([told, told]);
    expect(found.little).toEqual({ remove: 0, sweep: 0, create: 1 });
    expect(found.refused).toContain("16 MB");
    expect(found.roomy).toMatchObject({ create: 0, ballast: BALLAST_BYTES });
    expect(found.roomy.doctor).not.toContain("ballast");
  },
);
