import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { buildInfo, commitOf } from "../../src/build-info.ts";
import { freshFolder, ROOT } from "../world.ts";
import { guffaw, launch, startServer } from "./guffaw.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);

test("every way to ask for the version works, even with invalid settings", async () => {
  const env = { GUFFAW_PORT: "no number" };
  const runtime = `Bun ${Bun.version}`;
  for (const word of ["version", "--version", "-v"]) {
    const { code, stdout } = await guffaw([word], { env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Guffaw \d+\.\d+\.\d+\S* \((\w{10}|unknown)\), Bun /)]);
    const { json } = await guffaw([word, "--json"], { env });
    expect(json).toEqual({ version: packageJson.version, commit: commitOf(ROOT), runtime });
  }
  expect(await guffaw(["version", "extra"])).toMatchObject({ code: 2 });
  expect(await guffaw(["user", "show", "--version"])).toMatchObject({ code: 2 });
  expect((await launch(["--version", "--json"])).json).toEqual({ ...buildInfo() });
});

test("the log and /metrics name the version", async () => {
  const { version, commit } = buildInfo();
  const server = await startServer({ GUFFAW_DATA: freshFolder("version"), GUFFAW_STARTER: "off" });
  const metrics = await (await fetch(`${server.origin()}/metrics`)).text();
  expect(metrics).toContain(`guffaw_build_info{version="${version}",commit="${commit.slice(0, 10)}",runtime="Bun `);
  await server.stop();
  expect(JSON.parse(server.stderr().split("\n")[0]!)).toMatchObject({ message: "starting", version, commit });
});

test("the commit comes from the files of a clone, a worktree or an archive", () => {
  const made = (files: Record<string, string>) => {
    const root = freshFolder("commit");
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return root;
  };
  expect(commitOf(made({}))).toBe("unknown");
  expect(commitOf(made({ COMMIT: `${A}\n` }))).toBe(A);
  expect(commitOf(made({ COMMIT: "$Format:%H$\n" }))).toBe("unknown");
  const branch = { COMMIT: "$Format:%H$\n", ".git/HEAD": "ref: refs/heads/main\n" };
  expect(commitOf(made(branch))).toBe("unknown");
  expect(commitOf(made({ ...branch, ".git/refs/heads/main": `${A}\n` }))).toBe(A);
  expect(commitOf(made({ ...branch, ".git/packed-refs": `# pack-refs\n${B} refs/heads/main\n` }))).toBe(B);
  expect(commitOf(made({ ".git/HEAD": `${A}\n` }))).toBe(A);
  const worktree = {
    ".git": "gitdir: clone/.git/worktrees/one\n",
    "clone/.git/worktrees/one/HEAD": "ref: refs/heads/one\n",
    "clone/.git/worktrees/one/commondir": "../..\n",
    "clone/.git/refs/heads/one": `${B}\n`,
  };
  expect(commitOf(made(worktree))).toBe(B);
});

test("package.json, the changelog and the newest tag agree", async () => {
  const { version } = packageJson;
  const changelog = await Bun.file(join(ROOT, "CHANGELOG.md")).text();
  const [, newest, state] = /^## (\S+) \((.+)\)$/m.exec(changelog) ?? [];
  expect(newest).toBe(version);
  expect(state).toMatch(/^(not released yet|\d{4}-\d\d-\d\d)$/);
  const lock = (await Bun.file(join(ROOT, "package-lock.json")).json()) as { version: string };
  expect(lock.version).toBe(version);
  const tags = existsSync(join(ROOT, ".git"))
    ? Bun.spawnSync(["git", "tag", "--list", "v*", "--sort=-v:refname"], { cwd: ROOT }).stdout.toString().split("\n")
    : [];
  const [latest = ""] = tags;
  // A released version has its tag; one that is not released yet is newer than every tag.
  if (latest) expect(Bun.semver.order(version, latest.slice(1))).toBe(state === "not released yet" ? 1 : 0);
});
