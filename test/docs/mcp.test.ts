import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { TOOLS, VERSIONS } from "../../src/http/mcp/mcp-methods.ts";
import { startServer } from "../cli/guffaw.ts";
import type { Reply } from "../mcp/mcp-world.ts";
import { freshFolder, ROOT } from "../world.ts";
import { paste } from "./shell.ts";

const PAGE = readFileSync(join(ROOT, "docs/mcp.md"), "utf8");

test("docs/mcp.md names every tool, what its key needs, and the versions", () => {
  const listed = [...PAGE.matchAll(/^\| `(\w+)` .*\| ([\w ]+?) +\|$/gm)].map(([, name, needs]) => [
    name,
    needs!.trim(),
  ]);
  expect(listed).toEqual(TOOLS.map(({ name, needs = [] }) => [name!, needs.join(", ")]));
  for (const version of VERSIONS) expect(PAGE).toContain(version);
});

test("the line of docs/mcp.md works when it is pasted after a first start", async () => {
  const lines = PAGE.split("\n").flatMap((line) => (line.startsWith("    curl ") ? [line.trim()] : []));
  const server = await startServer({ GUFFAW_DATA: freshFolder("mcp-docs") });
  try {
    const [, KEY] = /API key +(\S+)/.exec(server.banner())!;
    const [call] = await paste(lines, { env: { KEY: KEY!, URL: server.origin() } });
    expect(call!.status).toBe(200);
    const { result } = JSON.parse(call!.body) as Reply;
    expect(result!.structuredContent!.memes).toHaveLength(1);
    expect(result!.content.slice(0, 2).map(({ type }) => type)).toEqual(["text", "image"]);
  } finally {
    await server.stop();
  }
}, 240_000);
