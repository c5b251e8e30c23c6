import { describe, expect, test } from "bun:test";

import { clockProblems } from "../../src/cli/examine-clock.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { DIALECTS, openWorld } from "../world.ts";
import { guffaw, startServer } from "./guffaw.ts";

const MINUTE = 60_000;

describe.each(DIALECTS)("the clock on %s", (dialect) => {
  test("doctor and serve warn of rows from the future", async () => {
    let ahead = 0;
    await using world = await openWorld(dialect, { clock: () => Date.now() + ahead });
    const [by, { env }] = [await world.member({ perks: ["founder"] }), world];
    const clockIn = async () =>
      (await guffaw(["doctor"], { env })).stdout.split("\n").filter((line) => line.includes(" clock "));
    expect(await clockIn()).toEqual(["✓ clock     The clock agrees with the database."]);
    ahead = MINUTE;
    await world.meme({ by });
    expect(await clockIn()).toEqual(["✓ clock     The clock agrees with the database."]);
    ahead = 120 * MINUTE;
    const { createdAt } = await world.meme({ by });
    expect(await clockIn()).toEqual([
      expect.stringContaining(
        `✗ clock     The newest row is from ${new Date(createdAt).toISOString()}, but here it is only `,
      ),
    ]);
    const server = await startServer(env);
    await server.stop();
    const warned = server
      .stderr()
      .split("\n")
      .filter((line) => line.includes("The newest row is from"));
    expect(warned.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(["warn"]);
  });

  test("accounts and comments from the future count too", async () => {
    let ahead = 0;
    await using world = await openWorld(dialect, { clock: () => Date.now() + ahead });
    const by = await world.member();
    const meme = await world.meme({ by });
    ahead = 10 * MINUTE;
    await commentOnMeme(world.ctx(by), { memeId: meme.id, content: "from tomorrow" });
    expect(await clockProblems(world.db)).toHaveLength(1);
    ahead = 20 * MINUTE;
    await world.member();
    expect(await clockProblems(world.db, () => Date.now() + 13 * MINUTE)).toContainEqual(
      expect.stringContaining("The newest row is from"),
    );
  });

  test("a database on another machine is asked for its time", async () => {
    await using world = await openWorld(dialect);
    const isRemote = dialect === "PostgreSQL";
    expect(await clockProblems(world.db)).toEqual([]);
    expect(await clockProblems(world.db, () => Date.now() - 10 * MINUTE)).toEqual(
      isRemote ? [expect.stringMatching(/^PostgreSQL's clock is (600|599|601) seconds ahead of this machine's: /)] : [],
    );
    expect(await clockProblems(world.db, () => Date.now() + 60 * MINUTE)).toEqual(
      isRemote ? [expect.stringMatching(/^PostgreSQL's clock is 3,(600|599) seconds behind this machine's: /)] : [],
    );
  });
});
