import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const BROWSER = join(ROOT, "test/chromium.ts");
const TRANSPILERS = { ".ts": new Bun.Transpiler({ loader: "ts" }), ".tsx": new Bun.Transpiler({ loader: "tsx" }) };

/** All test files, and those that open a browser because they import it, directly or not. */
export function testFiles(): { all: string[]; inBrowser: string[] } {
  const all = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(ROOT)].sort();
  return { all, inBrowser: all.filter((file) => loaded(join(ROOT, file)).has(BROWSER)) };
}

/** Every test module that this one loads. */
function loaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const one of importsOf(file)) loaded(one, found);
  return found;
}

/** Imports of types do not count. */
function importsOf(file: string): string[] {
  const transpiler = TRANSPILERS[extname(file) as keyof typeof TRANSPILERS];
  if (!transpiler || !file.startsWith(join(ROOT, "test/"))) return [];
  return transpiler
    .scanImports(readFileSync(file))
    .filter(({ kind, path }) => kind === "import-statement" && path.startsWith("."))
    .map(({ path }) => join(dirname(file), path));
}
