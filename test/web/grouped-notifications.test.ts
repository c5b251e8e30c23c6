import { describe, expect, test } from "bun:test";

import { followUser } from "../../src/core/users/follow-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const open = async (world: World, who: TestMember, path: string, method: "GET" | "POST" = "GET") =>
  world.as().send(method)(path, {
    headers: { Cookie: await sessionCookie(world, who), "Sec-Fetch-Site": "same-origin" },
    ...(method === "POST" ? { body: new URLSearchParams() } : {}),
  });

const rowsOf = (html: string) =>
  [...html.matchAll(/<p class="notification-what">(.*?)<\/p>/gs)].map(([, inner]) =>
    inner!
      .replace(/<svg.*?<\/svg>|<[^>]+>/gs, "")
      .replace(/\s+/g, " ")
      .trim(),
  );

describe.each(DIALECTS)("grouped notifications on %s", (dialect) => {
  test("ratings of one meme, and followers, are one row each; the API keeps single ones", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "me_too" });
    const [first, second] = [await world.meme({ by: me }), await world.meme({ by: me })];
    const crowd = await Promise.all(["ann", "bob", "cat"].map((name) => world.member({ name })));
    for (const one of crowd) await world.rate(one, first, 5);
    await world.rate(crowd[0]!, second, 3);
    for (const one of crowd.slice(0, 2)) await followUser(world.ctx(one), me.user.id);
    const read = async () => rowsOf(await (await open(world, me, "/notifications")).text());
    expect(await read()).toEqual([
      "New bob and 1 other follow you.",
      "New ann rated your meme 3 out of 5.",
      "New cat and 2 others rated your meme.",
    ]);
    // So does the bell.
    expect(await (await open(world, me, "/notifications")).text()).toContain("News, 3 new");
    const all = (await (await world.as(me).get("/v1/notifications")).json()) as { id: number; type: number }[];
    expect(all.map(({ type }) => type)).toEqual([1, 1, 0, 0, 0, 0]);

    // Opening one row sees all that it stands for, and nothing else.
    const rating = all.findLast(({ type }) => type === 0)!;
    const newest = rating.id + 2;
    expect((await open(world, me, `/notifications/${newest}/open`)).status).toBe(303);
    expect((await read())[2]).toBe("cat and 2 others rated your meme.");
    expect((await open(world, me, `/notifications/${all[0]!.id}/delete`, "POST")).status).toBe(303);
    expect(await read()).toEqual(["New ann rated your meme 3 out of 5.", "cat and 2 others rated your meme."]);
    expect((await world.as(me).delete(`/v1/notification/${newest}`)).status).toBe(200);
    expect((await read())[1]).toBe("bob and 1 other rated your meme.");
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
