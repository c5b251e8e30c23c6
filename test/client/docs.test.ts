import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { CLIENT, installClient } from "./built.ts";

test("every export is documented where it is declared, with an example", async () => {
  const folder = join(CLIENT, "src");
  const index = await Bun.file(join(folder, "index.ts")).text();
  const names = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list!.match(/\w+/g) ?? []);
  const files = readdirSync(folder).map((name) => Bun.file(join(folder, name)).text());
  const source = (await Promise.all(files)).join("\n");
  const silent = names.filter((name) => {
    const declared = new RegExp(
      `(/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?export (?:class|interface|type|async function) ${name}\\b`,
    );
    return !declared.exec(source)?.[1]?.includes("@example");
  });
  expect([names.length > 30, silent]).toEqual([true, []]);
});

test("everything the README links to is in the package, and it names no other file", async () => {
  const home = join(await installClient(), "node_modules/guffaw-client");
  const readme = await Bun.file(join(home, "README.md")).text();
  const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path]) => path!);
  const run = [...readme.matchAll(/node_modules\/guffaw-client\/(\S+)/g)].map(([, path]) => path!);
  const opened = [...readme.matchAll(/localhost:8000\/([\w/]+)/g)].map(([, path]) => `${path}index.html`);
  expect([links.length, run.length, opened.length]).toEqual([4, 3, 1]);
  expect([...links, ...run, ...opened].filter((path) => !existsSync(join(home, path)))).toEqual([]);
});
