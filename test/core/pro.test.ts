import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { isPro } from "../../src/core/access.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { cleanCode, makeCode } from "../../src/core/pro/code-format.ts";
import { chooseAppearance } from "../../src/core/pro/choose-appearance.ts";
import { MAX_MONTHS } from "../../src/core/pro/extend-pro.ts";
import { endPro, grantPro } from "../../src/core/pro/grant-pro.ts";
import { COLOR_NAMES, COLORS, appearanceOf, PATTERNS } from "../../src/core/pro/appearance.ts";
import { makeCodes } from "../../src/core/pro/make-codes.ts";
import { addMonths } from "../../src/core/pro/months.ts";
import { redeemCode } from "../../src/core/pro/redeem-code.ts";
import { hashOf } from "../../src/core/secrets.ts";
import { changePerks } from "../../src/core/users/change-perks.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { findUser } from "../../src/data/users.ts";
import { loadMessage } from "../../src/words/stored-message.ts";
import { wordsIn } from "../../src/words/words.ts";
import { CROWD, DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

const DAY = 86_400_000;
const at = (text: string) => Date.parse(text);

describe("months", () => {
  test("are calendar months", () => {
    for (const [from, months, to] of [
      ["2026-01-31T09:30:00.123Z", 1, "2026-02-28T09:30:00.123Z"],
      ["2028-01-31T00:00:00Z", 1, "2028-02-29T00:00:00Z"],
      ["2028-02-29T23:59:59.999Z", 12, "2029-02-28T23:59:59.999Z"],
      ["2026-11-15T12:00:00Z", 12, "2027-11-15T12:00:00Z"],
      ["2026-12-31T12:00:00Z", 2, "2027-02-28T12:00:00Z"],
      ["2026-08-31T12:00:00Z", 1, "2026-09-30T12:00:00Z"],
      ["2026-01-15T12:00:00Z", 120, "2036-01-15T12:00:00Z"],
    ] as const)
      expect(new Date(addMonths(at(from), months)), from).toEqual(new Date(to));
  });

  test("keep day and time, or end on the last day of a shorter month", () => {
    for (let i = 0; i < 5000; i++) {
      const from = Math.floor(Math.random() * at("2100-01-01T00:00:00Z"));
      const months = 1 + Math.floor(Math.random() * MAX_MONTHS);
      const [a, b] = [new Date(from), new Date(addMonths(from, months))];
      const passed = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
      expect(passed, `${from} ${months}`).toBe(months);
      expect(b.getTime() % DAY).toBe(from % DAY);
      if (b.getUTCDate() === a.getUTCDate()) continue;
      expect(b.getUTCDate()).toBeLessThan(a.getUTCDate());
      expect(new Date(b.getTime() + DAY).getUTCDate()).toBe(1);
    }
  });
});

describe("a code", () => {
  test("has no look-alike characters, and is recognized however it is typed", () => {
    const codes = Array.from({ length: 500 }, makeCode);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){3}$/);
      const bare = code.replaceAll("-", "");
      // Codes once began with a word, and are still taken with it.
      for (const typed of [code, code.toLowerCase(), bare, `GUFFAW-${code}`, ` guffaw ${code.replaceAll("-", " ")}\n`])
        expect(cleanCode(typed), typed).toBe(`GUFFAW-${code}`);
    }
  });

  test("of any other shape is refused", () => {
    const code = makeCode();
    for (const typed of ["", "GUFFAW", "x", code.slice(0, -1), `${code}2`, code.replace(/.$/, "0"), "2".repeat(101)])
      expect(cleanCode(typed), typed).toBeUndefined();
  });
});

