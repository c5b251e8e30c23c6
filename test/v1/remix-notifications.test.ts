import { describe, expect, test } from "bun:test";

import { approveMeme } from "../../src/core/moderation/approve-meme.ts";
import { chooseNotifications } from "../../src/core/notifications/choose-notifications.ts";
import { checkDatabase } from "../../src/data/check.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { make, over, plain } from "../make/making.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { read } from "./http.ts";

const told = (world: World, who: TestMember) => read<object[]>(world, who, "/v1/notifications");

const remix = (world: World, by: TestMember, { id }: Meme) => make(world, by, { recipe: over({ kind: "meme", id }) });

describe.each(DIALECTS)("notifications of remixes on %s", (dialect) => {
  test("go to the author of the original, as a notice that old clients understand", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
    const original = await make(world, author, { recipe: plain() });
    const made = await remix(world, fan, original);
    await remix(world, author, original);
    expect(await told(world, author)).toMatchObject([
      {
        type: 2,
        kind: "remix",
        sender: { username: "fan" },
        message: "fan remixed your meme.",
        raw: "",
        meme: { memeid: made.id, rating: 0 },
      },
    ]);
    await world.as(fan).delete(`/v1/meme/${made.id}`);
    expect(await told(world, author)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("say nothing of a remix that waits for approval or is hidden, until it is shown", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_APPROVE_FIRST: "1" } });
    const author = await world.member({ name: "author", perks: ["verified"] });
    const [fan, staff] = [await world.member({ name: "fan" }), await world.member({ perks: ["staff"] })];
    const made = await remix(world, fan, await make(world, author, { recipe: plain() }));
    expect(made.held).toBe("waiting");
    const count = async () => (await read<{ count: number }>(world, author, "/v1/notifications/count")).count;
    expect([await told(world, author), await count()]).toEqual([[], 0]);
    expect(await checkDatabase(world.db)).toEqual([]);
    await approveMeme(world.ctx(staff), made.id);
    expect([(await told(world, author)).length, await count()]).toEqual([1, 1]);
    await world.as(fan).put(`/v1/meme/${made.id}/disable`);
    expect([await told(world, author), await count()]).toEqual([[], 0]);
    await world.as(fan).put(`/v1/meme/${made.id}/enable`);
    expect([(await told(world, author)).length, await count()]).toEqual([1, 1]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("are not for people who do not want them, or not from this person", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
    const original = await make(world, author, { recipe: plain() });
    await chooseNotifications(world.ctx(author), ["rating"]);
    await remix(world, fan, original);
    await chooseNotifications(world.ctx(author), ["remix"]);
    await world.as(author).put("/v1/profile/fan/mute");
    await remix(world, fan, original);
    await world.as(author).delete("/v1/profile/fan/mute");
    expect(await told(world, author)).toEqual([]);
    await remix(world, fan, original);
    expect(await told(world, author)).toHaveLength(1);
    await world.as(author).put("/v1/profile/fan/block");
    expect(await told(world, author)).toEqual([]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
