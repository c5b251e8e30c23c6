import { expect, test } from "bun:test";

import { openDatabase } from "../../src/data/open.ts";
import { lastUse } from "../../src/core/keys/key-uses.ts";
import { freshFolder } from "../world.ts";
import { guffaw } from "./guffaw.ts";

test("every command reports an unknown setting, and suggests the right one", async () => {
  const env = { GUFFAW_DATA: freshFolder("typo"), GUFFAW_SINGUP: "closed", GUFFAW_FOO: "1" };
  for (const args of [["migrate"], ["user", "show", "ann"], ["invite", "--json"]]) {
    const { stderr } = await guffaw(args, { env });
    expect(stderr, args.join(" ")).toStartWith(
      "guffaw: GUFFAW_SINGUP is not a Guffaw setting and is ignored: did you mean GUFFAW_SIGNUP?\n" +
        "guffaw: GUFFAW_FOO is not a Guffaw setting and is ignored: .env.example lists them all.\n",
    );
  }
});

test("missing and unexpected arguments are named", async () => {
  const env = { GUFFAW_DATA: freshFolder("extra") };
  expect(await guffaw(["serve", "extra"], { env })).toMatchObject({
    code: 2,
    stderr: 'guffaw: serve takes no arguments, but got "extra".\nFor help: ./guffaw serve --help\n',
  });
  expect((await guffaw(["user", "show", "ann", "bob"], { env })).stderr).toStartWith(
    'guffaw: Unexpected argument "bob": ./guffaw user show NAME.\n',
  );
  expect((await guffaw(["user", "show"], { env })).stderr).toStartWith(
    "guffaw: Missing argument: ./guffaw user show NAME.\n",
  );
});

test("all missing options are named at once, and the help marks them", async () => {
  const env = { GUFFAW_DATA: freshFolder("options") };
  expect(await guffaw(["rate", "1"], { env })).toMatchObject({
    code: 2,
    stderr: "guffaw: --as and --rating are required.\nFor help: ./guffaw rate --help\n",
  });
  expect((await guffaw(["meme", "hide", "1"], { env })).stderr).toStartWith("guffaw: --reason is required.\n");
  const { stdout } = await guffaw(["comment", "--help"], { env });
  expect(stdout.match(/--\w+ .*; required$/gm)).toEqual([
    expect.stringMatching(/^--as NAME /),
    expect.stringMatching(/^--content C /),
  ]);
});

test("an unreachable PostgreSQL is unknown, refused or silent, each with its own message", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const open = (host: string) =>
    openDatabase({ kind: "postgres", url: `postgres://u:secret@${host}/x` }, { deadlineMs: 1000 });
  await expect(open("no-such-host.invalid")).rejects.toThrow(
    "PostgreSQL at no-such-host.invalid cannot be used (the name no-such-host.invalid is unknown): check that",
  );
  await expect(open("127.0.0.1:1")).rejects.toThrow(
    "PostgreSQL at 127.0.0.1:1 cannot be used (the connection was refused: no server listens at 127.0.0.1 port 1): check",
  );
  await expect(open(`127.0.0.1:${silent.port}`)).rejects.toThrow(/cannot be used \(.+ did not answer within /);
  silent.stop(true);
});

test("no key was used before it was made", () => {
  expect(lastUse({ usedAt: 60_000, createdAt: 75_000 })).toBe(75_000);
  expect(lastUse({ usedAt: 120_000, createdAt: 75_000 })).toBe(120_000);
});

test("a foreign address, and a file in place of the folder, have their own messages", async () => {
  const data = freshFolder("listen");
  const serve = async (env: Record<string, string>) =>
    (await guffaw(["serve"], { env: { GUFFAW_PORT: "0", GUFFAW_LOG: "silent", GUFFAW_DATA: data, ...env } })).stderr;
  expect(await serve({ GUFFAW_HOST: "nosuch.invalid" })).toBe(
    "guffaw: Cannot listen on nosuch.invalid port 0: the name nosuch.invalid is unknown; set GUFFAW_HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.\n",
  );
  expect(await serve({ GUFFAW_HOST: "192.0.2.1" })).toContain("port 0: this machine does not have that address; set");
  await Bun.write(`${data}/file`, "");
  for (const path of [`${data}/file`, `${data}/file/in`])
    expect(await serve({ GUFFAW_DATA: path })).toBe(
      `guffaw: ${data}/file is a file, not a folder, so there is no place for the database file ${path}/guffaw.db: set GUFFAW_DATA to a folder.\n`,
    );
});
