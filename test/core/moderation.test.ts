import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteComment } from "../../src/core/comments/delete-comment.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { findMemeUnderReview, findReviewedMeme } from "../../src/core/moderation/find-reviewed-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { listActs, MAX_SEARCHED, type ActQuery } from "../../src/core/moderation/list-acts.ts";
import { listHidden } from "../../src/core/moderation/list-hidden.ts";
import { countOpenReports, listQueue } from "../../src/core/moderation/list-queue.ts";
import { readHoldReason } from "../../src/core/moderation/read-hold.ts";
import { readModerationRecord } from "../../src/core/moderation/read-moderation-record.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { removeComment } from "../../src/core/moderation/remove-comment.ts";
import { removeMeme } from "../../src/core/moderation/remove-meme.ts";
import { sendNotice } from "../../src/core/notifications/send-notice.ts";
import { listOwnReportsInFull, readReport } from "../../src/core/reports/read-report.ts";
import { reportComment, reportMeme } from "../../src/core/reports/report-meme.ts";
import { resolveReports } from "../../src/core/reports/resolve-reports.ts";
import { takeReports } from "../../src/core/reports/take-reports.ts";
import { changePerks } from "../../src/core/users/change-perks.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findMeme } from "../../src/data/memes.ts";
import { loadMessage } from "../../src/words/stored-message.ts";
import { wordsIn } from "../../src/words/words.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const ALL = { amount: 20, skip: 0 };
const REPORT = { reason: "Spam", description: "" };

