import { describe, expect, test } from "bun:test";

import { DIALECTS, openWorld } from "../world.ts";
import { guffaw } from "./guffaw.ts";

interface Listed {
  users: { username: string; perks: string[]; suspended: boolean }[];
  next: string | null;
}

describe.each(DIALECTS)("user list on %s", (dialect) => {
  test("lists accounts newest first, by filters and pages", async () => {
    await using world = await openWorld(dialect);
    for (const name of ["ann", "bob", "anna", "carl", "Hannah"])
      await world.member({ name, perks: name === "carl" ? ["staff"] : name === "ann" ? ["founder", "pro"] : [] });
    const { env } = world;
    await guffaw(["user", "suspend", "bob"], { env });
    const list = async (...args: string[]) => {
      const { code, json } = await guffaw(["user", "list", ...args, "--json"], { env });
      expect(code).toBe(0);
      const { users, next } = json as unknown as Listed;
      return { names: users.map(({ username }) => username), next };
    };
    expect(await list()).toEqual({ names: ["Hannah", "carl", "anna", "bob", "ann"], next: null });
    expect((await list("--name", "ANN")).names).toEqual(["Hannah", "anna", "ann"]);
    expect((await list("--perk", "staff")).names).toEqual(["carl"]);
    expect((await list("--perk", "pro", "--name", "a")).names).toEqual(["ann"]);
    expect((await list("--suspended")).names).toEqual(["bob"]);
    expect((await list("--name", "zoe")).names).toEqual([]);

    const first = await list("--amount", "2", "--name", "ann");
    expect(first).toEqual({ names: ["Hannah", "anna"], next: expect.stringMatching(/^\d{18}$/) });
    expect(await list("--amount", "2", "--name", "ann", "--after", first.next!)).toEqual({
      names: ["ann"],
      next: null,
    });

    const { stdout } = await guffaw(["user", "list", "--amount", "2"], { env });
    expect(stdout).toMatch(
      /^\d{18} {2}Hannah#\d{4} +joined \d{4}-\d\d-\d\d {2}0 memes\n\d{18} {2}carl#\d{4} .+ {2}staff\nFor more, add --after \d{18}\n$/,
    );
    expect((await guffaw(["user", "list", "--suspended"], { env })).stdout).toContain("suspended");
    expect((await guffaw(["user", "list", "--name", "zoe"], { env })).stdout).toBe("No matching accounts.\n");
  });

  test("wrong options are refused", async () => {
    await using world = await openWorld(dialect);
    for (const args of [["--perk", "king"], ["--amount", "0"], ["--amount", "1001"], ["--after", "ann"], ["ann"]])
      expect(await guffaw(["user", "list", ...args], { env: world.env })).toMatchObject({ code: 2 });
  });
});
