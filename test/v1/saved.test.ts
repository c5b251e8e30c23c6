import { describe, expect, test } from "bun:test";

import { blockPerson, unblockPerson } from "../../src/core/filters/block-person.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { CROWD, DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { bodyOf, json, read } from "./http.ts";

interface Collection {
  id: number;
  name: string;
  memes: number;
  shared: boolean;
  share_url: string;
}

const idsAt = async (world: World, who: TestMember, path: string) =>
  (await read<{ memeid: string }[]>(world, who, path)).map(({ memeid }) => memeid);

const create = (world: World, who: TestMember, name: string) =>
  bodyOf<Collection>(world.as(who).post("/v1/collections", json({ name })));

const patch = (world: World, who: TestMember, path: string, init?: RequestInit) =>
  world.as(who).send("PATCH")(path, init);

describe.each(DIALECTS)("saved memes and collections on %s", (dialect) => {
  test("save, list, unsave: what was saved last comes first, page by page", async () => {
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now++ });
    const [author, fan] = [await world.member(), await world.member()];
    const memes = [];
    for (let i = 0; i < 4; i++) memes.push((await world.meme({ by: author })).id);
    expect(await idsAt(world, fan, "/v1/saved")).toEqual([]);
    for (const id of [...memes, ...memes]) expect((await world.as(fan).put(`/v1/saved/${id}`)).status).toBe(200);
    expect(await idsAt(world, fan, "/v1/saved")).toEqual(memes.toReversed());
    expect(await idsAt(world, author, "/v1/saved")).toEqual([]);
    const first = await world.as(fan).get("/v1/saved?amount=3");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    expect(await idsAt(world, fan, next.slice(next.indexOf("/v1")))).toEqual(memes.slice(0, 1));
    expect(await read<object>(world, fan, `/v1/saved/${memes[1]}`)).toMatchObject({ saved: true, collections: [] });
    for (let i = 0; i < 2; i++) expect((await world.as(fan).delete(`/v1/saved/${memes[1]}`)).status).toBe(200);
    expect(await read<object>(world, fan, `/v1/saved/${memes[1]}`)).toEqual({
      saved: false,
      collections: [],
      timestamp: null,
      timestamp_epoch_seconds: null,
    });
    expect(await idsAt(world, fan, "/v1/saved")).toEqual([memes[3]!, memes[2]!, memes[0]!]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a hidden meme is left out and comes back; a deleted one is gone for good", async () => {
    await using world = await openWorld(dialect);
    const [author, fan, friend] = [await world.member(), await world.member(), await world.member()];
    const [one, two] = [await world.meme({ by: author }), await world.meme({ by: author })];
    const { id } = await create(world, fan, "Office");
    for (const meme of [one, two]) await world.as(fan).put(`/v1/collections/${id}/memes/${meme.id}`);
    const shared = await bodyOf<Collection>(patch(world, fan, `/v1/collections/${id}?shared=true`));
    const key = shared.share_url.split("/").at(-1);
    const everywhere = async () => {
      const lists = [
        await idsAt(world, fan, "/v1/saved"),
        await idsAt(world, fan, `/v1/collections/${id}/memes`),
        await idsAt(world, friend, `/v1/shared/${key}/memes`),
      ];
      return lists.map((list) => list.toSorted());
    };
    const both = [one.id, two.id].sort();
    expect(await everywhere()).toEqual([both, both, both]);
    await disableMeme(world.ctx(author), one.id);
    expect(await everywhere()).toEqual([[two.id], [two.id], [two.id]]);
    // It can still be let go of, and saving it again is refused like anything about a hidden meme.
    expect((await world.as(friend).put(`/v1/saved/${one.id}`)).status).toBe(404);
    await enableMeme(world.ctx(author), one.id);
    expect(await everywhere()).toEqual([both, both, both]);
    await deleteMeme(world.ctx(author), one.id);
    expect(await everywhere()).toEqual([[two.id], [two.id], [two.id]]);
    expect(await read<Collection[]>(world, fan, "/v1/collections")).toMatchObject([{ memes: 1 }]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("collections: add saves, remove keeps saved, unsaving empties them, deleting keeps the memes", async () => {
    await using world = await openWorld(dialect);
    const fan = await world.member();
    const meme = await world.meme({ by: fan });
    const [cats, office] = [await create(world, fan, "  Cats  "), await create(world, fan, "Office")];
    expect(cats).toMatchObject({ success: true, name: "Cats", memes: 0, shared: false, share_url: "" });
    const put = ({ id }: Collection) => world.as(fan).put(`/v1/collections/${id}/memes/${meme.id}`);
    for (const one of [cats, office, office]) expect((await put(one)).status).toBe(200);
    const save = () => read<{ collections: Collection[] }>(world, fan, `/v1/saved/${meme.id}`);
    expect((await save()).collections.map(({ name, memes }) => [name, memes])).toEqual([
      ["Cats", 1],
      ["Office", 1],
    ]);
    await world.as(fan).delete(`/v1/collections/${cats.id}/memes/${meme.id}`);
    expect(await save()).toMatchObject({ saved: true, collections: [{ name: "Office" }] });
    await world.as(fan).delete(`/v1/saved/${meme.id}`);
    expect(await save()).toMatchObject({ saved: false, collections: [] });
    expect(await idsAt(world, fan, `/v1/collections/${office.id}/memes`)).toEqual([]);
    await put(office);
    expect((await world.as(fan).delete(`/v1/collections/${office.id}`)).status).toBe(200);
    expect(await save()).toMatchObject({ saved: true, collections: [] });
    expect((await world.as(fan).get(`/v1/collections/${office.id}`)).status).toBe(404);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("a name is unique for its owner, whatever its case, and has a limit; so has their number", async () => {
    await using world = await openWorld(dialect);
    const [fan, other] = [await world.member(), await world.member()];
    const { id } = await create(world, fan, "Office");
    const second = await create(world, fan, "Second");
    await create(world, other, "Office");
    for (const name of ["OFFICE", "", " ", "x".repeat(61), "a\u0000b"])
      expect((await world.as(fan).post("/v1/collections", json({ name }))).status, name).toBe(400);
    expect((await patch(world, fan, `/v1/collections/${second.id}`, json({ name: "oFFice" }))).status).toBe(400);
    expect((await patch(world, fan, `/v1/collections/${id}`, json({ name: "OFFICE" }))).status).toBe(200);
    expect((await patch(world, fan, `/v1/collections/${id}`, json({ shared: "perhaps" }))).status).toBe(400);
    for (let n = 3; n <= 100; n++) await create(world, fan, `No. ${n}`);
    expect((await world.as(fan).post("/v1/collections", json({ name: "One more" }))).status).toBe(400);
    expect(await read<Collection[]>(world, fan, "/v1/collections")).toHaveLength(100);
  });

  test("sharing makes an address, which unsharing ends for good", async () => {
    await using world = await openWorld(dialect);
    const [fan, friend] = [await world.member(), await world.member()];
    const { id } = await create(world, fan, "Office");
    const share = (shared: boolean) => bodyOf<Collection>(patch(world, fan, `/v1/collections/${id}`, json({ shared })));
    const first = await share(true);
    expect(first.share_url).toMatch(/\/shared\/[\w-]{32}$/);
    expect((await share(true)).share_url).toBe(first.share_url);
    const pathOf = ({ share_url: url }: Collection) => `/v1/shared/${url.split("/").at(-1)}`;
    expect(await read<object>(world, friend, pathOf(first))).toMatchObject({
      name: "Office",
      owner: { username: fan.user.username },
      share_url: first.share_url,
    });
    expect(await share(false)).toMatchObject({ shared: false, share_url: "" });
    const again = await share(true);
    expect(again.share_url).not.toBe(first.share_url);
    for (const path of [pathOf(first), `${pathOf(first)}/memes`, "/v1/shared/x", `/v1/shared/${id}`])
      expect((await world.as(friend).get(path)).status, path).toBe(404);
    expect((await world.as(friend).get(pathOf(again))).status).toBe(200);
  });

  test("blocks hide saved memes, shared collections and copies, both ways", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member({ name: "author" }), await world.member({ name: "fan" })];
    const [meme, copy] = [await world.meme({ by: author }), await world.meme({ by: fan })];
    const { id } = await create(world, fan, "Office");
    await world.as(fan).put(`/v1/collections/${id}/memes/${meme.id}`);
    const { share_url: url } = await bodyOf<Collection>(patch(world, fan, `/v1/collections/${id}?shared=true`));
    const shared = `/v1/shared/${url.split("/").at(-1)}`;
    const copies = () => read<{ earlier: object[] }>(world, fan, `/v1/meme/${copy.id}/copies`);
    expect((await copies()).earlier).toHaveLength(1);
    await blockPerson(world.ctx(author), fan.user.id);
    expect(await idsAt(world, fan, "/v1/saved")).toEqual([]);
    expect((await world.as(author).get(shared)).status).toBe(404);
    expect((await world.as(author).get(`${shared}/memes`)).status).toBe(404);
    expect((await copies()).earlier).toEqual([]);
    await unblockPerson(world.ctx(author), fan.user.id);
    expect(await idsAt(world, fan, "/v1/saved")).toEqual([meme.id]);
    expect((await world.as(author).get(shared)).status).toBe(200);
  });

  test("two requests that save the first meme at once make one collection", async () => {
    await using world = await openWorld(dialect, CROWD);
    const fan = await world.member();
    const memes = await Promise.all([1, 2, 3, 4].map(() => world.meme({ by: fan })));
    await Promise.all(memes.flatMap(({ id }) => [1, 2].map(() => world.as(fan).put(`/v1/saved/${id}`))));
    expect((await idsAt(world, fan, "/v1/saved")).toSorted()).toEqual(memes.map(({ id }) => id).sort());
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("collections go with their owner's account", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const meme = await world.meme({ by: author });
    const { id } = await create(world, fan, "Office");
    await world.as(fan).put(`/v1/collections/${id}/memes/${meme.id}`);
    await deleteUser(world.ctx(), fan.user.id);
    const left = await world.db.selectFrom("collected_memes").selectAll().execute();
    expect([left, await world.db.selectFrom("collections").selectAll().execute()]).toEqual([[], []]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
