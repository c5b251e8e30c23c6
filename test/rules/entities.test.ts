import { expect, test } from "bun:test";
import { Glob } from "bun";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

import { ROOT } from "../world.ts";

const SCHEMA = "src/data/schema.ts";
const TABLES = "src/data/tables";
const pathsOf = (pattern: string) => [...new Glob(pattern).scanSync(ROOT)];
const ABOVE = pathsOf("src/**/*.{ts,tsx}").filter((file) => !file.startsWith("src/data/"));

const parsed = new Map<string, ts.SourceFile>();

async function parse(file: string): Promise<ts.SourceFile> {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, await Bun.file(join(ROOT, file)).text(), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

interface Imported {
  /** Relative to the root. */
  from: string;
  names: string[];
}

/** What a file imports from ours. For a namespace import, the members it uses. */
function importsOf(source: ts.SourceFile): Imported[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const { text } = moduleSpecifier as ts.StringLiteral;
    if (!text.startsWith(".")) return [];
    const from = join(dirname(source.fileName), text);
    const bindings = importClause?.namedBindings;
    if (!bindings) return [{ from, names: [] }];
    if (ts.isNamedImports(bindings))
      return [{ from, names: bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text) }];
    const members = source.text.matchAll(new RegExp(`\\b${bindings.name.text}\\.(\\w+)`, "g"));
    return [{ from, names: [...members].map(([, name]) => name!) }];
  });
}

test("entities import only each other", async () => {
  for (const file of pathsOf("src/entities/*.ts"))
    for (const { from } of importsOf(await parse(file))) expect(dirname(from), file).toBe("src/entities");
});

test("nothing above the data layer is called a row or uses table types", async () => {
  for (const file of ABOVE) {
    const source = await parse(file);
    const known = importsOf(source).flatMap(({ from, names }) =>
      from === SCHEMA || dirname(from) === TABLES ? names : [],
    );
    const named = source.text.match(/\b\w+Row\b/g) ?? [];
    expect([...named, ...known.filter((name) => name !== "Db")], file).toEqual([]);
  }
});

test("a page receives a viewer, not the account: neither in its frame nor as a prop", async () => {
  const frame = await parse("src/http/web/frame.ts");
  expect(frame.text).toContain("viewer: Viewer | undefined;");
  expect(importsOf(frame).map(({ from }) => from)).not.toContain("src/entities/user.ts");
  for (const file of pathsOf("src/http/web/**/*.{ts,tsx}"))
    expect((await parse(file)).text, file).not.toMatch(/=\{visit\.me!?\}|: visit\.me!?[,; }]/);
});

/** Columns that are 0 or 1, as entities name them. */
async function flagNames(): Promise<Set<string>> {
  const texts = await Promise.all(pathsOf(`${TABLES}/*.ts`).map((file) => Bun.file(join(ROOT, file)).text()));
  const columns = [...texts.join("").matchAll(/^ {2}(\w+): (?:Generated<)?Flag>?;/gm)].map(([, name]) => name!);
  return new Set(columns.map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())));
}

/** The data layer and what it imports. Of the packages only Kysely, because rows come from nowhere else. */
function openProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const given = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const options = { ...given.options, lib: ["lib.esnext.d.ts"], types: [] };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...how) =>
    /\/node_modules\/(?!kysely\/|typescript\/)/.test(file) ? undefined : read(file, ...how);
  const files = pathsOf("src/data/*.ts").map((file) => join(ROOT, file));
  return ts.createProgram(files, options, host);
}

const CONTAINERS = new Set([
  "Array",
  "ReadonlyArray",
  "Map",
  "ReadonlyMap",
  "Set",
  "Promise",
  "Iterable",
  "AsyncGenerator",
]);

class RowFinder {
  readonly found: string[] = [];

  constructor(
    private checker: ts.TypeChecker,
    private flags: ReadonlySet<string>,
  ) {}

  /** Everything reachable from a type through properties, lists, maps and promises. */
  look(type: ts.Type, path: string, at: ts.Node, seen: readonly ts.Type[] = []): void {
    if (seen.includes(type) || seen.length > 8) return;
    const below = [...seen, type];
    if (type.isUnionOrIntersection()) return type.types.forEach((one) => this.look(one, path, at, below));
    if (!(type.flags & ts.TypeFlags.Object)) return;
    if (this.checker.isTupleType(type) || CONTAINERS.has(type.symbol?.name))
      return this.checker.getTypeArguments(type as ts.TypeReference).forEach((one) => this.look(one, path, at, below));
    if (this.#isForeign(type)) return;
    for (const property of type.getProperties()) this.#lookAt(property, `${path}.${property.name}`, at, below);
  }

  /** A class or interface of a package or of the language. Types that Kysely infers have no name. */
  #isForeign({ symbol }: ts.Type): boolean {
    if (!symbol || symbol.name.startsWith("__")) return false;
    return symbol.declarations?.some((one) => one.getSourceFile().fileName.includes("node_modules")) ?? false;
  }

  #lookAt(property: ts.Symbol, path: string, at: ts.Node, seen: readonly ts.Type[]) {
    const type = this.checker.getTypeOfSymbolAtLocation(property, at);
    const isNumber = (one: ts.Type) => !!(one.flags & ts.TypeFlags.NumberLike);
    const parts = type.isUnion() ? type.types : [type];
    if (/^[a-z0-9]+_[a-z0-9_]+$/.test(property.name)) this.found.push(`${path} is named like a column`);
    else if (this.flags.has(property.name) && parts.some(isNumber))
      this.found.push(`${path} is a number, not a boolean`);
    else if (type.getCallSignatures().length === 0) this.look(type, path, at, seen);
  }
}

/** For each file of the data layer, the names that others import. */
async function importedFromData(): Promise<Map<string, Set<string>>> {
  const imported = new Map<string, Set<string>>();
  for (const file of ABOVE)
    for (const { from, names } of importsOf(await parse(file))) {
      if (!from.startsWith("src/data/") || from === SCHEMA) continue;
      const all = imported.get(from) ?? new Set();
      for (const name of names) all.add(name);
      imported.set(from, all);
    }
  return imported;
}

// The type checker refuses to compare a boolean with 0 or 1. So it is enough that no number leaves the data layer
// under the name of a flag, and no row under any name.
test("the data layer takes and returns entities: no columns, and no numeric flags", async () => {
  const program = openProgram();
  const checker = program.getTypeChecker();
  const flags = await flagNames();
  expect([...flags]).toContain("shownWhenFree");
  const finder = new RowFinder(checker, flags);
  let looked = 0;
  for (const [file, names] of await importedFromData()) {
    const source = program.getSourceFile(join(ROOT, file))!;
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)) {
      if (!names.has(symbol.name)) continue;
      const path = `${relative("src/data", file)}#${symbol.name}`;
      const isType = !(symbol.flags & ts.SymbolFlags.Value);
      const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, source);
      const calls = type.getCallSignatures();
      if (calls.length === 0 && isType) finder.look(type, path, source);
      for (const call of calls) {
        finder.look(call.getReturnType(), `${path}()`, source);
        for (const parameter of call.getParameters())
          finder.look(checker.getTypeOfSymbolAtLocation(parameter, source), `${path}(${parameter.name})`, source);
      }
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(200);
  expect(finder.found).toEqual([]);
});
