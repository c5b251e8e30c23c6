import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld } from "../world.ts";

const DAMAGE: [sentence: string, damage: string][] = [
  ["1 accounts have a wrong number of notifications", "update users set notification_count = 7 where username = 'fan'"],
  ["1 accounts have a wrong number of notifications that", "update users set unseen_count = 7 where username = 'fan'"],
  ["notifications are hidden and should be seen", "update notifications set hidden = 1 - hidden"],
  ["days of memes are not the sum of the ratings", "update rated_days set sum = sum + 1"],
  ["2 ratings of the last days are not counted", "delete from rated_days"],
  ["1 days of accounts are not the sum", "delete from rated_days where subject in (select id from users)"],
  ["3 standings are not the sum of the days", "delete from scores where board = 'memers'"],
  ["2 standings are not the sum of the days", "update scores set sum_7d = sum_7d + 1 where board <> 'memers'"],
  ["2 memes have a standing of all time", "update scores set count_all = count_all + 1 where board <> 'memers'"],
  ["2 memes have a standing of all time", "update scores set sum_all = 0, count_all = 0"],
  ["1 standings are on a wrong board", "update scores set board = 'memes:4' where board = 'memes:2'"],
  ["1 standings are on a wrong board", "update scores set board = 'memes:2' where board = 'hidden'"],
  ["1 standings are on a wrong board", "update scores set board = 'memes:2' where board = 'memers'"],
  ["standings or days belong to nobody", "update scores set subject = 'nobody' where board = 'hidden'"],
  ["standings or days belong to nobody", "insert into scores (subject, board) values ('x', 'memers')"],
  ["1 accounts have more memes that do not wait", "update users set approved_count = 1 where username = 'author'"],
  ["1 accounts have a wrong sum of stored bytes", "update users set stored_bytes = 7 where username = 'author'"],
  ["1 accounts have a wrong sum of stored bytes", "update memes set display_bytes = null"],
  ["1 totals of the site are wrong", "update counters set value = value - 1 where name = 'bytes'"],
  ["1 memes held by staff are still enabled", "update memes set held = 1 where disabled = 0"],
  ["The search index has 1 memes too many or too few", "update memes set disabled = 1, slot = null where disabled = 0"],
];

describe.each(DIALECTS)("a recount on %s", (dialect) => {
  test("reports each error in a sentence", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
    const [shown, hidden] = [await world.meme({ by: author }), await world.meme({ by: author })];
    for (const meme of [shown, hidden]) {
      await world.rate(fan, meme, 4);
      const { id: parent } = await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: "ha" });
      await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "ha ha", parent });
    }
    expect((await world.as(author).put(`/v1/meme/${hidden.id}/disable`)).status).toBe(200);
    expect(await checkDatabase(world.db)).toEqual([]);
    for (const [sentence, damage] of DAMAGE) {
      const undone = world.db.transaction().execute(async (tx) => {
        await sql.raw(damage).execute(tx);
        expect(await checkDatabase(tx), damage).toContainEqual(expect.stringContaining(sentence));
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
    }
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
