import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import { solid } from "../pictures.ts";
import { freshFolder, openWorld, type World } from "../world.ts";
import { guffaw, type RunOptions } from "./guffaw.ts";

let world: World;
const folder = freshFolder("site");

beforeAll(async () => {
  world = await openWorld("SQLite");
});
afterAll(() => world?.[Symbol.asyncDispose]());

const run = (args: string[], options: RunOptions = {}) => guffaw(args, { env: world.env, ...options });
const page = async (path: string) => {
  const answer = await world.as().get(path, { headers: { Accept: "text/html" } });
  return { status: answer.status, html: await answer.text() };
};

describe("./guffaw site", () => {
  test("shows what a new site is like", async () => {
    expect((await run(["site", "show"])).stdout).toBe(
      "Name     Guffaw\nTagline  none\nAccent   #ff8a4c (default)\nLogo     none\nPages    none\n",
    );
  });

  test("gives it a name, and the running site uses it at once", async () => {
    expect((await page("/about")).html).toContain(" · Guffaw</title>");
    expect(await run(["site", "set", "name", "  Daily   Lol "])).toMatchObject({ code: 0, stderr: "" });
    await run(["site", "set", "tagline", "A laugh a day"]);
    expect((await page("/about")).html).toContain(" · Daily Lol</title>");
    expect((await page("/")).html).toContain("<title>Daily Lol · A laugh a day</title>");
    expect((await run(["site", "show", "--json"])).json).toEqual({
      name: "Daily Lol",
      tagline: "A laugh a day",
      accent: "#ff8a4c",
      logo: null,
      pages: [],
    });
    expect((await run(["log"])).stdout).toContain("name: Daily Lol");
  });

  test("refuses an accent that cannot be seen, with one that can", async () => {
    const refused = await run(["site", "set", "accent", "#ffff00"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    const [, nearest] = /The nearest colour that works is (#[0-9a-f]{6})\.\n$/.exec(refused.stderr)!;
    expect(await run(["site", "set", "accent", nearest!])).toMatchObject({ code: 0 });
    expect((await page("/")).html).toContain(`/assets/accent-${nearest!.slice(1)}.`);
    expect((await run(["site", "set", "accent", "", "--json"])).json).toMatchObject({ accent: "#ff8a4c" });
    expect((await page("/")).html).not.toContain("/assets/accent-");
  });

  test("shows a logo, and takes it away", async () => {
    const file = join(folder, "logo.png");
    await Bun.write(file, await solid(1200, 200, "#2255cc").png().toBuffer());
    expect((await run(["site", "logo", file])).stdout).toContain("Logo     600×100\n");
    expect((await page("/")).html).toContain('class="logo"');
    expect(await run(["site", "logo"])).toMatchObject({ code: 2 });
    expect(await run(["site", "logo", "/nowhere.png"])).toMatchObject({ code: 1 });
    expect((await run(["site", "logo", "--remove"])).stdout).toContain("Logo     none\n");
  });

  test("writes pages from a file or standard input, prints them and takes them away", async () => {
    const file = join(folder, "rules.md");
    await Bun.write(file, "# House rules\n\n1. Be **kind**.\n");
    expect((await page("/rules")).status).toBe(404);
    expect(await run(["site", "page", "rules", "--file", file])).toMatchObject({
      code: 0,
      stdout: "/rules is written.\n",
    });
    expect((await page("/rules")).html).toContain("<li>Be <strong>kind</strong>.</li>");
    expect((await run(["site", "page", "rules"])).stdout).toBe("# House rules\n\n1. Be **kind**.\n");
    await run(["site", "page", "imprint", "--file", "-"], { stdin: "Ann Example" });
    expect((await page("/imprint")).html).toContain("<p>Ann Example</p>");
    expect((await run(["site", "page", "rules", "--remove"])).stdout).toBe("There is no /rules.\n");
    expect((await page("/rules")).status).toBe(404);
    expect(await run(["site", "page", "menu"])).toMatchObject({ code: 2 });
    await Bun.write(file, Uint8Array.of(0xff, 0xfe, 0x41));
    expect((await run(["site", "page", "rules", "--file", file])).stderr).toContain("is not UTF-8 text");
    await Bun.write(file, "x".repeat(40_001));
    expect((await run(["site", "page", "rules", "--file", file])).stderr).toContain("40001 characters");
  });

  test("refuses names that nobody could read", async () => {
    for (const name of ["x".repeat(41), "\u0007", "\u200b"])
      expect(await run(["site", "set", "name", name]), name).toMatchObject({ code: 1 });
    expect((await run(["site", "set", "name", ""])).stdout).toContain("Name     Guffaw\n");
    expect(await run(["site", "set", "colour", "red"])).toMatchObject({ code: 2 });
  });
});
