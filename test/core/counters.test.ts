import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { DomainError } from "../../src/core/errors.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { readStats } from "../../src/core/stats/read-stats.ts";
import { DIALECTS, openWorld } from "../world.ts";

describe.each(DIALECTS)("counters on %s", (dialect) => {
  test("equal a recount after 1,000 random concurrent operations", async () => {
    await using world = await openWorld(dialect);
    const members = await Promise.all(Array.from({ length: 12 }, () => world.member()));
    const memes: { id: string; author: number }[] = [];
    for (let i = 0; i < 40; i++)
      memes.push({
        id: (await world.meme({ by: members[i % 12]!, age: ([1, 2, 4] as const)[i % 3]! })).id,
        author: i % 12,
      });
    const pick = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!;
    const system: Ctx = world.ctx();
    const acts: [weight: number, act: () => Promise<unknown>][] = [
      [
        40,
        () => rateMeme(world.ctx(pick(members)), { memeId: pick(memes).id, rating: 1 + Math.floor(Math.random() * 5) }),
      ],
      [15, () => disableMeme(system, pick(memes).id)],
      [15, () => enableMeme(system, pick(memes).id)],
      [15, () => followUser(world.ctx(pick(members)), pick(members).user.id)],
      [10, () => commentOnMeme(world.ctx(pick(members)), { memeId: pick(memes).id, content: "ha" })],
      [3, () => deleteMeme(system, pick(memes).id)],
      [0.4, () => deleteUser(system, pick(members).user.id)],
    ];
    const total = acts.reduce((sum, [weight]) => sum + weight, 0);
    const draw = () => {
      let at = Math.random() * total;
      return acts.find(([weight]) => (at -= weight) < 0)![1];
    };
    const unforeseen: unknown[] = [];
    let done = 0;
    const worker = async () => {
      while (done < 1000) {
        done++;
        // Refusals are part of the game: already disabled, gone, followed before.
        await draw()().catch((error: unknown) => error instanceof DomainError || unforeseen.push(error));
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(unforeseen.map(String)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
    const stats = await readStats(system);
    expect(stats.ratings).toBeGreaterThan(0);
    expect(stats.memes).toBeGreaterThan(0);
  });
});
