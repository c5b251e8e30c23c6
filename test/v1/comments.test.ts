import { describe, expect, test } from "bun:test";

import { deleteUser } from "../../src/core/users/delete-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { bodyOf, json, read } from "./http.ts";

interface Told {
  type: number;
  message: string;
}

const say = (world: World, who: TestMember, memeId: string, content: string, parent?: number) =>
  bodyOf<{ id: number }>(world.as(who).post(`/v1/meme/${memeId}/comments`, json({ content, parent })));

const toldTo = async (world: World, who: TestMember) =>
  (await read<Told[]>(world, who, "/v1/notifications")).map(({ message }) => message);

describe.each(DIALECTS)("likes and mentions on %s", (dialect) => {
  test("a like counts once, is taken back, and goes with its person", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    const { id } = await say(world, author, meme.id, "hello");
    const path = `/v1/meme/${meme.id}/comments/${id}/like`;
    for (let i = 0; i < 2; i++) expect(await bodyOf(world.as(fan).put(path))).toEqual({ likes: 1, liked: true });
    expect(await read(world, author, path)).toEqual({ likes: 1, liked: false });
    expect(await bodyOf(world.as(author).put(path))).toEqual({ likes: 2, liked: true });
    for (let i = 0; i < 2; i++) expect(await bodyOf(world.as(author).delete(path))).toEqual({ likes: 1, liked: false });
    const other = await world.meme({ by: fan });
    expect((await world.as(fan).put(`/v1/meme/${other.id}/comments/${id}/like`)).status).toBe(404);
    await deleteUser(world.ctx(), fan.user.id);
    expect(await read(world, author, path)).toEqual({ likes: 0, liked: false });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a mention notifies once, unless the kind is off or a block stands between", async () => {
    await using world = await openWorld(dialect);
    const names = ["author", "ann", "bob", "cut.off", "troll"];
    const [author, ann, bob, cut, troll] = (await Promise.all(names.map((name) => world.member({ name })))) as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    const meme = await world.meme({ by: author });
    await say(world, ann, meme.id, "Hey @Bob, @bob and @author, see @cut.off. Not mail@troll or @nobody or @ann!");
    expect(await toldTo(world, bob)).toEqual([expect.stringMatching(/^ann mentioned you: Hey @Bob/)]);
    expect(await toldTo(world, author)).toEqual([expect.stringMatching(/^ann commented on your meme: /)]);
    expect(await toldTo(world, cut)).toHaveLength(1);
    for (const nobody of [ann, troll]) expect(await toldTo(world, nobody)).toEqual([]);

    await world.as(bob).put("/v1/profile/troll/mute");
    await world.as(ann).put("/v1/profile/troll/block");
    await say(world, troll, meme.id, "@bob @ann @cut.off");
    expect(await toldTo(world, bob)).toHaveLength(1);
    expect(await toldTo(world, ann)).toEqual([]);
    expect(await toldTo(world, cut)).toHaveLength(2);

    // The meme's author has blocked one of them: nobody hears of a meme they cannot see.
    await world.as(author).put("/v1/profile/cut.off/block");
    expect(await toldTo(world, cut)).toEqual([]);
    await say(world, ann, meme.id, "@cut.off are you there?");
    expect(await read(world, cut, "/v1/notifications/count")).toEqual({ count: 0 });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("one comment calls ten people at most, and nobody under a hidden meme", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const crowd = await Promise.all(Array.from({ length: 12 }, (_, i) => world.member({ name: `crowd_${i}` })));
    const all = crowd.map(({ user }) => `@${user.username}`).join(" ");
    const hidden = await world.meme({ by: author, disabled: true });
    await say(world, author, hidden.id, all);
    const count = async () => {
      const told = await Promise.all(crowd.map((one) => toldTo(world, one)));
      return told.flat().length;
    };
    expect(await count()).toBe(0);
    const meme = await world.meme({ by: author });
    await say(world, author, meme.id, all);
    expect(await count()).toBe(10);
  });
});
