import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

import * as client from "../../client/src/index.ts";
import { CLIENT, installClient, run } from "./built.ts";

/** Where the package is installed, with the archive it came from. */
let author: string;

beforeAll(async () => {
  author = await installClient();
  await Bun.write(join(author, "package.json"), '{"type":"module"}');
});

test("arethetypeswrong finds nothing wrong with the package", async () => {
  const archive = readdirSync(author).find((name) => name.endsWith(".tgz"))!;
  const bytes = await Bun.file(join(author, archive)).bytes();
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  expect(checked.types).toMatchObject({ kind: "included" });
  expect(checked).toMatchObject({ problems: [] });
});

describe("require", () => {
  test("finds the same names as import, without the newer Node's help", async () => {
    const script = join(author, "names.cjs");
    await Bun.write(
      script,
      `const required = Object.keys(require("guffaw-client")).sort();
      import("guffaw-client").then((imported) => {
        console.log(JSON.stringify([required, Object.keys(imported).sort()]));
      });`,
    );
    // Node before 20.17 cannot require() a module. This makes a newer one behave like that.
    const knows = await run(["node", "-p", "process.allowedNodeEnvironmentFlags.has('--experimental-require-module')"]);
    const old = knows.stdout.trim() === "true" ? ["--no-experimental-require-module"] : [];
    const done = await run(["node", ...old, script]);
    expect([done.code, done.stderr]).toEqual([0, ""]);
    const [required, imported] = JSON.parse(done.stdout) as [string[], string[]];
    expect(required).toContain("Guffaw");
    expect(required).toEqual(imported);
  });

  test("works in Bun", async () => {
    const script = join(author, "bun.cjs");
    await Bun.write(script, `const { Guffaw } = require("guffaw-client"); console.log(new Guffaw().constructor.name);`);
    expect((await run([process.execPath, script])).stdout).toBe("Guffaw\n");
  });
});