async function cast(world: World) {
  const [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
  return { author, fan, staff: await world.member({ name: "mod", perks: ["staff"] }) };
}

const code = (promise: Promise<unknown>) => promise.then(() => "done").catch((error) => error.code ?? String(error));
const sentence = (promise: Promise<unknown>) => promise.then(() => "done").catch((error: Error) => error.message);

const toldTo = async (world: World, { user }: TestMember, language = "en") => {
  const rows = await world.db
    .selectFrom("notifications")
    .select(["type", "text", "meme_id"])
    .where("user_id", "=", user.id)
    .orderBy("id")
    .execute();
  return rows
    .filter(({ type }) => type === 2)
    .map(({ text, meme_id }) => ({ text: wordsIn(language).translate(loadMessage(text)), meme_id }));
};

const logged = async (world: World, query: ActQuery = {}) =>
  (await listActs(world.ctx(), query, { amount: 50 })).items.map(({ kind, staffName, userName, note }) =>
    [kind, staffName, userName, note].join("|"),
  );

const shownOf = async (world: World, { user }: TestMember) => {
  const row = await world.db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirstOrThrow();
  return [row.meme_count, row.submitted_count];
};

const stateOf = async (world: World, id: string) => {
  const meme = (await findMeme(world.db, id))!;
  const { slot } = await world.db.selectFrom("memes").select("slot").where("id", "=", id).executeTakeFirstOrThrow();
  return [meme.disabled, meme.held, meme.shownWhenFree, slot === null ? null : "slot"];
};

describe.each(DIALECTS)("moderation on %s", (dialect) => {
  test("keeps staff from judging their own content or learning who reported it, except founders", async () => {
    await using world = await openWorld(dialect);
    const { fan, staff } = await cast(world);
    const [colleague, founder] = [
      await world.member({ perks: ["staff"] }),
      await world.member({ perks: ["staff", "founder"] }),
    ];
    const [meme, other] = [await world.meme({ by: staff }), await world.meme({ by: fan })];
    const { id: commentId } = await commentOnMeme(world.ctx(staff), { memeId: other.id, content: "x" });
    const { report } = await reportMeme(world.ctx(fan), { memeId: meme.id, ...REPORT });
    const { report: second } = await reportComment(world.ctx(fan), { memeId: other.id, commentId, ...REPORT });
    expect((await listQueue(world.ctx(staff), ALL)).items).toEqual([]);
    expect(await countOpenReports(world.ctx(staff))).toBe(0);
    expect((await listQueue(world.ctx(colleague), ALL)).items).toHaveLength(2);
    expect(await countOpenReports(world.ctx(colleague))).toBe(2);
    for (const { id } of [report, second]) {
      expect(await code(readReport(world.ctx(staff), id))).toBe("not_found");
      expect(await code(resolveReports(world.ctx(staff), { id, comment: "fine" }))).toBe("not_found");
    }
    expect((await readModerationRecord(world.ctx(staff), staff.user.id)).reports).toEqual([]);
    expect((await readModerationRecord(world.ctx(colleague), staff.user.id)).reports).toHaveLength(2);
    await hideMeme(world.ctx(colleague), { memeId: meme.id, reason: "x" });
    expect(await sentence(releaseMeme(world.ctx(staff), meme.id))).toBe("This is yours. Let another moderator decide.");
    await resolveReports(world.ctx(colleague), { id: report.id, comment: "hidden" });
    // A founder may be the only staff there is.
    const own = await world.meme({ by: founder });
    const { report: third } = await reportMeme(world.ctx(fan), { memeId: own.id, ...REPORT });
    await hideMeme(world.ctx(founder), { memeId: own.id, reason: "x" });
    await releaseMeme(world.ctx(founder), own.id);
    expect(await code(resolveReports(world.ctx(founder), { id: third.id, comment: "fine" }))).toBe("done");
  });

  test("hides and releases a meme, whatever its author did before, with correct counters and slots", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const [first, meme, last] = [
      await world.meme({ by: author }),
      await world.meme({ by: author, caption: "hide me\nplease" }),
      await world.meme({ by: author }),
    ];
    for (const one of [first, meme, last]) await world.rate(fan, one, 5);
    await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
    const by = world.ctx(staff);

    await hideMeme(by, { memeId: meme.id, reason: "Not funny" });
    expect(await stateOf(world, meme.id)).toEqual([true, "hidden", true, null]);
    expect(await shownOf(world, author)).toEqual([2, 3]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await sentence(enableMeme(world.ctx(author), meme.id))).toBe(
      "Staff have hidden this meme, and only staff can show it again.",
    );
    expect(await code(enableMeme(world.ctx(author), meme.id))).toBe("held_by_staff");
    expect(await code(disableMeme(world.ctx(author), meme.id))).toBe("already_disabled");
    expect(await sentence(hideMeme(by, { memeId: meme.id, reason: "again" }))).toBe(
      "Staff have already hidden this meme.",
    );
    // The author may fix the words; the search does not learn of it.
    await captionMeme(world.ctx(author), { memeId: meme.id, caption: "better words" });
    expect(await readHoldReason(by, (await findMeme(world.db, meme.id))!)).toBe("Not funny");
    expect((await listHidden(by, ALL)).items.map((one) => one.meme.id)).toEqual([meme.id]);
    expect(await checkDatabase(world.db)).toEqual([]);
    await releaseMeme(by, meme.id);
    expect(await stateOf(world, meme.id)).toEqual([false, undefined, false, "slot"]);
    expect(await shownOf(world, author)).toEqual([3, 3]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await sentence(releaseMeme(by, meme.id))).toBe("Staff haven't hidden this meme.");

    // If the author had disabled it, it stays disabled when released, and is the author's again. A report lets staff
    // in.
    await reportMeme(world.ctx(fan), { memeId: meme.id, ...REPORT });
    await disableMeme(world.ctx(author), meme.id);
    await hideMeme(by, { memeId: meme.id, reason: "Still not funny" });
    expect(await stateOf(world, meme.id)).toEqual([true, "hidden", false, null]);
    expect(await checkDatabase(world.db)).toEqual([]);
    await releaseMeme(by, meme.id);
    expect(await stateOf(world, meme.id)).toEqual([true, undefined, false, null]);
    expect(await checkDatabase(world.db)).toEqual([]);
    await enableMeme(world.ctx(author), meme.id);
    expect(await stateOf(world, meme.id)).toEqual([false, undefined, false, "slot"]);

    // Hidden, and deleted by its author.
    await hideMeme(by, { memeId: meme.id, reason: "Enough" });
    await deleteMeme(world.ctx(author), meme.id);
    expect(await shownOf(world, author)).toEqual([2, 2]);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await logged(world)).toEqual([
      "hide|mod|author|Enough",
      "release|mod|author|",
      "hide|mod|author|Still not funny",
      "release|mod|author|",
      "hide|mod|author|Not funny",
    ]);
  });

  test("notifies authors in their language; the operator only appears in the log", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const [one, two, three] = [
      await world.meme({ by: author, caption: "First line.\nand more" }),
      await world.meme({ by: fan, caption: "" }),
      await world.meme({ by: author }),
    ];
    await hideMeme(world.ctx(staff), { memeId: one.id, reason: "Rude" });
    await hideMeme(world.ctx(staff), { memeId: two.id, reason: "Rude" });
    expect(await toldTo(world, author)).toEqual([
      { text: "Staff have hidden your meme “First line”. Reason: Rude", meme_id: one.id },
    ]);
    expect(await toldTo(world, fan, "de")).toEqual([
      { text: "Das Team hat dein Meme „Ein Meme ohne Worte“ verborgen. Grund: Rude", meme_id: two.id },
    ]);
    await removeMeme(world.ctx(staff), { memeId: one.id, reason: "Really rude" });
    await deleteMeme(world.ctx(staff), three.id);
    await deleteMeme(world.ctx(), two.id);
    expect((await toldTo(world, author)).map(({ text }) => text)).toEqual([
      "Staff have deleted your meme “First line”. Reason: Really rude",
      "Staff have deleted your meme “a caption”.",
    ]);
    expect(await logged(world, { kind: "delete-meme" })).toEqual([
      "delete-meme|operator|fan|",
      "delete-meme|mod|author|",
      "delete-meme|mod|author|Really rude",
    ]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("deletes comments, and logs only deletions by staff", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const { id: memeId } = await world.meme({ by: author });
    const say = (content: string) => commentOnMeme(world.ctx(fan), { memeId, content });
    const comments = [await say("one"), await say("two"), await say("three"), await say("four")] as const;
    await deleteComment(world.ctx(fan), { memeId, commentId: comments[0].id });
    await deleteComment(world.ctx(author), { memeId, commentId: comments[1].id });
    expect(await logged(world)).toEqual([]);
    await deleteComment(world.ctx(staff), { memeId, commentId: comments[2].id });
    await reportComment(world.ctx(fan), { memeId, commentId: comments[3].id, ...REPORT });
    await disableMeme(world.ctx(author), memeId);
    // The comment was reported, not the meme, which staff cannot see.
    expect(await code(findMemeUnderReview(world.ctx(staff), memeId))).toBe("not_found");
    await removeComment(world.ctx(staff), { memeId, commentId: comments[3].id, reason: "Mean" });
    expect(await code(removeComment(world.ctx(staff), { memeId, commentId: comments[3].id, reason: "" }))).toBe(
      "not_found",
    );
    expect(await logged(world)).toEqual(["delete-comment|mod|fan|Mean", "delete-comment|mod|fan|"]);
    expect((await toldTo(world, fan)).map(({ text }) => text)).toEqual([
      "Staff have deleted your comment “three”.",
      "Staff have deleted your comment “four”. Reason: Mean",
    ]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is refused to everyone else, and to staff without a report", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const { id: memeId } = await world.meme({ by: author });
    const { id: commentId } = await commentOnMeme(world.ctx(fan), { memeId, content: "ha" });
    const { report } = await reportMeme(world.ctx(fan), { memeId, ...REPORT });
    for (const who of [author, fan]) {
      const ctx = world.ctx(who);
      for (const act of [
        () => hideMeme(ctx, { memeId, reason: "x" }),
        () => releaseMeme(ctx, memeId),
        () => removeMeme(ctx, { memeId, reason: "" }),
        () => removeComment(ctx, { memeId, commentId, reason: "" }),
        () => findReviewedMeme(ctx, memeId),
        () => listQueue(ctx, { amount: 5 }),
        () => listHidden(ctx, ALL),
        () => listActs(ctx, {}, { amount: 5 }),
        () => takeReports(ctx, { id: report.id }),
        () => resolveReports(ctx, { id: report.id, comment: "x" }),
      ])
        expect(await code(act()), String(act)).toBe("not_allowed");
    }
    const mod = world.ctx(staff);
    for (const reason of ["", " \n", "x".repeat(501), "\u0000"])
      expect(await code(hideMeme(mod, { memeId, reason })), reason).toBe("invalid");
    await resolveReports(mod, { id: report.id, comment: "Fine." });
    await disableMeme(world.ctx(author), memeId);
    for (const act of [
      () => hideMeme(mod, { memeId, reason: "x" }),
      () => removeMeme(mod, { memeId, reason: "" }),
      () => removeComment(mod, { memeId, commentId, reason: "" }),
      () => findReviewedMeme(mod, memeId),
      () => findReviewedMeme(mod, "nonsense"),
    ])
      expect(await code(act()), String(act)).toBe("not_found");
    expect(await logged(world)).toEqual(["resolve|mod|author|Fine."]);
  });
});

describe.each(DIALECTS)("the queue of reports on %s", (dialect) => {
  test("shows each item once, oldest first, and settles all reports that were shown", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const other = await world.member({ name: "other" });
    const [meme, second] = [await world.meme({ by: author }), await world.meme({ by: author })];
    const comment = await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
    const report = async (who: TestMember, memeId: string) =>
      (await reportMeme(world.ctx(who), { memeId, ...REPORT, once: true })).report.id;
    const ids = [await report(fan, meme.id), await report(fan, second.id), await report(other, meme.id)];
    const about = { memeId: meme.id, commentId: comment.id, ...REPORT, once: true };
    const { report: ofComment } = await reportComment(world.ctx(other), about);
    expect(await sentence(report(fan, meme.id))).toBe("You've already reported this. Our moderators will review it.");
    expect(await code(reportComment(world.ctx(other), about))).toBe("invalid");
    expect(await code(reportComment(world.ctx(fan), { ...about, commentId: comment.id + 1 }))).toBe("not_found");
    expect(await code(reportComment(world.ctx(fan), { ...about, memeId: second.id }))).toBe("not_found");
    expect(await code(reportComment(world.ctx(), about))).toBe("not_signed_in");

    const mod = world.ctx(staff);
    const queue = async (after?: number) => {
      const { items, next } = await listQueue(mod, { amount: 2, after });
      return { things: items.map((one) => one.reports.map(({ report: { id } }) => id)), next };
    };
    expect(await queue()).toEqual({ things: [[ids[0]!, ids[2]!], [ids[1]!]], next: ids[1] });
    expect(await queue(ids[1])).toEqual({ things: [[ofComment.id]], next: undefined });
    expect(await countOpenReports(mod)).toBe(4);

    await takeReports(mod, { id: ids[0]!, through: ids[0]! });
    expect((await listQueue(mod, { amount: 1 })).items[0]!.reports.map((one) => one.assignee?.username)).toEqual([
      "mod",
      undefined,
    ]);
    expect(await sentence(takeReports(mod, { id: ids[0]!, through: ids[0]! }))).toBe(
      "This report is already assigned.",
    );
    // A report that arrived while somebody was reading stays.
    await resolveReports(mod, { id: ids[0]!, through: ids[0]!, comment: "No." });
    expect((await queue()).things).toEqual([[ids[1]!], [ids[2]!]]);
    await resolveReports(mod, { id: ids[2]!, through: ids[2]!, comment: "No, thanks." });
    await deleteComment(world.ctx(fan), { memeId: meme.id, commentId: comment.id });
    const left = (await listQueue(mod, { amount: 5 })).items;
    expect(left.map((one) => [one.commentId, one.comment])).toEqual([
      [undefined, undefined],
      [comment.id, undefined],
    ]);
    expect(await countOpenReports(mod)).toBe(2);
    expect(await logged(world)).toEqual([
      "resolve|mod|author|No, thanks.",
      "resolve|mod|author|No.",
      "take|mod|author|",
    ]);
    const own = (await listOwnReportsInFull(world.ctx(fan), ALL)).items;
    expect(own.map((one) => [one.report.comment, one.meme?.id])).toEqual([
      [undefined, second.id],
      ["No.", meme.id],
    ]);
    // A resolved item may be reported again.
    await report(fan, meme.id);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("loses the reports of a deleted account; the log loses nothing", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const meme = await world.meme({ by: author });
    await reportMeme(world.ctx(fan), { memeId: meme.id, ...REPORT });
    await hideMeme(world.ctx(staff), { memeId: meme.id, reason: "x" });
    for (const who of [fan, staff, author]) await deleteUser(world.ctx(), who.user.id);
    expect((await listQueue(world.ctx(), { amount: 5 })).items).toEqual([]);
    expect(await logged(world)).toEqual([
      "delete-user|operator|author|",
      "delete-user|operator|mod|",
      "delete-user|operator|fan|",
      "hide|mod|author|x",
    ]);
    expect(await logged(world, { person: "AUTHOR", staff: "mod" })).toEqual(["hide|mod|author|x"]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});

describe.each(DIALECTS)("the log on %s", (dialect) => {
  test("can be searched by staff, person, kind, meme and words, page by page", async () => {
    await using world = await openWorld(dialect);
    const { author, fan, staff } = await cast(world);
    const meme = await world.meme({ by: author });
    await changePerks(world.ctx(), { user: "fan", add: ["verified", "pro"], remove: ["translator"] });
    await changePerks(world.ctx(), { user: "fan", add: [], remove: ["pro"] });
    await sendNotice(world.ctx(staff), { user: "fan", text: "Schöne Grüße" });
    await hideMeme(world.ctx(staff), { memeId: meme.id, reason: "Grund" });
    await releaseMeme(world.ctx(), meme.id);
    expect(await logged(world)).toEqual([
      "release|operator|author|",
      "hide|mod|author|Grund",
      "notice|mod|fan|Schöne Grüße",
      "pro|operator|fan|−pro",
      "perk|operator|fan|+verified +pro −translator",
    ]);
    expect(await logged(world, { staff: "MOD" })).toHaveLength(2);
    expect(await logged(world, { staff: "operator" })).toHaveLength(3);
    expect(await logged(world, { person: "fan" })).toHaveLength(3);
    expect(await logged(world, { person: "nobody" })).toEqual([]);
    expect(await logged(world, { memeId: meme.id })).toHaveLength(2);
    expect(await logged(world, { memeId: "\0" })).toEqual([]);
    expect(await logged(world, { kind: "hide" })).toEqual(["hide|mod|author|Grund"]);
    expect(await logged(world, { words: "GRÜ" })).toEqual(["notice|mod|fan|Schöne Grüße"]);
    expect(await logged(world, { staff: "mod", words: "grund" })).toEqual(["hide|mod|author|Grund"]);
    // People who have been renamed are found by the new name.
    await world.db
      .updateTable("users")
      .set({ username: "admirer", username_key: "admirer" })
      .where("id", "=", fan.user.id)
      .execute();
    expect(await logged(world, { person: "admirer", kind: "notice" })).toEqual(["notice|mod|fan|Schöne Grüße"]);

    const pages: string[][] = [];
    let after: number | undefined;
    do {
      const { items, next } = await listActs(world.ctx(), {}, { amount: 2, after });
      pages.push(items.map(({ kind }) => kind));
      after = next;
    } while (after !== undefined);
    expect(pages).toEqual([["release", "hide"], ["notice", "pro"], ["perk"]]);
  });

  test("scans a limited number of rows at once, and continues from there", async () => {
    await using world = await openWorld(dialect);
    const row = { staff_id: null, staff_name: "x", kind: "hide", user_id: null, user_name: "", created_at: 1 };
    const rows = Array.from({ length: 100 }, () => ({ ...row, meme_id: null, report_id: null, note: "" }));
    await world.db
      .insertInto("acts")
      .values({ ...rows[0]!, note: "needle" })
      .execute();
    for (let i = 0; i < MAX_SEARCHED / rows.length; i++) await world.db.insertInto("acts").values(rows).execute();
    const first = await listActs(world.ctx(), { words: "needle" }, { amount: 5 });
    expect(first.items).toEqual([]);
    const second = await listActs(world.ctx(), { words: "needle" }, { amount: 5, after: first.next });
    expect(second.items.map(({ note }) => note)).toEqual(["needle"]);
    expect(second.next).toBeUndefined();
  });
});
