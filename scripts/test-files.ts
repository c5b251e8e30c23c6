import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const BROWSER = join(ROOT, "test/chromium.ts");
const TRANSPILERS = { ".ts": new Bun.Transpiler({ loader: "ts" }), ".tsx": new Bun.Transpiler({ loader: "tsx" }) };

/** All test files, and those among them that open a browser: they import it, or import something that does. */
export function testFiles(): { all: string[]; inBrowser: string[] } {
  const all = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(ROOT)].sort();
  return { all, inBrowser: all.filter((file) => loaded(join(ROOT, file)).has(BROWSER)) };
}

/** Every module of the tests that is loaded with this one. */
function loaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const one of importsOf(file)) loaded(one, found);
  return found;
}

/** Imports of types alone are none. */
function importsOf(file: string): string[] {
  const transpiler = TRANSPILERS[extname(file) as keyof typeof TRANSPILERS];
  if (!transpiler || !file.startsWith(join(ROOT, "test/"))) return [];
  return transpiler
    .scanImports(readFileSync(file))
    .filter(({ kind, path }) => kind === "import-statement" && path.startsWith("."))
    .map(({ path }) => join(dirname(file), path));
}
