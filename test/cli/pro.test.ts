import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { redeemCode } from "../../src/core/pro/redeem-code.ts";
import { addMonths } from "../../src/core/pro/months.ts";
import { openWorld, type World } from "../world.ts";
import { guffaw } from "./guffaw.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld("SQLite");
});
afterAll(() => world?.[Symbol.asyncDispose]());

const run = (...args: string[]) => guffaw(args, { env: world.env });

describe("./guffaw pro", () => {
  test("prints codes that work, once", async () => {
    const made = await run("pro", "code", "--months", "12", "--count", "3");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const codes = made.stdout.match(/^\w{4}(-\w{4}){3}$/gm)!;
    expect(new Set(codes).size).toBe(3);
    expect(made.stdout).toContain("Each code gives 12 months, once");
    const { months, codes: more } = (await run("pro", "code", "--json")).json as { months: number; codes: string[] };
    expect([months, more.length]).toEqual([12, 1]);
    expect(more[0]).toMatch(/^\w{4}(-\w{4}){3}$/);
    const kept = JSON.stringify(await world.db.selectFrom("pro_codes").selectAll().execute());
    for (const code of [...codes, ...more]) expect(kept).not.toContain(code);

    const ann = await world.member({ name: "ann" });
    const ctx = world.ctx(ann);
    expect(await redeemCode(ctx, codes[0]!)).toMatchObject({ proSince: ctx.now, proUntil: addMonths(ctx.now, 12) });
    await run("pro", "code", "--months", "1");
    const log = (await run("log")).stdout;
    for (const note of ["3 codes for 12 months each", "1 code for 1 month"]) expect(log).toContain(note);
    expect(log).not.toContain("1 months");
    expect((await run("pro", "list")).stdout).toBe("1 month: 1 open, 0 redeemed\n12 months: 3 open, 1 redeemed\n");
    expect((await run("pro", "list", "--json")).json).toEqual({
      codes: [
        { months: 1, open: 1, redeemed: 0 },
        { months: 12, open: 3, redeemed: 1 },
      ],
    });
  });

  test("grants and ends Pro, as the operator or as staff", async () => {
    const bob = await world.member({ name: "bob" });
    await world.member({ name: "stan", perks: ["staff"] });
    expect((await run("pro", "grant", "BOB", "--until", "2099-05-01", "--json")).json).toEqual({
      username: "bob",
      expires: "2099-05-01T00:00:00.000Z",
    });
    const more = await run("pro", "grant", "bob", "--months", "10", "--as", "stan");
    expect(more).toMatchObject({ code: 0, stdout: "bob is Pro until 2100-03-01T00:00:00.000Z.\n" });
    expect(await run("pro", "end", "bob")).toMatchObject({ code: 0, stdout: "bob is no longer Pro.\n" });
    expect(await run("pro", "end", "bob")).toMatchObject({ code: 1, stderr: "guffaw: bob isn't a Pro member.\n" });
    const acts = await world.db
      .selectFrom("acts")
      .selectAll()
      .where("user_id", "=", bob.user.id)
      .orderBy("id")
      .execute();
    expect(acts.map((act) => [act.staff_name, act.note])).toEqual([
      ["operator", "+pro 2099-05-01"],
      ["stan", "+pro 2100-03-01"],
      ["operator", "−pro"],
    ]);
    expect((await run("log", "--kind", "pro", "--amount", "1")).stdout).toMatch(
      / {2}operator {2}pro {2}bob {2}Pro ended\n/,
    );
    // Only somebody with an account can send it.
    const told = await world.db.selectFrom("notifications").selectAll().where("user_id", "=", bob.user.id).execute();
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining("You have Pro until 1 March 2100")]);
  });

  test("says what is wrong", async () => {
    await world.member({ name: "cy" });
    for (const [code, ...args] of [
      [2, "grant", "cy"],
      [2, "grant", "cy", "--months", "1", "--until", "30d"],
      [2, "grant", "cy", "--months", "121"],
      [2, "grant", "cy", "--until", "soon"],
      [1, "grant", "cy", "--until", "2001-01-01"],
      [1, "grant", "nobody", "--months", "1"],
      [1, "grant", "cy", "--months", "1", "--as", "cy"],
      [1, "end", "cy"],
      [2, "code", "--count", "0"],
      [2, "code", "--months", "0"],
      [2, "code", "--count", "1001"],
    ] as [number, ...string[]][])
      expect((await run("pro", ...args)).code, args.join(" ")).toBe(code);
    expect((await run("pro", "--help")).stdout).toContain("pro grant NAME");
  });
});
