import { expect, test } from "bun:test";
import { isAbsolute, join } from "node:path";

import { COMMANDS } from "../../src/cli/main.ts";
import { freshFolder } from "../folders.ts";
import { guffaw } from "./guffaw.ts";

const folder = freshFolder("completion");

async function scriptFor(shell: string): Promise<string> {
  // It works where the settings are broken, too.
  const { code, stdout } = await guffaw(["completion", shell], { env: { GUFFAW_PORT: "none" } });
  expect(code).toBe(0);
  const file = join(folder, `guffaw.${shell}`);
  await Bun.write(file, stdout);
  return file;
}

function run(shell: string, program: string, ...args: string[]): string[] {
  const { stdout, stderr } = Bun.spawnSync([shell, "-c", program, ...args], {
    env: { PATH: process.env.PATH, HOME: folder },
  });
  expect(stderr.toString()).toBe("");
  return stdout
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(/[\t:]/)[0]!)
    .sort();
}

type Complete = (...words: string[]) => string[];

const SHELLS: Record<string, (file: string) => Complete> = {
  bash:
    (file) =>
    (...words) =>
      run(
        "bash",
        'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _guffaw; printf "%s\\n" "${COMPREPLY[@]}"',
        file,
        "guffaw",
        ...words,
      ),
  // What the completion system of zsh would show and filter.
  zsh:
    (file) =>
    (...words) =>
      run(
        "zsh",
        'compdef() {}; _files() {}; _describe() { print -l -- ${(M)${(P)2}:#$PREFIX*} }; source "$0"; words=("$@"); CURRENT=$#; PREFIX="${@[-1]}"; _guffaw',
        file,
        "guffaw",
        ...words,
      ),
  fish:
    (file) =>
    (...words) =>
      run("fish", `source ${file}; complete -C "guffaw ${words.join(" ")}"`),
};

test.each(Object.keys(SHELLS).filter((shell) => Bun.which(shell)))("completes in %s", async (shell) => {
  const complete = SHELLS[shell]!(await scriptFor(shell));
  const firsts = new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!));
  expect(complete("")).toEqual([...firsts].sort());
  expect(complete("ver")).toEqual(["version"]);
  const users = COMMANDS.filter(({ name }) => name.startsWith("user ")).map(({ name }) => name.split(" ")[1]!);
  expect(complete("user", "")).toEqual(users.sort());
  expect(complete("user", "cr")).toEqual(["create"]);
  expect(complete("user", "create", "ann", "--em")).toEqual(["--email"]);
  expect(complete("user", "create", "--em")).toEqual(["--email"]);
  expect(complete("completion", "")).toEqual(["bash", "fish", "zsh"]);
  expect(complete("completion", "fi")).toEqual(["fish"]);
  expect(complete("site", "set", "")).toEqual(["accent", "name", "tagline"]);
  expect(complete("site", "set", "name", "acc")).toEqual([]);
  expect(complete("site", "set", "name", "--h")).toEqual(["--help"]);
  expect(complete("serve", "--")).toEqual(["--help", "--json"]);
  expect(complete("--json", "user", "cr")).toEqual(["create"]);
});

test("other shells are refused", async () => {
  expect(await guffaw(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The shell cannot be "tcsh": use one of bash, zsh, fish.'),
  });
  expect(await guffaw(["completion"])).toMatchObject({ code: 2 });
  expect((await guffaw(["completion", "fish", "--json"])).json).toMatchObject({ shell: "fish" });
});

test("the help names the program by a path that works in any folder", async () => {
  const { stdout } = await guffaw(["completion", "--help"]);
  const [, command] = /source <\((.+?) completion bash\)/.exec(stdout)!;
  expect(isAbsolute(command!)).toBe(true);
  expect(command).toEndWith("/guffaw");
});