describe.each(DIALECTS)("Pro on %s", (dialect) => {
  let world: World;
  let now: number;
  let staff: TestMember;

  beforeAll(async () => {
    now = at("2026-01-31T10:00:00Z");
    world = await openWorld(dialect, { ...CROWD, clock: () => now });
    staff = await world.member({ name: "staffer", perks: ["staff"] });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const rowOf = async ({ user }: TestMember) => (await findUser(world.db, user.id))!;
  /** With the current state of the account. */
  const acting = async (member: TestMember) => world.ctx({ ...member, user: await rowOf(member) });
  const oneCode = async (months = 1) => (await makeCodes(world.ctx(), { months, count: 1 }))[0]!;
  const refused = (work: Promise<unknown>, sentence: string | RegExp) => expect(work).rejects.toThrow(sentence);

  test("codes are stored only as hashes, and add up", async () => {
    const ann = await world.member();
    const [one, two] = await makeCodes(world.ctx(), { months: 1, count: 2 });
    const [kept] = await world.db
      .selectFrom("pro_codes")
      .selectAll()
      .where("hash", "=", hashOf(cleanCode(one!)!))
      .execute();
    expect(kept).toMatchObject({ months: 1, redeemed_by: null, redeemed_at: null });
    expect(JSON.stringify(await world.db.selectFrom("pro_codes").selectAll().execute())).not.toContain(one!);
    const first = await redeemCode(await acting(ann), ` ${one!.toLowerCase().replaceAll("-", " ")} `);
    expect(first).toMatchObject({ proSince: now, proUntil: at("2026-02-28T10:00:00Z") });
    const second = await redeemCode(await acting(ann), two!);
    expect(second).toMatchObject({ proSince: now, proUntil: at("2026-03-28T10:00:00Z") });
    await refused(redeemCode(await acting(ann), two!), "already been redeemed");
    // What people do with their own account is not in the staff log.
    const acts = await world.db.selectFrom("acts").selectAll().where("user_id", "=", ann.user.id).execute();
    expect(acts.length).toBe(0);
    await refused(redeemCode(await acting(ann), makeCode()), "There is no such code");
    await refused(redeemCode(await acting(ann), "GUFFAW-0000"), "There is no such code");
  });

  test("codes one person redeems at once all count", async () => {
    const ann = await world.member();
    const codes = await makeCodes(world.ctx(), { months: 2, count: 5 });
    const ctx = await acting(ann);
    await Promise.all(codes.map((code) => redeemCode(ctx, code)));
    expect((await rowOf(ann)).proUntil).toBe(at("2026-11-30T10:00:00Z"));
  });

  test("if twenty people redeem one code at once, one gets it", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => world.member()));
    const code = await oneCode(12);
    const done = await Promise.allSettled(members.map((member) => redeemCode(world.ctx(member), code)));
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of done)
      if (one.status === "rejected") expect(String(one.reason)).toContain("already been redeemed");
    const rows = await Promise.all(members.map(rowOf));
    expect(rows.filter((row) => isPro(row, now))).toHaveLength(1);
  });

  test("a code is not used up by people whose Pro has no end", async () => {
    const ann = await world.member({ perks: ["pro"] });
    const code = await oneCode();
    await refused(redeemCode(await acting(ann), code), "can still redeem it");
    expect((await rowOf(ann)).proUntil).toBeUndefined();
    const bob = await world.member();
    expect(await redeemCode(await acting(bob), code)).toMatchObject({ proUntil: addMonths(now, 1) });
  });

  test("ends automatically, keeps the chosen appearance, and can start again", async () => {
    const ann = await world.member();
    await redeemCode(await acting(ann), await oneCode());
    await chooseAppearance(await acting(ann), { name: "grape", cover: "teal", pattern: "waves" });
    const seen = async () => (await (await world.as(ann).get("/v1/profile/me")).json()) as { pro: object };
    expect((await seen()).pro).toMatchObject({
      active: true,
      name_color: COLORS.grape,
      background_color: COLORS.teal,
      background_url: `${world.addresses.url}/backgrounds/waves.svg`,
    });
    const began = now;
    now = addMonths(now, 1) - 1;
    expect(appearanceOf(await rowOf(ann), now)).toEqual({ name: "grape", cover: "teal", pattern: "waves" });
    now += 1;
    expect(appearanceOf(await rowOf(ann), now)).toEqual({});
    expect(await seen()).toMatchObject({
      pro: { active: false, name_color: "", background_color: "", background_url: "" },
      perks: { pro: false },
    });
    expect(JSON.stringify(await seen())).not.toContain(COLORS.grape);
    await refused(chooseAppearance(await acting(ann), { name: "", cover: "", pattern: "" }), "need a Pro account");
    now += 40 * DAY;
    expect(await redeemCode(await acting(ann), await oneCode())).toMatchObject({ proSince: now });
    expect(appearanceOf(await rowOf(ann), now)).toEqual({ name: "grape", cover: "teal", pattern: "waves" });
    now = began;
  });

  test("offers a palette, and nothing else", async () => {
    const ann = await world.member({ perks: ["pro"] });
    const ctx = await acting(ann);
    for (const name of ["__proto__", "toString", "f67f2f", "red", "url(x)"]) {
      await refused(chooseAppearance(ctx, { name, cover: "", pattern: "" }), "no such colour");
      await refused(chooseAppearance(ctx, { name: "", cover: name, pattern: "" }), "no such colour");
      await refused(chooseAppearance(ctx, { name: "", cover: "", pattern: name }), "no such pattern");
    }
    for (const [i, color] of COLOR_NAMES.entries()) {
      const pattern = PATTERNS[i % PATTERNS.length]!;
      await chooseAppearance(ctx, { name: color, cover: color, pattern });
      expect(appearanceOf(await rowOf(ann), now)).toEqual({ name: color, cover: color, pattern });
    }
    await chooseAppearance(ctx, { name: "", cover: "", pattern: "" });
    expect(await rowOf(ann)).toMatchObject({
      nameColor: undefined,
      backgroundColor: undefined,
      backgroundUrl: undefined,
    });
  });

  test("is granted and ended by staff, logged with their name, and the person is notified", async () => {
    const ann = await world.member({ name: "ann" });
    await world.db.updateTable("users").set({ language: "de" }).where("id", "=", ann.user.id).execute();
    expect(await grantPro(world.ctx(staff), { user: "ann", months: 12 })).toMatchObject({
      proSince: now,
      proUntil: at("2027-01-31T10:00:00Z"),
    });
    await grantPro(world.ctx(staff), { user: ann.user.id, months: 1 });
    expect((await rowOf(ann)).proUntil).toBe(at("2027-02-28T10:00:00Z"));
    expect((await endPro(world.ctx(staff), { user: "ann" })).proUntil).toBe(now);
    await refused(endPro(world.ctx(staff), { user: "ann" }), "ann isn't a Pro member");
    const acts = await world.db
      .selectFrom("acts")
      .selectAll()
      .where("user_id", "=", ann.user.id)
      .orderBy("id")
      .execute();
    expect(acts.map(({ kind, staff_name, note }) => [kind, staff_name, note])).toEqual([
      ["pro", "staffer", "+pro 2027-01-31"],
      ["pro", "staffer", "+pro 2027-02-28"],
      ["pro", "staffer", "−pro"],
    ]);
    const told = await world.db
      .selectFrom("notifications")
      .selectAll()
      .where("user_id", "=", ann.user.id)
      .orderBy("id")
      .execute();
    expect(told.map(({ type, sender_id }) => [type, sender_id])).toEqual([1, 2, 3].map(() => [2, staff.user.id]));
    expect(wordsIn("de").translate(loadMessage(told[0]!.text))).toContain("Du hast Pro bis 31. Januar 2027");
  });

  test("can be granted until a date, even instead of indefinitely", async () => {
    const ann = await world.member({ perks: ["pro"] });
    const user = ann.user.id;
    await refused(grantPro(world.ctx(staff), { user, months: 1 }), "with no end date");
    for (const months of [0, -1, 1.5, NaN, MAX_MONTHS + 1])
      await refused(grantPro(world.ctx(staff), { user, months }), "1 to 120 at a time");
    await refused(grantPro(world.ctx(), { user, until: now - 1 }), "is in the past");
    // The operator has no account to send from.
    expect(await grantPro(world.ctx(), { user, until: now + DAY })).toMatchObject({ proUntil: now + DAY });
    expect(await world.db.selectFrom("notifications").selectAll().where("user_id", "=", user).execute()).toEqual([]);
  });

  test("is refused to everybody else", async () => {
    const ann = await world.member({ perks: ["pro", "verified", "founder"] });
    const user = (await world.member()).user.id;
    const guest: Ctx = { ...world.ctx(), actor: { kind: "guest" } };
    for (const ctx of [world.ctx(ann), guest]) {
      for (const work of [
        () => grantPro(ctx, { user, months: 1 }),
        () => grantPro(ctx, { user, until: now + DAY }),
        () => endPro(ctx, { user: ann.user.id }),
        () => makeCodes(ctx, { months: 1, count: 1 }),
      ])
        expect(work()).rejects.toMatchObject({ code: "not_allowed" });
    }
    expect(redeemCode(guest, await oneCode())).rejects.toMatchObject({ code: "not_signed_in" });
    expect(chooseAppearance(guest, { name: "", cover: "", pattern: "" })).rejects.toMatchObject({
      code: "not_signed_in",
    });
    expect(isPro((await findUser(world.db, user))!, now)).toBe(false);
  });

  test("is in the export, and deleted with the account", async () => {
    const ann = await world.member();
    const code = await oneCode(3);
    await redeemCode(await acting(ann), code);
    await chooseAppearance(await acting(ann), { name: "rose", cover: "", pattern: "dots" });
    const files = new Map<string, unknown>();
    for await (const { path, bytes } of exportData(await acting(ann))) {
      if (path.endsWith(".json")) files.set(path, JSON.parse(new TextDecoder().decode(bytes)));
    }
    const [since, until] = [now, addMonths(now, 3)].map((ms) => new Date(ms).toISOString());
    expect(files.get("profile.json")).toMatchObject({ pro: { since, until, name: "rose", pattern: "dots" } });
    expect(files.get("pro-codes.json")).toEqual([{ months: 3, redeemed: since }]);
    await deleteUser(world.ctx(), ann.user.id);
    const [row] = await world.db
      .selectFrom("pro_codes")
      .selectAll()
      .where("hash", "=", hashOf(cleanCode(code)!))
      .execute();
    expect(row).toMatchObject({ redeemed_by: null, redeemed_at: now });
    await refused(redeemCode(world.ctx(await world.member()), code), "already been redeemed");
  });

  test("keeps its start date while it runs", async () => {
    const ann = await world.member();
    await changePerks(world.ctx(), { user: ann.user.id, add: ["pro"], remove: [], until: now + DAY });
    const later = { ...world.ctx(), now: now + DAY - 1 };
    expect(await changePerks(later, { user: ann.user.id, add: ["pro"], remove: [] })).toMatchObject({ proSince: now });
  });
});
