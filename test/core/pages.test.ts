import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { listFollowedMemes } from "../../src/core/memes/list-followed-memes.ts";
import { readMemeInFull } from "../../src/core/memes/read-meme-page.ts";
import { memesWithAuthors } from "../../src/core/memes/read-listed.ts";
import type { MemeCursor } from "../../src/data/newest.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { DIALECTS, openWorld } from "../world.ts";

describe.each(DIALECTS)("what pages read on %s", (dialect) => {
  test("memes of followed people: newest first, page by page, without hidden and mature ones", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const people = [await world.member(), await world.member(), await world.member()];
    const ids: string[] = [];
    for (let i = 0; i < 24; i++) {
      const meme = await world.meme({ by: people[i % 3]!, age: i % 8 === 7 ? 4 : 2 });
      if (i % 3 < 2 && meme.age < 4 && i !== 6) ids.unshift(meme.id);
      if (i === 6) await disableMeme(world.ctx(people[0]), meme.id);
    }
    expect((await listFollowedMemes(world.ctx(me), { amount: 5, skip: 0, age: 2 }, memesWithAuthors)).items).toEqual(
      [],
    );
    for (const person of people.slice(0, 2)) await followUser(world.ctx(me), person.user.id);
    const found: string[] = [];
    for (let after: MemeCursor | undefined, more = true; more;) {
      const page = await listFollowedMemes(world.ctx(me), { amount: 4, skip: 0, age: 2, after }, memesWithAuthors);
      found.push(...page.items.map(({ meme }) => meme.id));
      after = page.next;
      more = after !== undefined;
    }
    expect(found).toEqual(ids);
  });

  test("a full meme: its neighbours, ratings, raters for Pro accounts only, and comments", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const pro = await world.member({ perks: ["pro"] });
    const memes = [];
    for (let i = 0; i < 5; i++) memes.push(await world.meme({ by: author, age: i === 3 ? 4 : 1 }));
    const [oldest, first, meme, , last] = memes.map(({ id }) => id) as [string, string, string, string, string];
    await disableMeme(world.ctx(author), first);
    await world.rate(fan, memes[2]!, 4);
    await world.rate(pro, memes[2]!, 2);
    await commentOnMeme(world.ctx(fan), { memeId: meme, content: "ha" });
    const read = async (who?: typeof fan) =>
      readMemeInFull(who ? world.ctx(who) : { ...world.ctx(), actor: { kind: "guest" } }, meme);
    expect(await read()).toMatchObject({ newer: last, older: oldest, histogram: [0, 1, 0, 1, 0], raters: undefined });
    expect((await read()).mine).toBeUndefined();
    expect((await read(fan)).mine?.value).toBe(4);
    expect((await read(fan)).raters).toBeUndefined();
    expect((await read(pro)).raters?.map(({ user }) => user.id).sort()).toEqual([fan.user.id, pro.user.id].sort());
    expect((await read()).comments.items.map(({ comment }) => comment.content)).toEqual(["ha"]);
    await expect(readMemeInFull(world.ctx(fan), first)).rejects.toThrow("no such meme");
    expect((await readMemeInFull(world.ctx(author), first)).older).toBe(oldest);
  });
});
