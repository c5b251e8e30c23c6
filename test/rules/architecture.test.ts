import { expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join } from "node:path";

import packageLock from "../../package-lock.json" with { type: "json" };
import { ROOT } from "../world.ts";

async function* sources(pattern: string) {
  for await (const file of new Glob(pattern).scan()) yield { file, text: await Bun.file(file).text() };
}

test("the core knows nothing of HTTP, the environment or SQL text", async () => {
  for await (const { file, text } of sources("src/core/**/*.ts"))
    expect(text, file).not.toMatch(
      /from "hono|\/http\/|process\.env|Bun\.env|bun:sqlite|node:fs|import (?!type)[^;]*from "kysely"/,
    );
});

test("data, storage and images know nothing of those above them", async () => {
  for await (const { file, text } of sources("src/{data,storage,images}/**/*.ts"))
    expect(text, file).not.toMatch(
      /from "hono|\/http\/|\/cli\/|core\/(memes|users|keys|ratings|comments|stats)\/|process\.env/,
    );
});

test("only the data room speaks SQL, and only the command line reads the environment", async () => {
  for await (const { file, text } of sources("src/{http,cli,images,storage}/**/*.{ts,tsx}"))
    expect(text, file).not.toMatch(/import (?!type)[^;]*from "kysely"|bun:sqlite/);
  for await (const { file, text } of sources("src/**/*.{ts,tsx}"))
    expect(text, file).not.toMatch(/process\.env|Bun\.env|process\.argv/);
});

test("a program that we start reads no .env of the working directory", async () => {
  for await (const { file, text } of sources("src/**/*.{ts,tsx}"))
    if (text.includes("process.execPath")) expect(text, file).toContain("--no-env-file");
});

/** The packages that a program loads, through all files of ours that it imports. */
async function packagesOf(entry: string): Promise<string[]> {
  const packages = new Set<string>();
  const files = [join(ROOT, entry)];
  for (const seen = new Set(files); files.length > 0;) {
    const file = files.pop()!;
    if (!/\.tsx?$/.test(file)) continue;
    const scanner = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
    for (const { path } of scanner.scanImports(await Bun.file(file).text())) {
      const target = join(dirname(file), path);
      if (!path.startsWith(".")) packages.add(path);
      else if (!seen.has(target)) files.push(target);
      seen.add(target);
    }
  }
  return [...packages].filter((name) => !/^(node|bun):?/.test(name)).sort();
}

test("pictures are taken apart in the worker process alone, which loads nothing else", async () => {
  expect(await packagesOf("src/worker/entry.ts")).toEqual(["sharp"]);
  const ours = await packagesOf("src/cli/main.ts");
  expect(ours).toContain("hono");
  expect(ours).not.toContain("sharp");
});

test("the older root only translates: it takes its verbs from the core and its rules from nowhere", async () => {
  for await (const { file, text } of sources("src/http/legacy/*.ts"))
    expect(text, file).not.toMatch(/src\/data|\.\.\/data|core\/access/);
});

test("runtime packages stay at 25 or fewer on any one machine", () => {
  const packages = Object.entries(
    packageLock.packages as Record<string, { dev?: boolean; cpu?: string[]; optional?: boolean }>,
  );
  const runtime = packages.filter(([path, one]) => path !== "" && !one.dev && !one.cpu && !one.optional);
  expect(runtime.length).toBeGreaterThanOrEqual(5);
  // Those that exist once for each kind of machine: bun, and the binaries of bun, sharp and libvips.
  expect(runtime.length + 4).toBeLessThanOrEqual(25);
});
