import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { chooseNotifications, CHOICES, isNotifiedOf } from "../../src/core/notifications/choose-notifications.ts";
import { deleteAllNotifications } from "../../src/core/notifications/delete-all-notifications.ts";
import { deleteNotification } from "../../src/core/notifications/delete-notification.ts";
import { followNotification } from "../../src/core/notifications/follow-notification.ts";
import { forgetNotifications, MAX_KEPT, SEEN_MS } from "../../src/core/notifications/forget-notifications.ts";
import { listNotifications } from "../../src/core/notifications/list-notifications.ts";
import { readUnseen } from "../../src/core/notifications/read-unseen.ts";
import { seeAllNotifications } from "../../src/core/notifications/see-all-notifications.ts";
import { seeNotification } from "../../src/core/notifications/see-notification.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { takeRatingBack } from "../../src/core/ratings/take-rating-back.ts";
import { endOtherSessions } from "../../src/core/sessions/end-sessions.ts";
import { startSession } from "../../src/core/sessions/start-session.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { followUser, unfollowUser } from "../../src/core/users/follow-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findUser } from "../../src/data/users.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const ALL = { amount: 100, skip: 0 };

describe.each(DIALECTS)("notifications on %s", (dialect) => {
  let world: World;
  beforeAll(async () => void (world = await openWorld(dialect)));
  afterAll(() => world[Symbol.asyncDispose]());

  /** From the stored counters and the list; both must agree with a recount. */
  async function stateOf(who: TestMember) {
    expect(await checkDatabase(world.db)).toEqual([]);
    const { unseenCount, notificationCount } = (await findUser(world.db, who.user.id))!;
    const { items } = await listNotifications(world.ctx(who), ALL);
    expect(items).toHaveLength(notificationCount);
    expect(items.filter(({ notification }) => !notification.seen)).toHaveLength(unseenCount);
    return { all: notificationCount, unseen: unseenCount, ids: items.map(({ notification }) => notification.id) };
  }

  /** Somebody with a meme that three others have reacted to, each differently. */
  async function told() {
    const [author, fan, friend] = [await world.member(), await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    await world.rate(fan, meme, 4);
    await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
    await followUser(world.ctx(friend), author.user.id);
    return { author, fan, friend, meme, ids: (await stateOf(author)).ids };
  }

  test("are unseen until marked, one by one or all up to the newest shown", async () => {
    const { author, fan, meme, ids } = await told();
    expect(await stateOf(author)).toMatchObject({ all: 3, unseen: 3 });
    await seeNotification(world.ctx(author), ids[1]!);
    await seeNotification(world.ctx(author), ids[1]!);
    expect(await stateOf(author)).toMatchObject({ all: 3, unseen: 2 });

    await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "came while the page was open" });
    await seeAllNotifications(world.ctx(author), { upTo: ids[0]! });
    expect(await stateOf(author)).toMatchObject({ all: 4, unseen: 1 });
  });

  test("are marked as seen when opened, not when only looked up", async () => {
    const { author, ids } = await told();
    const { notification, meme } = await followNotification(world.ctx(author), { id: ids[2]!, see: false });
    expect([notification.rating, meme?.authorId]).toEqual([4, author.user.id]);
    expect(await stateOf(author)).toMatchObject({ unseen: 3 });
    await followNotification(world.ctx(author), { id: ids[2]!, see: true });
    expect(await stateOf(author)).toMatchObject({ all: 3, unseen: 2 });
  });

  test("reduce the counters when deleted, seen or not", async () => {
    const { author, fan, friend, meme, ids } = await told();
    await seeNotification(world.ctx(author), ids[2]!);
    await takeRatingBack(world.ctx(fan), meme.id);
    expect(await stateOf(author)).toMatchObject({ all: 2, unseen: 2 });
    await unfollowUser(world.ctx(friend), author.user.id);
    expect(await stateOf(author)).toMatchObject({ all: 1, unseen: 1 });
    await deleteNotification(world.ctx(author), ids[1]!);
    expect(await stateOf(author)).toMatchObject({ all: 0, unseen: 0 });
  });

  test("can all be deleted at once, except later ones", async () => {
    const { author, fan, meme, ids } = await told();
    await seeNotification(world.ctx(author), ids[0]!);
    await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "since" });
    await deleteAllNotifications(world.ctx(author), { upTo: ids[0]! });
    expect(await stateOf(author)).toMatchObject({ all: 1, unseen: 1 });
  });

  test("of a hidden meme count for nobody but its author, and come back as they were", async () => {
    const { author, fan, meme } = await told();
    const { id: parent } = await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "well" });
    await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "seen", parent });
    const [first] = (await stateOf(fan)).ids;
    await seeNotification(world.ctx(fan), first!);
    await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "unseen", parent });

    await disableMeme(world.ctx(author), meme.id);
    expect(await stateOf(fan)).toMatchObject({ all: 0, unseen: 0 });
    expect(await stateOf(author)).toMatchObject({ all: 4, unseen: 4 });
    expect(seeNotification(world.ctx(fan), first!)).rejects.toMatchObject({ code: "not_found" });
    expect(followNotification(world.ctx(fan), { id: first!, see: true })).rejects.toMatchObject({ code: "not_found" });
    await seeAllNotifications(world.ctx(fan), { upTo: 2 ** 31 - 1 });
    await enableMeme(world.ctx(author), meme.id);
    expect(await stateOf(fan)).toMatchObject({ all: 2, unseen: 1 });

    await disableMeme(world.ctx(author), meme.id);
    await deleteAllNotifications(world.ctx(fan), { upTo: 2 ** 31 - 1 });
    await enableMeme(world.ctx(author), meme.id);
    expect(await stateOf(fan)).toMatchObject({ all: 0, unseen: 0 });
    await deleteMeme(world.ctx(author), meme.id);
    expect(await stateOf(author)).toMatchObject({ all: 1, unseen: 1 });
  });

  test("are private to their recipient", async () => {
    const { author, fan, ids } = await told();
    for (const act of [
      (ctx: Ctx) => seeNotification(ctx, ids[0]!),
      (ctx: Ctx) => followNotification(ctx, { id: ids[0]!, see: true }),
      (ctx: Ctx) => deleteNotification(ctx, ids[0]!),
    ]) {
      expect(act(world.ctx(fan))).rejects.toMatchObject({ code: "not_found" });
      expect(act({ ...world.ctx(), actor: { kind: "guest" } })).rejects.toMatchObject({ code: "not_signed_in" });
    }
    const guest: Ctx = { ...world.ctx(), actor: { kind: "guest" } };
    expect(seeAllNotifications(guest, { upTo: 1 })).rejects.toMatchObject({ code: "not_signed_in" });
    expect(deleteAllNotifications(guest, { upTo: 1 })).rejects.toMatchObject({ code: "not_signed_in" });
    expect(chooseNotifications(guest, [])).rejects.toMatchObject({ code: "not_signed_in" });
    await seeAllNotifications(world.ctx(fan), { upTo: 2 ** 31 - 1 });
    await deleteAllNotifications(world.ctx(fan), { upTo: 2 ** 31 - 1 });
    expect(await stateOf(author)).toMatchObject({ all: 3, unseen: 3 });
  });

  test("are not created for kinds that are turned off, except by staff", async () => {
    const { author, fan, friend, meme } = await told();
    await chooseNotifications(world.ctx(author), ["comment"]);
    const muted = (await findUser(world.db, author.user.id))!;
    expect(CHOICES.filter((kind) => isNotifiedOf(muted, kind))).toEqual(["comment"]);

    await world.rate(friend, meme, 2);
    await followUser(world.ctx(fan), author.user.id);
    expect(await stateOf(author)).toMatchObject({ all: 3, unseen: 3 });
    await commentOnMeme(world.ctx(friend), { memeId: meme.id, content: "wanted" });
    const staff = await world.member({ perks: ["staff"] });
    await sendNotice(world.ctx(staff), { user: author.user.id, text: "always" });
    expect(await stateOf(author)).toMatchObject({ all: 5, unseen: 5 });
    expect(await (await world.as(author).get("/v1/notifications/count")).json()).toEqual({ count: 5 });

    // Existing notifications show the new rating; nobody gets a new one.
    await world.rate(fan, meme, 1);
    await world.rate(friend, meme, 5);
    const { items } = await listNotifications(world.ctx(author), ALL);
    expect(items.flatMap(({ notification }) => notification.rating ?? [])).toEqual([1]);
    await takeRatingBack(world.ctx(friend), meme.id);
    await chooseNotifications(world.ctx(author), CHOICES);
    await world.rate(friend, meme, 3);
    expect(await stateOf(author)).toMatchObject({ all: 6, unseen: 6 });
  });

  test("leave correct counters when an account is deleted", async () => {
    const { author, fan } = await told();
    await deleteUser(world.ctx(), fan.user.id);
    expect(await stateOf(author)).toMatchObject({ all: 1, unseen: 1 });
    await deleteUser(world.ctx(), author.user.id);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are counted for active sessions only", async () => {
    const { author } = await told();
    for (let i = 0; i < 2; i++) await startSession(world.ctx(author), author.user.id, "a browser");
    const rows = await world.db.selectFrom("sessions").select("id").where("user_id", "=", author.user.id).execute();
    const ids = rows.map(({ id }) => id).sort();
    expect([...(await readUnseen(world.ctx(), [...ids, "unknown"]))].sort()).toEqual(ids.map((id) => [id, 3]));
    await endOtherSessions(world.ctx(author), ids[0]!);
    expect([...(await readUnseen(world.ctx(), ids))]).toEqual([[ids[0]!, 3]]);
    await world.db.updateTable("users").set({ suspended_at: 1 }).where("id", "=", author.user.id).execute();
    expect((await readUnseen(world.ctx(), ids)).size).toBe(0);
    const other = await world.member();
    await startSession(world.ctx(other), other.user.id, "a browser");
    await suspendUser(world.ctx(), { user: other.user.id, reason: "why not" });
    expect((await readUnseen(world.ctx(), [])).size).toBe(0);
  });

  test("are deleted when they are old and seen, or too many", async () => {
    const { author, fan, ids } = await told();
    const now = Date.now();
    const old = { created_at: now - SEEN_MS - 1 };
    await world.db.updateTable("notifications").set(old).where("user_id", "=", author.user.id).execute();
    await seeNotification(world.ctx(author), ids[0]!);
    await seeNotification(world.ctx(author), ids[1]!);
    await world.db.updateTable("notifications").set({ created_at: now }).where("id", "=", ids[1]!).execute();
    const { signal } = new AbortController();
    expect(await forgetNotifications({ ...world.ctx(), now }, { signal })).toBe(1);
    expect(await stateOf(author)).toMatchObject({ ids: [ids[1]!, ids[2]!], unseen: 1 });

    const row = { user_id: author.user.id, type: 1, sender_id: fan.user.id, text: "", hidden: 0, created_at: now };
    const more = Array.from({ length: 600 }, () => row);
    for (let i = 0; i < 3; i++) await world.db.insertInto("notifications").values(more).execute();
    const counts = { notification_count: 1802, unseen_count: 1801 };
    await world.db.updateTable("users").set(counts).where("id", "=", author.user.id).execute();
    expect(await forgetNotifications(world.ctx(), { signal })).toBe(802);
    expect(await checkDatabase(world.db)).toEqual([]);
    const left = (await findUser(world.db, author.user.id))!;
    expect([left.notificationCount, left.unseenCount]).toEqual([MAX_KEPT, MAX_KEPT]);
    expect(forgetNotifications(world.ctx(), { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
