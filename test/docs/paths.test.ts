import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../world.ts";

const TOPS = ["assets", "bench", "bin", "client", "deploy", "docs", "public", "scripts", "src", "test"];
const PAGES = ["docs/architecture.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
const RECORDS = readdirSync(join(ROOT, "docs/adr")).map((name) => `docs/adr/${name}`);

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const files = [
  ...readdirSync(ROOT),
  ...TOPS.flatMap((top) => [...new Bun.Glob("**").scanSync(join(ROOT, top))].map((file) => `${top}/${file}`)),
];
/** With a trailing slash. */
const folders = new Set(
  files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1))),
);

const ARCHITECTURE = read("docs/architecture.md");

/** The entry of a folder in the layout, with everything indented below it. */
function entryOf(name: string, indent: number): string {
  const entry = new RegExp(`^ {${indent}}${name}/ .*\\n(?:^ {${indent + 1},}.*\\n)*`, "m").exec(ARCHITECTURE);
  return entry?.[0] ?? "";
}

const foldersIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

describe("docs/architecture.md", () => {
  test.each([
    ["src", ARCHITECTURE, "src/"],
    ["src/core", entryOf("src/core", 4), ""],
    ["src/http", entryOf("src/http", 4), ""],
    ["src/http/api", entryOf("api", 6), ""],
    ["src/http/web", entryOf("web", 6), ""],
  ])("lists every folder of %s", (folder, layout, prefix) => {
    const isListed = (name: string) => new RegExp(`(^|[\\s(])${prefix}${name}/`, "m").test(layout);
    expect(foldersIn(folder).filter((name) => !isListed(name))).toEqual([]);
  });

  test("uses only names that the code has", () => {
    const code = files.filter((file) => /^(src|test)\/.*\.tsx?$/.test(file));
    const words = new Set(code.flatMap((file) => read(file).match(/\w+/g)));
    const named = [...ARCHITECTURE.matchAll(/`([\w.]+)(?:\([\w, ]*\))?`/g)].flatMap(([, name]) => name!.split("."));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });
});

/** File names, and paths from the root. Anything that begins with a slash is an address on the site. */
const PATH = new RegExp(
  `(?<![\\w/.:<-])(?:(?:${TOPS.join("|")})/[\\w<>./-]*|[\\w<>-][\\w<>./-]*\\.(?:tsx?|mjs|json|css|md))(?![\\w/])`,
  "g",
);

/** From the root or from any folder below it; `<noun>` stands for any name. */
function exists(path: string): boolean {
  const pattern = path.replaceAll(".", "\\.").replace(/<\w+>/g, "[^/]+");
  const known = new RegExp(`(^|/)${pattern}/?$`);
  return [...files, ...folders].some((one) => known.test(one));
}

test.each([...PAGES, ...RECORDS])("every path in %s exists", (page) => {
  const named = [...new Set(read(page).match(PATH))].map((path) => path.replace(/\.$/, ""));
  expect(named.filter((path) => !exists(path))).toEqual([]);
});
