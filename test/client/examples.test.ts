import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readdirSync } from "node:fs";

import { freshFolder, openWorld, type TestMember, type World } from "../world.ts";
import { buildClient, CLIENT, run, RUNTIMES } from "./built.ts";

let world: World;
let ann: TestMember;
let env: Record<string, string>;

beforeAll(async () => {
  await buildClient();
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann" });
  for (let i = 0; i < 30; i++) await world.meme({ by: ann, caption: `number ${i} @everyone` });
  await world.meme({ by: ann, caption: "a secret", disabled: true });
  env = { GUFFAW_URL: world.origin, GUFFAW_KEY: ann.key };
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

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
    const bot = [command, join(CLIENT, "examples/morning-bot.js")];
    const WEBHOOK = `http://127.0.0.1:${hook.port}/`;
    const done = await run([...bot, "--now"], { env: { ...env, WEBHOOK } });
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(`Posted ${world.addresses.url}/meme/`)]);
    expect(posted).toEqual([
      expect.objectContaining({
        content: expect.stringMatching(/^number \d+ @everyone$/),
        allowed_mentions: { parse: [] },
        embeds: [expect.objectContaining({ title: "A meme by ann", image: { url: expect.stringContaining("/i/") } })],
      }),
    ]);
    status = 500;
    const refused = await run([...bot, "--now"], { env: { ...env, WEBHOOK } });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("The webhook answered 500: said the hook"),
    ]);
    const without = await run(bot, { env });
    expect(without.stderr).toContain("Set GUFFAW_KEY to an API key, and WEBHOOK");
  });

  test("the morning bot waits for its time of day", async () => {
    let posts = 0;
    using hook = Bun.serve({ port: 0, fetch: () => (posts++, new Response("")) });
    const soon = new Date(Date.now() + 61_000);
    const AT = `${String(soon.getHours()).padStart(2, "0")}:${String(soon.getMinutes()).padStart(2, "0")}`;
    const child = Bun.spawn([command, join(CLIENT, "examples/morning-bot.js")], {
      env: { PATH: process.env.PATH!, ...env, AT, WEBHOOK: `http://127.0.0.1:${hook.port}/` },
      stdout: "pipe",
    });
    const { value } = await child.stdout.getReader().read();
    expect(new TextDecoder().decode(value)).toContain(`A meme every day at ${AT}.`);
    expect([posts, child.exitCode]).toEqual([0, null]);
    child.kill();
    await child.exited;
  });

  test("a profile is backed up to a folder, and only what is new the next time", async () => {
    const folder = join(freshFolder("profile"), "ann");
    const back = [command, join(CLIENT, "examples/back-up-profile.js"), "me", folder];
    const first = await run(back, { env });
    expect([first.code, first.stdout]).toEqual([0, `31 memes of ann are in ${folder}; 31 of them are new.\n`]);
    expect(first.stderr).toContain("█".repeat(30));
    const files = readdirSync(folder);
    expect(files.filter((name) => name.endsWith(".png"))).toHaveLength(31);
    expect(files.filter((name) => name.endsWith(".part"))).toEqual([]);
    const kept = (await Bun.file(join(folder, "profile.json")).json()) as { memes: { caption: string }[] };
    expect(kept.memes.map(({ caption }) => caption)).toContain("a secret");
    const again = await run(back, { env });
    expect(again.stdout).toContain("0 of them are new.");
  });
});
