import { describe, expect, test } from "bun:test";

import { forgetEvents } from "../../src/core/events/forget-events.ts";
import { numberNewEvents } from "../../src/core/events/number-events.ts";
import { changeRecipe } from "../../src/core/make/change-recipe.ts";
import { revokeKey } from "../../src/core/keys/revoke-key.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { listEventsAfter } from "../../src/data/events.ts";
import { listKeys } from "../../src/data/keys.ts";
import { addresses } from "../../src/config.ts";
import { EventStreams } from "../../src/http/api/event-streams.ts";
import type { StreamLimits } from "../../src/http/open-streams.ts";
import { startServer } from "../cli/guffaw.ts";
import { make, plain } from "../make/making.ts";
import { until } from "../until.ts";
import { CROWD, DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { Listener } from "./event-listener.ts";

const caption = (world: World, by: TestMember, memeId: string, text: string) =>
  captionMeme(world.ctx(by), { memeId, caption: text });

describe.each(DIALECTS)("GET /v1/events on %s", (dialect) => {
  test("tells what happens, in order, with the meme as it is", async () => {
    await using world = await openWorld(dialect);
    const [author, fan, reader] = [await world.member(), await world.member(), await world.member()];
    await world.meme({ by: author, caption: "before anybody listened" });
    using listener = await Listener.open(world, reader);
    const meme = await world.meme({ by: author, caption: "first" });
    await until(() => listener.heard.length === 1);
    await caption(world, author, meme.id, "second");
    await until(() => listener.heard.length === 2);
    // Two fives double the ten points it began with. More of them are no news.
    for (const one of [author, fan, reader]) await world.rate(one, meme, 5);
    await until(() => listener.heard.length === 3);
    await disableMeme(world.ctx(author), meme.id);
    await caption(world, author, meme.id, "changed while hidden");
    await until(() => listener.heard.length === 4);
    await enableMeme(world.ctx(author), meme.id);
    await until(() => listener.heard.length === 5);
    await deleteMeme(world.ctx(author), meme.id);
    await until(() => listener.heard.length === 6);
    expect(listener.news).toEqual([
      "new first",
      "edited second",
      "hot second",
      `gone ${meme.id}`,
      "new changed while hidden",
      `gone ${meme.id}`,
    ]);
    const ids = listener.heard.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(listener.heard[0]!.meme!.memeid).toBe(meme.id);
    expect(Object.keys(listener.heard[5]!)).toEqual(["id", "event", "memeid"]);
  });

  test("goes on after the last event, by header or address, and misses nothing", async () => {
    await using world = await openWorld(dialect);
    const [author, reader] = [await world.member(), await world.member()];
    for (const text of ["one", "two", "three"]) await world.meme({ by: author, caption: text });
    const hear = async (count: number, query: string, headers?: Record<string, string>) => {
      using listener = await Listener.open(world, reader, query, headers);
      await until(() => listener.heard.length >= count);
      expect(listener.isReset).toBe(false);
      return listener;
    };
    const all = await hear(3, "?after=0");
    expect(all.news).toEqual(["new one", "new two", "new three"]);
    const [first, second] = all.heard;
    expect((await hear(2, `?after=${first!.id}`)).news).toEqual(["new two", "new three"]);
    expect((await hear(1, `?after=${first!.id}`, { "Last-Event-ID": second!.id })).news).toEqual(["new three"]);
    // What was hidden meanwhile is only gone, and what changed is as it is now.
    const [one, two] = all.heard.map(({ memeid }) => memeid) as [string, string];
    await disableMeme(world.ctx(author), one);
    await caption(world, author, two, "TWO");
    expect((await hear(4, "?after=0")).news).toEqual(["new TWO", "new three", `gone ${one}`, "edited TWO"]);
    // Its author neither hears of it as long as it is hidden.
    using own = await Listener.open(world, author, "?after=0");
    await until(() => own.heard.length === 4);
    expect(own.news).toEqual(["new TWO", "new three", `gone ${one}`, "edited TWO"]);
  });

  test("filters by age, tag and author, and keeps to what people may and want to see", async () => {
    await using world = await openWorld(dialect);
    const [ann, bob] = [await world.member({ name: "ann" }), await world.member({ name: "bob" })];
    const [reader, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const listeners = {
      family: await Listener.open(world, reader, "?age=1"),
      teen: await Listener.open(world, reader),
      mature: await Listener.open(world, reader, "?age=4"),
      cats: await Listener.open(world, reader, "?age=4&tag=%23CATS"),
      bob: await Listener.open(world, reader, "?age=4&author=bob"),
    };
    const blocked = await world.member();
    await world.as(bob).put(`/v1/profile/${blocked.user.username}/block`);
    const shut = await Listener.open(world, blocked, "?age=4");
    const memes = [
      await world.meme({ by: ann, age: 1, caption: "a #cats" }),
      await world.meme({ by: bob, age: 2, caption: "b #dogs" }),
      await world.meme({ by: bob, age: 4, caption: "c #cats" }),
    ];
    await caption(world, ann, memes[0]!.id, "d");
    await hideMeme(world.ctx(staff), { memeId: memes[1]!.id, reason: "x" });
    await deleteMeme(world.ctx(bob), memes[2]!.id);
    await world.meme({ by: ann, age: 1, caption: "end #cats" });
    await world.meme({ by: bob, age: 1, caption: "end #cats" });
    for (const [name, listener] of Object.entries({ ...listeners, shut }))
      await until(() => listener.news.at(-1) === "new end #cats" && (name === "bob" || listener.heard.length > 1));
    const [a, b, c] = memes.map(({ id }) => id);
    // They were told as they happened, or later: what has changed or gone since is told as it is.
    const about = ({ heard }: Listener, id: string) => heard.filter((one) => one.memeid === id).map((one) => one.event);
    expect(about(listeners.family, a!)).toEqual(["new", "edited"]);
    expect([about(listeners.family, b!), about(listeners.family, c!)]).toEqual([[], []]);
    expect(about(listeners.teen, b!).at(-1)).toBe("gone");
    expect(about(listeners.teen, c!)).toEqual([]);
    expect(about(listeners.mature, c!).at(-1)).toBe("gone");
    // A tag that is taken off is heard of once more.
    expect(about(listeners.cats, a!)).toEqual(["new", "edited"]);
    expect([about(listeners.cats, b!), about(listeners.cats, c!).at(-1)]).toEqual([[], "gone"]);
    expect([about(listeners.bob, a!), about(listeners.bob, b!).at(-1)]).toEqual([[], "gone"]);
    expect([about(shut, b!), about(shut, c!)]).toEqual([[], []]);
    for (const listener of [...Object.values(listeners), shut]) listener[Symbol.dispose]();
  });

  test("nobody hears of memes that wait for approval", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_APPROVE_FIRST: "1" } });
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    using listener = await Listener.open(world, staff, "?after=0");
    const waits = await world.meme({ by: author, caption: "waits" });
    await deleteMeme(world.ctx(author), waits.id);
    await world.meme({ by: staff, caption: "shown" });
    await until(() => listener.heard.length > 0);
    expect(listener.news).toEqual(["new shown"]);
  });

  test("numbers are given in order, whatever commits when and whoever gives them", async () => {
    await using world = await openWorld(dialect, CROWD);
    const author = await world.member();
    const memes = await Promise.all(Array.from({ length: 8 }, () => world.meme({ by: author })));
    let isDone = false;
    const write = async (id: string) => {
      for (let i = 0; i < 12; i++) await caption(world, author, id, `${i}`);
    };
    const writing = Promise.all(memes.map(({ id }) => write(id))).then(() => (isDone = true));
    const read = async () => {
      const seen: number[] = [];
      for (let last = false; ; last = isDone) {
        // SQLite answers at once, and would let nobody else have a turn.
        await Bun.sleep(1);
        await numberNewEvents(world.ctx());
        const found = await listEventsAfter(world.db, seen.at(-1) ?? 0, 5);
        seen.push(...found.map(({ number }) => number));
        if (last && found.length === 0) return seen;
      }
    };
    const readers = await Promise.all([read(), read(), read()]);
    await writing;
    const all = await listEventsAfter(world.db, 0, 1000);
    expect(all).toHaveLength(8 + 8 * 12);
    for (const seen of readers) expect(seen).toEqual(all.map(({ number }) => number));
  });

  test("forgets what is old, always keeps the newest, and says so to those who missed something", async () => {
    await using world = await openWorld(dialect);
    const [author, reader] = [await world.member(), await world.member()];
    const { signal } = new AbortController();
    for (const text of ["one", "two", "three"]) await world.meme({ by: author, caption: text });
    await forgetEvents(world.ctx(), signal, { maxKept: 2 });
    const kept = await listEventsAfter(world.db, 0, 10);
    expect(kept).toHaveLength(2);
    using behind = await Listener.open(world, reader, `?after=${kept[0]!.number - 1}`);
    await until(() => behind.heard.length === 2);
    expect([behind.isReset, behind.news]).toEqual([true, ["new two", "new three"]]);
    await forgetEvents({ ...world.ctx(), now: Date.now() + 86_400_000 * 30 }, signal);
    expect(await listEventsAfter(world.db, 0, 10)).toEqual(kept.slice(1));
    using upToDate = await Listener.open(world, reader, "", { "Last-Event-ID": String(kept[1]!.number) });
    using future = await Listener.open(world, reader, "?after=9999999999999999");
    await world.meme({ by: author, caption: "four" });
    await until(() => upToDate.heard.length === 1 && future.heard.length === 1);
    expect([upToDate.isReset, future.isReset]).toEqual([false, true]);
  });

  test("ends with the key, with one stream too many, and with the server", async () => {
    await using world = await openWorld(dialect);
    const [author, reader] = [await world.member(), await world.member()];
    const doomed = await world.member();
    const [key] = await listKeys(world.db, doomed.user.id);
    using ending = await Listener.open(world, doomed);
    await revokeKey(world.ctx(), key!.id);
    const listeners: Listener[] = [];
    for (let i = 0; i < 7; i++) listeners.push(await Listener.open(world, reader));
    await until(() => listeners[0]!.isOver);
    await world.meme({ by: author, caption: "one" });
    await until(() => ending.isOver && listeners.slice(1).every(({ heard }) => heard.length === 1));
    expect(ending.heard).toEqual([]);
    world.app.drain();
    await Promise.all(listeners.map(({ ended }) => ended));
    const late = await world.as(reader).get("/v1/events");
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "60"]);
  });

  test("hears of what another process does, and lets the server stop", async () => {
    await using world = await openWorld(dialect);
    const [author, reader] = [await world.member(), await world.member()];
    const server = await startServer(world.env);
    using listener = await Listener.open(world, reader, "", {}, server.origin());
    await world.meme({ by: author, caption: "elsewhere" });
    await until(() => listener.heard.length === 1);
    expect(listener.news).toEqual(["new elsewhere"]);
    expect(await server.stop()).toBe(0);
    await listener.ended;
    expect(listener.isOver).toBe(true);
  });

  test("refuses what it does not understand, and answers HEAD", async () => {
    await using world = await openWorld(dialect);
    const reader = world.as(await world.member());
    for (const [query, status] of Object.entries({
      "after=x": 400,
      "after=-1": 400,
      "age=3": 400,
      "tag=a+b": 400,
      "tag=1": 400,
      "author=nobody": 404,
    }))
      expect((await reader.get(`/v1/events?${query}`)).status, query).toBe(status);
    expect((await reader.get("/v1/events", { headers: { "Last-Event-ID": "x" } })).status).toBe(400);
    expect((await world.as().get("/v1/events")).status).toBe(401);
    const head = await reader.send("HEAD")("/v1/events");
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  });

  test("has room for so many, and lets go of those who leave", async () => {
    await using world = await openWorld(dialect);
    const { user, key } = await world.member();
    const streams = new EventStreams(world.services, addresses(world.services.config, 1), { max: 2 });
    const listening = { key, userId: user.id, wish: { age: 2 as const }, heard: undefined };
    const [first, gone] = [new AbortController(), AbortSignal.abort()];
    await streams.open(listening, first.signal);
    const second = await streams.open(listening, new AbortController().signal);
    await expect(streams.open(listening, first.signal)).rejects.toThrow("Too many programs");
    first.abort();
    await second.cancel();
    await streams.open(listening, gone);
    expect(streams.size).toBe(0);
  });

  test("tells of a picture that was drawn anew, but not while it is hidden", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const meme = await make(world, author, { recipe: plain(), caption: "made #here" });
    await changeRecipe(world.ctx(author), meme.id, { recipe: plain("#335577") });
    await disableMeme(world.ctx(author), meme.id);
    await changeRecipe(world.ctx(author), meme.id, { recipe: plain("#775533") });
    await numberNewEvents(world.ctx());
    const events = await listEventsAfter(world.db, 0, 10);
    expect(events.map(({ kind, tags }) => `${kind} ${tags.join()}`)).toEqual(["new here", "edited here", "gone here"]);
  });

  test("breaks the silence, and waits for those who do not read", async () => {
    await using world = await openWorld(dialect);
    const [author, { user, key }] = [await world.member(), await world.member()];
    for (const text of ["one", "two"]) await world.meme({ by: author, caption: text });
    await numberNewEvents(world.ctx());
    const where = addresses(world.services.config, 1);
    const listening = { key, userId: user.id, wish: { age: 2 as const }, heard: 0 };
    const read = async (limits: StreamLimits, isEnough: (text: string) => boolean) => {
      const streams = new EventStreams(world.services, where, limits);
      let text = "";
      for await (const part of await streams.open(listening, new AbortController().signal))
        if (isEnough((text += part))) break;
      expect(streams.size).toBe(0);
      return text;
    };
    const last = (await listEventsAfter(world.db, 0, 10)).at(-1)!.number;
    expect(await read({ quietMs: 0 }, (text) => text.includes("\n:\n"))).toEndWith(`\n\n:\nid: ${last}\n\n`);
    // Full from its greeting on, so nothing follows before that is read.
    const slow = await read({ maxWaiting: 1, quietMs: 0 }, (text) => text.includes("two"));
    expect(slow).toContain("one");
  });
});
