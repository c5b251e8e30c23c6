import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readdirSync } from "node:fs";

import { freshFolder, openWorld, type TestMember, type World } from "../world.ts";
import { CLIENT, installClient, run, RUNTIMES } from "./built.ts";

/** Where the package is installed, in a project as `npm init -y` makes it. */
let author: string;
let world: World;
let ann: TestMember;
let env: Record<string, string>;

beforeAll(async () => {
  author = await installClient();
  await Bun.write(join(author, "package.json"), '{"name":"author","version":"1.0.0","type":"commonjs"}');
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann" });
  for (let i = 0; i < 30; i++) await world.meme({ by: ann, caption: `number ${i} @everyone` });
  await world.meme({ by: ann, caption: "a secret", disabled: true });
  env = { GUFFAW_URL: world.origin, GUFFAW_KEY: ann.key };
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const INSTALLED = "node_modules/guffaw-client/examples";
const runExample = (command: string, name: string, args: string[], more: Record<string, string> = {}) =>
  run([command, `${INSTALLED}/${name}`, ...args], { cwd: author, env: { ...env, ...more } });

describe.each(RUNTIMES)("in %s", (_, command) => {
  test("the morning bot posts a random meme to a webhook", async () => {
    const posted: Record<string, unknown>[] = [];
    let status = 200;
    using hook = Bun.serve({
      port: 0,
      fetch: async (request) => {
        posted.push((await request.json()) as Record<string, unknown>);
        return new Response("said the hook", { status });
      },
    });
    const WEBHOOK = `http://127.0.0.1:${hook.port}/`;
    const done = await runExample(command, "morning-bot.mjs", ["--now"], { WEBHOOK });
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(`Posted ${world.addresses.url}/meme/`)]);
    expect(posted).toEqual([
      expect.objectContaining({
        content: expect.stringMatching(/^number \d+ @everyone$/),
        allowed_mentions: { parse: [] },
        embeds: [expect.objectContaining({ title: "A meme by ann", image: { url: expect.stringContaining("/i/") } })],
      }),
    ]);
    status = 500;
    const refused = await runExample(command, "morning-bot.mjs", ["--now"], { WEBHOOK });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("The webhook answered 500: said the hook"),
    ]);
    const without = await runExample(command, "morning-bot.mjs", []);
    const wanted = "Set GUFFAW_KEY to an API key, and WEBHOOK to the address of the webhook.\n";
    expect([without.code, without.stderr]).toEqual([1, wanted]);
    await hook.stop(true);
    const away = await runExample(command, "morning-bot.mjs", ["--now"], { WEBHOOK });
    // One sentence, and no stack.
    expect([away.code, away.stderr.trim().split("\n").length]).toEqual([1, 1]);
    const lost = await runExample(command, "morning-bot.mjs", ["--now"], { WEBHOOK, GUFFAW_URL: "http://127.0.0.1:1" });
    expect([lost.code, lost.stderr]).toEqual([1, "127.0.0.1:1 cannot be reached.\n"]);
  });

  test.concurrent("the morning bot retries a busy webhook when told to", async () => {
    const asked: number[] = [];
    using hook = Bun.serve({
      port: 0,
      fetch: () => {
        asked.push(performance.now());
        if (asked.length > 1) return new Response("");
        return new Response("busy", { status: 429, headers: { "Retry-After": "1" } });
      },
    });
    const WEBHOOK = `http://127.0.0.1:${hook.port}/`;
    const done = await runExample(command, "morning-bot.mjs", ["--now"], { WEBHOOK });
    expect([done.code, done.stdout, asked.length]).toEqual([0, expect.stringContaining("Posted "), 2]);
    expect(asked[1]! - asked[0]!).toBeGreaterThan(900);
    asked.length = 0;
    using away = Bun.serve({
      port: 0,
      fetch: () => (asked.push(0), new Response("in a week", { status: 503, headers: { "Retry-After": "604800" } })),
    });
    const tomorrow = { WEBHOOK: `http://127.0.0.1:${away.port}/` };
    const refused = await runExample(command, "morning-bot.mjs", ["--now"], tomorrow);
    expect([refused.code, asked.length]).toEqual([1, 1]);
    expect(refused.stderr).toContain("The webhook answered 503: in a week");
  });

  test.concurrent("the morning bot waits for its time of day", async () => {
    let posts = 0;
    using hook = Bun.serve({ port: 0, fetch: () => (posts++, new Response("")) });
    const soon = new Date(Date.now() + 61_000);
    const AT = `${String(soon.getHours()).padStart(2, "0")}:${String(soon.getMinutes()).padStart(2, "0")}`;
    // As in a clone.
    const child = Bun.spawn([command, join(CLIENT, "examples/morning-bot.mjs")], {
      env: { PATH: process.env.PATH!, ...env, AT, WEBHOOK: `http://127.0.0.1:${hook.port}/` },
      stdout: "pipe",
    });
    const { value } = await child.stdout.getReader().read();
    expect(new TextDecoder().decode(value)).toContain(`A meme every day at ${AT}.`);
    expect([posts, child.exitCode]).toEqual([0, null]);
    child.kill();
    await child.exited;
  });

  test.concurrent("the weekday bot makes a meme once a day, or only a picture", async () => {
    await using own = await openWorld("SQLite");
    const as = { GUFFAW_URL: own.origin, GUFFAW_KEY: (await own.member()).key };
    const first = await runExample(command, "weekday-bot.mjs", [], as);
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`Up at ${own.addresses.url}/meme/`)]);
    const again = await runExample(command, "weekday-bot.mjs", [], as);
    expect(again.stdout).toBe(first.stdout);
    const file = join(freshFolder("weekday"), "today.jpg");
    expect((await runExample(command, "weekday-bot.mjs", ["--out", file], as)).code).toBe(0);
    expect((await Bun.file(file).bytes()).slice(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
    const refused = await runExample(command, "weekday-bot.mjs", ["--template", "7", "--out", file], as);
    expect([refused.code, refused.stderr]).toEqual([1, "There is no such template.\n"]);
  });

  test.concurrent("a profile is backed up to a folder, and the next time only what is new", async () => {
    const folder = join(freshFolder("profile"), "ann");
    const first = await runExample(command, "back-up-profile.mjs", ["me", folder]);
    expect([first.code, first.stdout]).toEqual([0, `31 memes by ann are in ${folder}; 31 of them are new.\n`]);
    expect(first.stderr).toContain("█".repeat(30));
    const files = readdirSync(folder);
    expect(files.filter((name) => name.endsWith(".png"))).toHaveLength(31);
    expect(files.filter((name) => name.endsWith(".part"))).toEqual([]);
    const kept = (await Bun.file(join(folder, "profile.json")).json()) as { memes: { caption: string }[] };
    expect(kept.memes.map(({ caption }) => caption)).toContain("a secret");
    const again = await runExample(command, "back-up-profile.mjs", ["me", folder]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("0 of them are new.")]);
  });

  test.concurrent("a profile is backed up except for missing pictures, which are named", async () => {
    let calls = 0;
    // In front of the site: one picture is gone, one arrives at the second attempt.
    using front = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const { origin, pathname, search } = new URL(request.url);
        if (pathname === "/gone.png") return new Response(null, { status: 404 });
        if (pathname === "/busy.png" && calls++ === 0)
          return new Response(null, { status: 503, headers: { "Retry-After": "1" } });
        if (pathname === "/busy.png") return new Response("a picture");
        const answer = await fetch(world.origin + pathname + search, { headers: { Authorization: ann.key } });
        if (!pathname.endsWith("/memes")) return answer;
        const memes = (await answer.json()) as { memeid: string; url: string }[];
        const urls = [`${origin}/gone.png`, "not an address", `${origin}/busy.png`];
        return Response.json(urls.map((url, i) => ({ ...memes[i], url })));
      },
    });
    const folder = join(freshFolder("profile"), "ann");
    const args = ["ann", folder];
    const some = await runExample(command, "back-up-profile.mjs", args, { GUFFAW_URL: front.url.origin });
    expect([some.code, some.stdout]).toEqual([1, `1 memes by ann are in ${folder}; 1 of them are new.\n`]);
    expect(some.stderr).toContain("These could not be fetched");
    expect(some.stderr).toContain("/gone.png: The site answered 404.");
    expect(some.stderr).toContain("not an address: ");
    expect(calls).toBe(2);
    expect(readdirSync(folder)).toHaveLength(2);
    const kept = (await Bun.file(join(folder, "profile.json")).json()) as { memes: unknown[] };
    expect(kept.memes).toHaveLength(3);
  });
});

test("an example copied into a CommonJS project runs there", async () => {
  await Bun.write(join(author, "mine.mjs"), Bun.file(join(author, INSTALLED, "back-up-profile.mjs")));
  const done = await run(["node", "mine.mjs", "ann", "mine"], { cwd: author, env });
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("memes by ann are in mine;")]);
});
