import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

import { installClient, run } from "./built.ts";

/** Where the package is installed, with the archive it came from. */
let author: string;

beforeAll(async () => {
  author = await installClient();
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
    await Bun.write(join(folder, "bot.ts"), source);
    const given = { strict: true, target: "es2022", noEmit: true, types: [], lib: ["es2023", "dom"], ...options };
    const { options: parsed, errors } = ts.convertCompilerOptionsFromJson(given, folder);
    expect(errors).toEqual([]);
    const compilerOptions = { ...parsed, skipDefaultLibCheck: true };
    const program = ts.createProgram([join(folder, "bot.ts")], compilerOptions, hostOf(compilerOptions));
    const found = ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, " "));
    expect(found).toEqual([]);
  });
});

const libraries = new Map<string, ts.SourceFile | undefined>();

/** The compiler's own library is read once: it is most of the work, and always the same. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...how) => {
    if (!/\/typescript\/lib\/lib\./.test(file)) return read(file, ...how);
    if (!libraries.has(file)) libraries.set(file, read(file, ...how));
    return libraries.get(file);
  };
  return host;
}
