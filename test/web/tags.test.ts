import { describe, expect, test } from "bun:test";

import { blockPerson } from "../../src/core/filters/block-person.ts";
import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const read = async (world: World, path: string, cookie = "") =>
  (await world.as().get(path, { headers: { Cookie: cookie } })).text();

describe.each(DIALECTS)("tags on the website on %s", (dialect) => {
  test("are links in captions, and have a page with their memes", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await world.meme({ by: author, caption: "So <b>true</b> #Relatable!" });
    await world.meme({ by: author, caption: "something else" });
    const link = '<a class="tag-link" href="/tag/relatable">#Relatable</a>';
    expect(await read(world, "/new")).toContain(
      `<bdi><a href="/meme/${meme.id}?from=%2Fnew">So &lt;b&gt;true&lt;/b&gt; </a>${link}!</bdi>`,
    );
    expect(await read(world, `/meme/${meme.id}`)).toContain(`<bdi>So &lt;b&gt;true&lt;/b&gt; ${link}!</bdi>`);
    for (const order of ["", "?order=new", "?order=top"]) {
      const page = await read(world, `/tag/relatable${order}`);
      expect(page).toContain(`data-meme="${meme.id}"`);
      expect(page).not.toContain("something else");
    }
    const moved = await world.as().get("/tag/ReLatable?order=top");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/tag/relatable?order=top"]);
    expect((await world.as().get("/tag/unused")).status).toBe(404);
    expect(await read(world, "/tags")).toContain('href="/tag/relatable"');
  });

  test("are followed and left with a form", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    await world.meme({ by: author, caption: "#dog" });
    const cookie = await sessionCookie(world, fan);
    const send = (path: string, accept = "text/html") =>
      world.as().post(path, {
        body: new URLSearchParams({ next: "/tag/dog" }),
        headers: { Cookie: cookie, Accept: accept, "Sec-Fetch-Site": "same-origin" },
      });
    expect(await read(world, "/tag/dog", cookie)).toContain('action="/tag/dog/follow"');
    const followed = await send("/tag/dog/follow");
    expect([followed.status, followed.headers.get("location")]).toEqual([303, "/tag/dog"]);
    expect(await read(world, "/tag/dog", cookie)).toContain('action="/tag/dog/unfollow"');
    expect(await read(world, "/tags", cookie)).toContain('id="tags-followed"');
    expect(await (await send("/tag/dog/follow", "application/json")).json()).toEqual({ following: true, followers: 1 });
    expect(await (await send("/tag/dog/unfollow", "application/json")).json()).toEqual({
      following: false,
      followers: 0,
    });
  });

  test("come first in a search, and so do people, except those who are blocked or suspended", async () => {
    await using world = await openWorld(dialect);
    const [otter, otto, ottilie, fan] = await Promise.all(
      ["Otter", "otto", "ottilie", "fan"].map((name) => world.member({ name })),
    );
    await world.meme({ by: otto!, caption: "an #otter" });
    await suspendUser(world.ctx(), { user: ottilie!.user.id, reason: "x" });
    const results = async (search: string, cookie = "") => {
      const page = await read(world, `/search?search=${encodeURIComponent(search)}`, cookie);
      const found = /<div class="suggested">.*?<meme-feed/s.exec(page)?.[0] ?? "";
      return [...found.matchAll(/href="\/(@\w+|tag\/\w+)"/g)].map(([, path]) => path!);
    };
    expect(await results("ott")).toEqual(["@Otter", "@otto", "tag/otter"]);
    expect(await results("@otto")).toEqual(["@otto"]);
    expect(await results("#ott")).toEqual(["tag/otter"]);
    expect(await results("the meme with the otter by otto")).toEqual(["@Otter", "@otto", "tag/otter"]);
    expect(await results("zebra")).toEqual([]);
    expect(await results("")).toEqual(["tag/otter"]);
    await blockPerson(world.ctx(fan), otter!.user.id);
    expect(await results("ott", await sessionCookie(world, fan!))).toEqual(["@otto", "tag/otter"]);
    const response = await world.as().get("/tags?prefix=OT", { headers: { Accept: "application/json" } });
    expect(await response.json()).toEqual({ tags: [{ name: "otter", memes: 1 }] });
    const { users, tags } = (await (await world.as(fan).get("/v1/suggestions?search=ott")).json()) as {
      users: { username: string }[];
      tags: { name: string }[];
    };
    expect([users.map(({ username }) => username), tags.map(({ name }) => name)]).toEqual([["otto"], ["otter"]]);
  });
});