describe("TypeScript", () => {
  const source = `import { Guffaw, NotFound, type Meme } from "guffaw-client";
    export const first = async (): Promise<Meme | undefined> => (await new Guffaw({ key: "x" }).recentMemes().take(1))[0];
    export const gone = (error: unknown) => error instanceof NotFound && error.code === "not_found";
    // @ts-expect-error a caption is text
    export const wrong = async (): Promise<number> => (await first())!.caption;`;
  const cases = [
    ["node16, a module", { module: "node16" }, "module"],
    ["node16, CommonJS", { module: "node16" }, "commonjs"],
    ["node18, a module", { module: "node18" }, "module"],
    ["node18, CommonJS", { module: "node18" }, "commonjs"],
    ["nodenext, a module", { module: "nodenext" }, "module"],
    ["nodenext, CommonJS", { module: "nodenext" }, "commonjs"],
    ["node10", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" }, "commonjs"],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }, "module"],
  ] as const;

  test.each(cases)("finds the types with %s", async (name, options, type) => {
    const folder = join(author, name.replaceAll(/\W+/g, "-"));
    await Bun.write(join(folder, "package.json"), JSON.stringify({ type }));
    expect(await typeErrors(folder, "bot.ts", source, { ...options })).toEqual([]);
  });
});

test("the package holds what it needs and nothing else, and its types are found", async () => {
  const home = join(author, "node_modules/guffaw-client");
  const names = await Array.fromAsync(new Bun.Glob("**/*").scan(home));
  expect(names).toContain("dist/index.js");
  expect(names).toContain("dist/index.d.ts");
  expect(names).toContain("README.md");
  const others = names.filter(
    (name) =>
      !/^(dist\/(cjs\/)?[\w-]+\.(js|d\.ts)|dist\/cjs\/package\.json|examples\/.+\.(m?js|html)|README\.md|package\.json|LICENSE)$/.test(
        name,
      ),
  );
  expect(others).toEqual([]);
  const { dependencies } = (await Bun.file(join(CLIENT, "package.json")).json()) as { dependencies?: object };
  expect(dependencies).toBeUndefined();

  const bot = `import { Guffaw } from "guffaw-client";
    const meme = await new Guffaw({ key: "x" }).randomMeme();
    export const at: Date = meme.timestamp;
    // Values from the environment may be missing.
    declare const env: { KEY: string | undefined; signal: AbortSignal | undefined };
    export const client = new Guffaw({ key: env.KEY, url: env.KEY });
    export const stats = client.stats({ signal: env.signal });
    export const list = client.topMemes({ signal: env.signal, age: undefined });
    // @ts-expect-error a caption is text
    export const wrong: number = meme.caption;`;
  expect(await typeErrors(author, "bot.ts", bot)).toEqual([]);
});

test("every public method has an example in its comment, and every example compiles", async () => {
  const folder = join(CLIENT, "src");
  const names = readdirSync(folder).filter((name) => name !== "types.ts");
  const sources = await Promise.all(names.map((name) => Bun.file(join(folder, name)).text()));
  const calls = sources.filter((_, i) => /^(guffaw|old-guffaw|pages|.+-calls)\.ts$/.test(names[i]!));
  expect(calls.length).toBeGreaterThan(8);
  for (const text of calls)
    for (const [, comment, name] of text.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?\n  (?:async \*?)?(\w+)\([^\n]*$/gm,
    ))
      if (name !== "constructor" && name !== "if" && name !== "for") expect(comment ?? "", name).toContain("@example");
  const examples = sources.flatMap((text) =>
    [...text.matchAll(/@example\n((?:\s*\* (?!@).*\n)+)/g)].map(([, lines]) => lines!.replace(/^\s*\* ?/gm, "")),
  );
  expect(examples.length).toBeGreaterThan(100);
  const given = `import * as all from "guffaw-client";
    import type { Age, Collection, Comment, Grade, Hooks, MakeWish, Meme, Notification, Period, Remixers, TagOrder, TemplateSort, WebhookMessage, WebhookWish } from "guffaw-client";
    declare global {
      const id: string, memeId: string, shownBefore: string[], saved: string | undefined, meme: Meme, collection: Collection, shareUrl: string, comment: Comment, notification: Notification, error: unknown, secret: string, request: Request, messageId: string;
      function show(what: unknown): void;
      function ring(): void;
    }`;
  const wrapped = examples.map((lines, i) => {
    const names = Object.keys(client).filter(
      (name) => new RegExp(`\\b${name}\\b`).test(lines) && !lines.includes("import "),
    );
    const own = /const guffaw\b/.test(lines) ? "" : "const guffaw = new all.Guffaw();";
    return `export async function example${i}() { const { ${names.join(", ")} } = all; ${own}\n${lines} }`;
  });
  expect(await typeErrors(author, "examples.ts", [given, ...wrapped].join("\n"))).toEqual([]);
});

/** The compiler's objections to a file in a project that uses the package. */
async function typeErrors(folder: string, name: string, source: string, options: object = NEWEST): Promise<string[]> {
  const file = join(folder, name);
  await Bun.write(file, source);
  const given = { strict: true, target: "es2022", noEmit: true, types: [], lib: ["es2023", "dom"], ...options };
  const { options: parsed, errors } = ts.convertCompilerOptionsFromJson(given, folder);
  expect(errors).toEqual([]);
  const compilerOptions = { ...parsed, skipDefaultLibCheck: true };
  const program = ts.createProgram([file], compilerOptions, hostOf(compilerOptions));
  return ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, " "));
}

const NEWEST = { module: "nodenext", exactOptionalPropertyTypes: true };

const libraries = new Map<string, ts.SourceFile | undefined>();

/** The compiler's own library is read once: it is most of the work, and always the same. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...how) => {
    if (!/\/typescript\/lib\/lib\./.test(file)) return read(file, ...how);
    if (!libraries.has(file)) libraries.set(file, read(file, ...how));
    return libraries.get(file);
  };
  return host;
}
