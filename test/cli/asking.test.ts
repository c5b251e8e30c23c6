import { describe, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { DIALECTS, openWorld, type World } from "../world.ts";
import { guffaw, launchAtTerminal } from "./guffaw.ts";

/** Somebody with something to lose. */
async function fill(world: World) {
  const [ann, bob] = [await world.member({ name: "ann", perks: ["founder"] }), await world.member({ name: "bob" })];
  const meme = await world.meme({ by: bob });
  await world.rate(ann, meme, 4);
  await world.rate(bob, meme, 5);
  return { ann, bob, meme };
}

describe.each(DIALECTS)("before anything is lost on %s", (dialect) => {
  test("a command asks, and says what will happen", async () => {
    await using world = await openWorld(dialect);
    const { meme } = await fill(world);
    const { env } = world;
    const user = "The account bob will be deleted for good, with 1 meme, 0 comments, 1 rating and 1 API key.";
    const lost = `The meme ${meme.id} of bob will be deleted for good, with its image, 2 ratings and 0 comments.`;
    const mixed =
      "This site is in use (2 accounts): 3 made-up memes and their made-up authors would be mixed in, and no command can remove them again.";
    for (const [command, loss] of [
      [["user", "delete", "bob"], user],
      [["meme", "delete", meme.id], lost],
      [["seed", "--memes", "3"], mixed],
    ] as const) {
      const { code, stdout, stderr } = await guffaw([...command], { env });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toStartWith(`guffaw: ${loss} There is no terminal to ask on: add --yes to do it.\n`);
    }
    const no = await guffaw(["user", "delete", "bob"], { env, answer: "" });
    expect(no.code).toBe(1);
    expect(no.stderr).toContain(`${user}\nContinue? [y/N] `);
    expect(no.stderr).toContain("Nothing was changed.");
    expect((await guffaw(["meme", "delete", meme.id], { env, answer: "yes" })).stdout).toContain("Deleted the meme");
  });
});

test("at a terminal, Ctrl-C and Enter mean no, and yes means yes", async () => {
  await using world = await openWorld("SQLite");
  const { meme } = await fill(world);
  const { env } = world;
  expect((await launchAtTerminal(["meme", "delete", meme.id, "--json"], "\x03", env)).code).not.toBe(0);
  expect((await guffaw(["meme", "disable", meme.id], { env })).code).toBe(0);
  const no = await launchAtTerminal(["meme", "delete", meme.id], "\n", env);
  expect(no.code).toBe(1);
  expect(no.shown).toContain("with its image, 2 ratings and 0 comments.\nContinue? [y/N] ");
  expect(no.shown).toContain("Nothing was changed.");
  expect((await launchAtTerminal(["meme", "delete", meme.id], "yes\n", env)).shown).toContain("Deleted the meme");
});

test("sweep --adopt counts orphaned files", async () => {
  await using world = await openWorld("SQLite");
  const path = join(world.env.GUFFAW_DATA!, "images/01/123456789012345678-0123456789abcdef0123456789abcdef.png");
  await Bun.write(path, new Uint8Array(150_000));
  utimesSync(path, 0, 0);
  await Bun.write(path.replace("-01234567", "-89abcdef"), new Uint8Array(250_000));
  const { code, stderr } = await guffaw(["sweep", "--adopt"], { env: world.env });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^guffaw: This site takes over all images in .+, and 2 files \(0\.4 MB\) that belong to none of its memes will be deleted for good: 1 file \(0\.1 MB\) now, and 1 file \(0\.3 MB\) less than an hour old in a later sweep\./,
  );
  expect(existsSync(path)).toBe(true);
});

test("seed does not ask if there is only what the first start made", async () => {
  await using world = await openWorld("SQLite");
  await world.member({ name: "owner", perks: ["founder"] });
  expect((await guffaw(["seed", "--memes", "3"], { env: world.env })).code).toBe(0);
  expect((await guffaw(["seed", "--memes", "3", "--random-seed", "2"], { env: world.env })).code).toBe(2);
});
