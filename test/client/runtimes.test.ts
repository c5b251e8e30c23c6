import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";

import { openWorld, smallImage, type TestMember, type World } from "../world.ts";
import { CLIENT, installClient, run, RUNTIMES } from "./built.ts";

let world: World;
let ann: TestMember;
/** Where the package is installed. */
let author: string;
let picture: string;

beforeAll(async () => {
  author = await installClient();
  picture = join(author, "picture.png");
  await Bun.write(picture, await smallImage());
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
  const env = { GUFFAW_URL: world.origin, GUFFAW_KEY: ann.key, PICTURE: picture };
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
