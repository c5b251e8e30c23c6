import { describe, expect, test } from "bun:test";

import { setPerks } from "../../src/core/users/set-perks.ts";
import { hasFounder, requireAnotherFounder } from "../../src/core/users/another-founder.ts";
import { changePerks, type Perk } from "../../src/core/users/change-perks.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import { guffaw } from "../cli/guffaw.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "../web/signed-in.ts";

const ONLY = "is the only founder";

describe.each(DIALECTS)("the last founder on %s", (dialect) => {
  test("stays, whatever the command line does, except with --force", async () => {
    await using world = await openWorld(dialect);
    await world.member({ name: "ann", perks: ["founder"] });
    const bob = await world.member({ name: "bob", perks: ["founder"] });
    await suspendUser(world.ctx(), { user: bob.user.id });
    const { env } = world;
    const commands = [
      ["user", "delete", "ann", "--yes"],
      ["user", "perk", "ann", "--remove", "founder"],
      ["user", "suspend", "ann"],
      ["user", "suspend", "ann", "--until", "7d"],
    ];
    for (const command of commands)
      expect(await guffaw(command, { env }), command.join(" ")).toMatchObject({
        code: 1,
        stderr: `guffaw: ann ${ONLY}, so nobody else could open /admin: make somebody else a founder first (./guffaw user perk NAME --add founder), or add --force.\n`,
      });
    expect(await hasFounder(world.ctx())).toBe(true);
    expect((await guffaw(["user", "delete", "ann", "--force"], { env })).stderr).toContain(
      "It is the last founder, so nobody could open /admin. There is no terminal to ask on: add --yes",
    );
    expect((await guffaw(["user", "delete", "ann", "--yes", "--force"], { env })).code).toBe(0);
    expect(await hasFounder(world.ctx())).toBe(false);
    const { code, json } = await guffaw(["doctor", "--json"], { env });
    expect(code).toBe(1);
    expect(json.findings).toContainEqual({
      what: "people",
      ok: false,
      said: "Nobody can open /admin: make an account that is not suspended a founder with ./guffaw user perk NAME --add founder",
    });
    await guffaw(["user", "suspend", "bob", "--lift"], { env });
    expect((await guffaw(["doctor"], { env })).stdout).toContain("✓ people");
  });

  test("cannot leave through the website", async () => {
    await using world = await openWorld(dialect);
    const Cookie = await sessionCookie(world, await world.member({ name: "ann", perks: ["founder"] }));
    const headers = { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };
    const leave = () => world.as().post("/settings/delete", { headers, body: "password=" });
    const refused = await leave();
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("ann is the only founder here");
    const bob = await world.member({ name: "bob" });
    await changePerks(world.ctx(), { user: bob.user.id, add: ["founder"], remove: [] });
    expect((await leave()).status).toBe(303);
  });

  test("two cannot leave at once", async () => {
    await using world = await openWorld(dialect);
    const ways: ((world: World, one: TestMember, other: TestMember) => Promise<unknown>)[] = [
      (w, one) => deleteUser(w.ctx(), one.user.id),
      (w, one) => changePerks(w.ctx(), { user: one.user.id, add: [], remove: ["founder"] }),
      (w, one, other) => suspendUser(w.ctx(other), { user: one.user.id, reason: "x" }),
      (w, one, other) =>
        setPerks(w.ctx(other), { user: one.user.id, perks: [], proof: { password: "", since: Date.now() } }),
    ];
    const perks: Perk[] = ["founder", "staff"];
    for (const go of ways) {
      await world.db.updateTable("users").set({ founder: 0 }).execute();
      const [one, other] = [await world.member({ perks }), await world.member({ perks })];
      const ends = await Promise.allSettled([go(world, one, other), go(world, other, one)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await hasFounder(world.ctx())).toBe(true);
    }
  });
});

test("founders are found by an index", async () => {
  await using world = await openWorld("SQLite");
  const { user } = await world.member({ perks: ["founder"] });
  await expect(requireAnotherFounder(world.ctx(), user)).rejects.toThrow(ONLY);
  const plan = await dialectOf(world.db).explain(world.db, "select * from users where founder = 1 order by id");
  expect(plan.join()).toContain("users_founders");
});
