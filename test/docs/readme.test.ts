import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { startServer } from "../cli/guffaw.ts";
import { freshFolder, ROOT } from "../world.ts";
import { paste } from "./shell.ts";

test("the lines of the README work when they are pasted after a first start", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, section] = /\n## Use it\n(.*?)\n## /s.exec(readme)!;
  const lines = section!.split("\n").flatMap((line) => (line.startsWith("    ") ? [line.trim()] : []));
  const own = lines.indexOf("export MEME=…");
  expect(own).toBeGreaterThan(0);

  const server = await startServer({ GUFFAW_DATA: freshFolder("readme") });
  try {
    const [, KEY] = /API key +(\S+)/.exec(server.banner())!;
    // The reader's placeholders are already set.
    const env = { KEY: KEY!, URL: server.origin() };
    const curls = (some: string[]) => some.filter((line) => line.startsWith("curl "));
    const before = await paste(curls(lines.slice(0, own)), { env });
    const { memeid } = JSON.parse(before[0]!.body) as { memeid: string };
    const after = await paste(curls(lines.slice(own)), { env: { ...env, MEME: memeid } });
    const statuses = [...before, ...after].map(({ status }) => status);
    expect(statuses).toEqual([201, ...statuses.slice(1).fill(200)]);
    expect(statuses.length).toBe(curls(lines).length);
  } finally {
    await server.stop();
  }
}, 600_000);
