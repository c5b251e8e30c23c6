import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { DIALECTS, freshFolder, openWorld, smallImage, type World } from "../world.ts";
import { guffaw, launchServer, startServer } from "./guffaw.ts";

/** The start of every link that commands print. */
async function roots(world: World, env: Record<string, string>) {
  const image = join(freshFolder("links"), "1.png");
  await Bun.write(image, await smallImage());
  const calls = [["invite"], ["user", "reset", "ann"], ["meme", "add", image, "--author", "ann"]];
  const printed = await Promise.all(
    calls.map(async (args) => (await guffaw([...args, "--json"], { env: { ...world.env, ...env } })).json),
  );
  return new Set(printed.map(({ link, url }) => new URL((link ?? url) as string).origin));
}

describe.each(DIALECTS)("links on %s", (dialect) => {
  test("lead to the running server, whatever the command's port", async () => {
    await using world = await openWorld(dialect);
    await world.member({ name: "ann" });
    const usual = { GUFFAW_PORT: "8420" };
    expect(await roots(world, usual)).toEqual(new Set(["http://localhost:8420"]));
    const server = await startServer(world.env);
    const running = server.origin().replace("127.0.0.1", "localhost");
    for (const env of [usual, { GUFFAW_PORT: "0" }]) expect(await roots(world, env)).toEqual(new Set([running]));
    expect(await roots(world, { GUFFAW_URL: "https://memes.example" })).toEqual(new Set(["https://memes.example"]));
    expect(await server.stop()).toBe(0);
    expect(await roots(world, usual)).toEqual(new Set(["http://localhost:8420"]));
  });

  test("have the server's GUFFAW_URL, even if the command does not know it", async () => {
    await using world = await openWorld(dialect);
    await world.member({ name: "ann" });
    const server = await startServer({ ...world.env, GUFFAW_URL: "https://memes.example" });
    expect(await roots(world, {})).toEqual(new Set(["https://memes.example"]));
    await server.stop();
  });
});

test("links lead to the port that several processes share", async () => {
  await using world = await openWorld("SQLite");
  await world.member({ name: "ann" });
  const server = await launchServer({ ...world.env, GUFFAW_WORKERS: "2" });
  expect(await roots(world, {})).toEqual(new Set([server.origin().replace("127.0.0.1", "localhost")]));
  expect(await server.stop()).toBe(0);
});
