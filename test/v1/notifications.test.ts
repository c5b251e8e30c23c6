import { describe, expect, test } from "bun:test";

import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { resolveReport } from "../../src/core/reports/resolve-reports.ts";
import { takeReport } from "../../src/core/reports/take-reports.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { bodyOf, json, read, readAll } from "./http.ts";

interface Notification {
  id: number;
  type: number;
  sender: { username: string };
  message: string;
  raw: string;
  meme?: { memeid: string; rating: number };
  comment?: { id: number };
}

const told = (world: World, who: TestMember) => read<Notification[]>(world, who, "/v1/notifications");
const count = async (world: World, who: TestMember) =>
  (await read<{ count: number }>(world, who, "/v1/notifications/count")).count;

async function people(world: World) {
  const [author, fan, third] = [
    await world.member({ name: "author" }),
    await world.member({ name: "fan" }),
    await world.member({ name: "third" }),
  ];
  const meme = await world.meme({ by: author });
  const comment = (who: TestMember, content: string, parent?: number) =>
    bodyOf<{ id: number }>(world.as(who).post(`/v1/meme/${meme.id}/comments`, json({ content, parent })));
  return { author, fan, third, meme, comment };
}

describe.each(DIALECTS)("notifications on %s", (dialect) => {
  test("one per cause, newest first, and never for one's own acts", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, meme, comment } = await people(world);
    const rate = (who: TestMember, rating: number) => world.as(who).put(`/v1/meme/${meme.id}/rate?rating=${rating}`);
    await rate(author, 5);
    await comment(author, "my own");
    expect(await told(world, author)).toEqual([]);
    await rate(fan, 2);
    await rate(fan, 4); // rating again is no news
    for (let i = 0; i < 2; i++) await world.as(fan).put("/v1/profile/author/follow");
    const { id } = await comment(fan, "<b>ha</b>");
    const list = await told(world, author);
    expect(
      list.map(({ type, sender, message, raw, meme: about }) => [type, sender.username, message, raw, about]),
    ).toEqual([
      [4, "fan", "fan commented on your meme: <b>ha</b>", "<b>ha</b>", { memeid: meme.id, rating: 0 }],
      [1, "fan", "fan follows you.", "", undefined],
      [0, "fan", "fan rated your meme 4 out of 5.", "4", { memeid: meme.id, rating: 4 }],
    ]);
    expect(list.map((one) => one.comment)).toEqual([{ id }, undefined, undefined]);
    for (const one of list) expect(one.id).toBeWithin(1, 2 ** 31);
    expect(await count(world, author)).toBe(3);
    expect(await count(world, fan)).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a reply notifies the parent's author and the meme's author, each once", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, third, comment } = await people(world);
    const first = await comment(fan, "first");
    const reply = await comment(third, "reply", first.id);
    const [news] = await told(world, fan);
    expect(news).toMatchObject({ message: "third replied to your comment: reply", comment: { id: reply.id } });
    expect(await count(world, author)).toBe(2);
    const own = await comment(author, "by the author");
    await comment(fan, "to the author", own.id);
    expect(await count(world, author)).toBe(3);
  });

  test("undoing an act removes its notification", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, meme, comment } = await people(world);
    await world.rate(fan, meme, 5);
    await world.as(fan).put("/v1/profile/author/follow");
    const { id } = await comment(fan, "oops");
    expect(await count(world, author)).toBe(3);
    await world.as(fan).delete(`/v1/meme/${meme.id}/rating`);
    await world.as(fan).delete("/v1/profile/author/follow");
    await world.as(fan).delete(`/v1/meme/${meme.id}/comments/${id}`);
    expect(await told(world, author)).toEqual([]);
    expect(await count(world, author)).toBe(0);
  });

  test("only its author sees notifications about a hidden meme; they return when it is shown again", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, third, meme, comment } = await people(world);
    const first = await comment(fan, "first");
    await comment(third, "reply", first.id);
    const [shown] = await told(world, fan);
    expect(await count(world, fan)).toBe(1);
    await world.as(author).put(`/v1/meme/${meme.id}/disable`);
    expect([await told(world, fan), await count(world, fan)]).toEqual([[], 0]);
    expect((await world.as(fan).delete(`/v1/notification/${shown!.id}`)).status).toBe(404);
    expect(await count(world, author)).toBe(2);
    // The author keeps commenting on the hidden meme, and nobody else may know.
    await comment(author, "secret", first.id);
    expect(await count(world, fan)).toBe(0);
    expect(await checkDatabase(world.db)).toEqual([]);
    await world.as(author).put(`/v1/meme/${meme.id}/enable`);
    expect([(await told(world, fan)).length, await count(world, fan)]).toEqual([1, 1]);
    await world.as(author).delete(`/v1/meme/${meme.id}`);
    expect([await count(world, fan), await count(world, author)]).toEqual([0, 0]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("people delete only their own; deleting an account removes those it caused", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, third, meme } = await people(world);
    await world.rate(fan, meme, 5);
    await world.rate(third, meme, 4);
    const [newest] = await told(world, author);
    expect((await world.as(fan).delete(`/v1/notification/${newest!.id}`)).status).toBe(404);
    for (const id of ["0", "x", "99999999999", "%00"])
      expect((await world.as(author).delete(`/v1/notification/${id}`)).status, id).toBe(404);
    expect(await bodyOf<object>(world.as(author).delete(`/v1/notification/${newest!.id}`))).toEqual({ success: true });
    expect((await world.as(author).delete(`/v1/notification/${newest!.id}`)).status).toBe(404);
    expect((await told(world, author)).map((one) => one.sender.username)).toEqual(["fan"]);
    await world.rate(third, meme, 1);
    expect(await count(world, author)).toBe(1); // deleted, and rating again does not bring it back
    await deleteUser(world.ctx(), "fan");
    expect([await told(world, author), await count(world, author)]).toEqual([[], 0]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("notices and outcomes of reports come from staff", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, meme } = await people(world);
    const staff = await world.member({ name: "mod", perks: ["staff"] });
    await expect(sendNotice(world.ctx(fan), { user: "author", text: "x" })).rejects.toThrow("Only staff");
    await sendNotice(world.ctx(staff), { user: "author", text: "Be kind." });
    expect(await told(world, author)).toMatchObject([{ type: 2, message: "Be kind.", raw: "Be kind." }]);
    expect((await told(world, author))[0]).not.toHaveProperty("meme");
    const report = await bodyOf<{ id: number }>(
      world.as(fan).post(`/v1/meme/${meme.id}/report`, json({ reason: "spam" })),
    );
    await expect(takeReport(world.ctx(fan), report.id)).rejects.toThrow("Only staff");
    await takeReport(world.ctx(staff), report.id);
    await expect(takeReport(world.ctx(staff), report.id)).rejects.toThrow("already");
    await resolveReport(world.ctx(staff), report.id, "Removed, thank you.");
    await expect(resolveReport(world.ctx(staff), report.id, "again")).rejects.toThrow("already");
    expect((await told(world, fan)).map(({ type, message, raw }) => [type, message, raw])).toEqual([
      [3, `mod resolved your report ${report.id}: Removed, thank you.`, "Removed, thank you."],
      [3, `mod is looking into your report ${report.id}.`, ""],
    ]);
  });

  test("a long list is paginated through Link", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, comment } = await people(world);
    for (let i = 0; i < 130; i++) await comment(fan, `c${i}`);
    const { items, pages } = await readAll<Notification>(world, author, "/v1/notifications");
    expect(pages).toEqual([100, 30]);
    expect(items.map((one) => one.raw)).toEqual(Array.from({ length: 130 }, (_, i) => `c${129 - i}`));
    expect(
      (await read<Notification[]>(world, author, "/v1/notifications?amount=2&offset=3")).map((n) => n.raw),
    ).toEqual(["c126", "c125"]);
  });
});
