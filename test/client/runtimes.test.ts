import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import * as client from "../../client/src/index.ts";
import { openWorld, ROOT, type TestMember, type World } from "../world.ts";
import { CLIENT, installClient, run, RUNTIMES } from "./built.ts";

const PICTURE = join(ROOT, "assets/starter/printer.png");

let world: World;
let ann: TestMember;
/** Where the package is installed. */
let author: string;

beforeAll(async () => {
  author = await installClient();
  await Bun.write(
    join(author, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: "nodenext",
        target: "es2022",
        noEmit: true,
        types: [],
        lib: ["es2023", "dom"],
      },
    }),
  );
  await Bun.write(join(author, "package.json"), '{"type":"module"}');
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann", permissions: ["Ratings"] });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

async function runScript(command: string, script: string) {
  const file = join(author, `${crypto.randomUUID()}.mjs`);
  await Bun.write(file, `import * as client from "guffaw-client";\n${script}`);
  const env = { GUFFAW_URL: world.origin, GUFFAW_KEY: ann.key, PICTURE };
  const done = await run([command, file], { env });
  expect([done.code, done.stderr]).toEqual([0, ""]);
  return JSON.parse(done.stdout) as Record<string, unknown>;
}

describe.each(RUNTIMES)("the published package in %s", (_, command) => {
  test("reads, writes, walks through lists, and throws its own errors", async () => {
    const said = await runScript(
      command,
      `const { Guffaw, NotFound } = client;
      const guffaw = new Guffaw({ key: process.env.GUFFAW_KEY, url: process.env.GUFFAW_URL });
      const me = await guffaw.me();
      const meme = await guffaw.submit(process.env.PICTURE, { caption: "from a path" });
      await guffaw.rate(meme.memeid, 5);
      let count = 0;
      for await (const one of guffaw.recentMemes()) if (one.memeid === meme.memeid) count++;
      const missing = await guffaw.meme("1").catch((error) => error);
      console.log(JSON.stringify({
        id: me.id, joined: me.joined instanceof Date, count,
        missing: [missing instanceof NotFound, missing.name, missing.status, typeof missing.requestId],
      }));`,
    );
    expect(said).toEqual({
      id: ann.user.id,
      joined: true,
      count: 1,
      missing: [true, "NotFound", 404, "string"],
    });
  });

  test("uploads from a path, bytes, a blob and a stream, with progress", async () => {
    const said = await runScript(
      command,
      `import { readFile } from "node:fs/promises";
      import { pathToFileURL } from "node:url";
      const guffaw = new client.Guffaw({ key: process.env.GUFFAW_KEY, url: process.env.GUFFAW_URL });
      const path = process.env.PICTURE;
      const bytes = new Uint8Array(await readFile(path));
      const sources = { path, address: pathToFileURL(path), bytes, buffer: bytes.buffer, blob: new Blob([bytes]), stream: new Blob([bytes]).stream() };
      const result = {};
      for (const [name, source] of Object.entries(sources)) {
        const steps = [];
        const meme = await guffaw.submit(source, { caption: name, onProgress: (step) => steps.push(step) });
        const last = steps.at(-1);
        const rising = steps.every(({ sent }, i) => i === 0 || sent >= steps[i - 1].sent);
        result[name] = [meme.caption, rising, last.sent === last.total, last.total > bytes.length];
      }
      result.missing = await guffaw.submit("/no/such/file").catch((error) => [error.name, error.message]);
      console.log(JSON.stringify(result));`,
    );
    for (const name of ["path", "address", "bytes", "buffer", "blob", "stream"])
      expect(said[name], name).toEqual([name, true, true, true]);
    expect(said.missing).toEqual([
      "InvalidInput",
      "The file /no/such/file cannot be read; check its name and permissions.",
    ]);
  });

  test("runs the lines of its README as they are", async () => {
    const readme = await Bun.file(join(CLIENT, "README.md")).text();
    const [, lines] = /```js\n(import[\s\S]*?)```/.exec(readme)!;
    expect(lines!.trim().split("\n").length).toBeLessThanOrEqual(12);
    const script = join(author, "bot.mjs");
    await Bun.write(script, lines!);
    const env = { GUFFAW_URL: world.origin, GUFFAW_KEY: ann.key };
    const done = await run([command, script], { env, cwd: author });
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toContain(`Up at ${world.addresses.url}/meme/`);
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

  await Bun.write(
    join(author, "bot.ts"),
    `import { Guffaw } from "guffaw-client";
    const meme = await new Guffaw({ key: "x" }).randomMeme();
    export const at: Date = meme.timestamp;
    // Values from the environment may be missing.
    declare const env: { KEY: string | undefined; signal: AbortSignal | undefined };
    export const client = new Guffaw({ key: env.KEY, url: env.KEY });
    export const stats = client.stats({ signal: env.signal });
    export const list = client.topMemes({ signal: env.signal, age: undefined });
    // @ts-expect-error a caption is text
    export const wrong: number = meme.caption;`,
  );
  const checked = await run([join(ROOT, "node_modules/.bin/tsc"), "-p", author]);
  expect([checked.code, checked.stdout]).toEqual([0, ""]);
});

test("every public method has an example in its comment, and every example compiles", async () => {
  const sources = await Promise.all(
    ["guffaw", "pages", "http", "upload", "errors"].map((name) => Bun.file(join(CLIENT, "src", `${name}.ts`)).text()),
  );
  for (const text of sources.slice(0, 2))
    for (const [, comment, name] of text.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?\n  (?:async \*?)?(\w+)\([^\n]*$/gm,
    ))
      if (name !== "constructor" && name !== "if" && name !== "for") expect(comment ?? "", name).toContain("@example");
  const examples = sources.flatMap((text) =>
    [...text.matchAll(/@example\n((?:\s*\* (?!@).*\n)+)/g)].map(([, lines]) => lines!.replace(/^\s*\* ?/gm, "")),
  );
  expect(examples.length).toBeGreaterThan(40);
  const given = `import * as all from "guffaw-client";
    import type { Age, Comment, Grade, Meme, Notification, Period } from "guffaw-client";
    declare global {
      const id: string, memeId: string, saved: string | undefined, meme: Meme, comment: Comment, notification: Notification, error: unknown;
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
  await Bun.write(join(author, "examples.ts"), [given, ...wrapped].join("\n"));
  const checked = await run([join(ROOT, "node_modules/.bin/tsc"), "-p", author]);
  expect([checked.code, checked.stdout]).toEqual([0, ""]);
});
