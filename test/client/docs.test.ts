import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { CLIENT } from "./built.ts";

test("whatever an author can import is explained where it is declared, with an example", async () => {
  const folder = join(CLIENT, "src");
  const index = await Bun.file(join(folder, "index.ts")).text();
  const names = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list!.match(/\w+/g) ?? []);
  const files = readdirSync(folder).map((name) => Bun.file(join(folder, name)).text());
  const source = (await Promise.all(files)).join("\n");
  const silent = names.filter((name) => {
    const declared = new RegExp(`(/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?export (?:class|interface|type) ${name}\\b`);
    return !declared.exec(source)?.[1]?.includes("@example");
  });
  expect([names.length > 30, silent]).toEqual([true, []]);
});
