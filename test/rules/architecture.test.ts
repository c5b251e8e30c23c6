import { expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join } from "node:path";

import { ROOT } from "../world.ts";

async function* sources(pattern: string) {
  for await (const file of new Glob(pattern).scan()) yield { file, text: await Bun.file(file).text() };
}

/** All our files with the files of ours that they import, types included. */
async function* modules() {
  for await (const { file, text } of sources("{bin,src,bench,scripts}/**/*.{ts,tsx}")) {
    const paths = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g)].map(([, path]) => path!);
    yield { file, imports: paths.map((path) => join(dirname(file), path)) };
  }
}

test("the core knows nothing about HTTP, the environment or SQL text", async () => {
  for await (const { file, text } of sources("src/core/**/*.ts"))
    expect(text, file).not.toMatch(
      /\/http\/|process\.env|Bun\.env|bun:sqlite|node:fs|import (?!type)[^;]*from "kysely/,
    );
});

/** What each folder may import, besides itself and packages. Folders at the top may import everything below. */
const BELOW: Record<string, RegExp> = {
  words: /^$/,
  entities: /^$/,
  shared: /^$/,
  data: /^(when-ready|own-text|per-object|time-spent|words|entities|errors|deadline|sync-guard|disks|ownership|config)$/,
  storage: /^(words|errors|deadline|sync-guard|ownership|process-name|config)$/,
  compose: /^words$/,
  images: /^(shared|words|errors|worker|compose)$/,
  video: /^(shared|words|errors|politely|storage)$/,
  mail: /^(deadline|config)$/,
  valkey: /^log$/,
  wire: /^own-text$/,
  webhooks: /^(words|deadline)$/,
  core: /^(shared|when-ready|per-object|markup|words|entities|errors|deadline|turns|sync-guard|log|disks|data|storage|images|video|compose|webhooks)$/,
};

test("folders import only what is below them", async () => {
  for await (const { file, imports } of modules()) {
    const [, room = ""] = /^src\/(\w+)\//.exec(file) ?? [];
    const allowed = BELOW[room];
    for (const target of allowed ? imports : []) {
      const [, other = ""] = /^src\/([\w-]+)/.exec(target) ?? [];
      if (other !== room) expect(other, `${file} imports ${target}`).toMatch(allowed!);
    }
  }
});

test("the ground floor imports nothing but itself and the words", async () => {
  for await (const { file, imports } of modules())
    if (
      /^src\/(errors|deadline|interruption|politely|sync-guard|when-ready|own-text|per-object|markup)\.ts$/.test(file)
    )
      for (const target of imports) expect(target, file).toMatch(/^src\/(errors|words\/.*)\.ts$/);
});

/** The face a file belongs to: api, gif, mcp, web, media or ops. Undefined for shared files. */
const faceOf = (file: string) => /^src\/http\/(\w+)\//.exec(file)?.[1];
const rootOf = (file: string) => /^src\/http\/api\/(\w+)\//.exec(file)?.[1];

test("no face imports another, and shared files import none", async () => {
  const seen = new Set<string | undefined>();
  for await (const { file, imports } of modules()) {
    if (!file.startsWith("src/http/")) continue;
    seen.add(faceOf(file));
    for (const target of imports)
      if (faceOf(target)) expect(faceOf(file), `${file} imports ${target}`).toBe(faceOf(target)!);
    for (const target of rootOf(file) ? imports : [])
      if (rootOf(target)) expect(rootOf(file), `${file} imports ${target}`).toBe(rootOf(target)!);
  }
  expect([...seen].sort()).toEqual(["api", "gif", "mcp", "media", "ops", "web", undefined]);
});

test("no files import each other in a circle", async () => {
  const graph = new Map<string, string[]>();
  for await (const { file, imports } of modules()) graph.set(file, imports);
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    expect(path, [...path, file].join(" → ")).not.toContain(file);
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  expect(done.size).toBeGreaterThan(500);
});

test("only the data folder contains SQL, and only the command line reads the environment", async () => {
  for await (const { file, text } of sources("src/{http,cli,images,storage}/**/*.{ts,tsx}"))
    expect(text, file).not.toMatch(/import (?!type)[^;]*from "kysely|bun:sqlite/);
  for await (const { file, text } of sources("src/**/*.{ts,tsx}"))
    expect(text, file).not.toMatch(/process\.env|Bun\.env|process\.argv/);
});

test("programs we start ignore the .env of the working directory", async () => {
  for await (const { file, text } of sources("src/**/*.{ts,tsx}"))
    if (text.includes("process.execPath")) expect(text, file).toContain("--no-env-file");
});

/** The packages a program loads, through all files of ours that it imports; `atStart` leaves out what it loads later. */
async function packagesOf(entry: string, { atStart = false } = {}): Promise<string[]> {
  const packages = new Set<string>();
  const files = [join(ROOT, entry)];
  for (const seen = new Set(files); files.length > 0;) {
    const file = files.pop()!;
    if (!/\.tsx?$/.test(file)) continue;
    const scanner = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
    for (const { path, kind } of scanner.scanImports(await Bun.file(file).text())) {
      if (atStart && kind !== "import-statement") continue;
      const target = join(dirname(file), path);
      if (!path.startsWith(".")) packages.add(path);
      else if (!seen.has(target)) files.push(target);
      seen.add(target);
    }
  }
  return [...packages].filter((name) => !/^(node|bun):?/.test(name)).sort();
}

test("only the worker process decodes pictures, and it loads little else, text shapers only for recipes", async () => {
  expect(await packagesOf("src/worker/entry.ts")).toEqual(["bidi-js", "harfbuzzjs", "sharp"]);
  expect(await packagesOf("src/worker/jobs.ts", { atStart: true })).toEqual(["sharp"]);
  const ours = await packagesOf("src/cli/main.ts");
  expect(ours).toContain("zod");
  expect(ours).not.toContain("sharp");
});

test("commands start quickly: routes, pages, passkeys and mail are loaded when they are first needed", async () => {
  expect(await packagesOf("src/program.ts", { atStart: true })).toEqual(["kysely", "kysely/migration", "oauth4webapi"]);
});

test("the meme maker's layout runs anywhere: without a page, files or the runtime's own functions", async () => {
  const seen: string[] = [];
  for await (const { file, text } of sources("src/compose/*.ts")) {
    seen.push(file);
    expect(text, file).not.toMatch(/\b(Bun|process|document|window)\.|\bfetch\(|"node:|"bun:|"sharp"/);
  }
  expect(seen.length).toBeGreaterThan(10);
});

test("the older root only translates: it uses verbs of the core and has no rules", async () => {
  for await (const { file, text } of sources("src/http/api/legacy/*.ts"))
    expect(text, file).not.toMatch(/src\/data|\.\.\/data|core\/access/);
});
