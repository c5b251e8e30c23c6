import { expect, test } from "bun:test";

import { Guffaw, NotSignedIn, type MemeEvent } from "../../client/src/index.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { until } from "../until.ts";
import { Listener } from "../v1/event-listener.ts";
import { openWorld } from "../world.ts";

test("events go on after the connection is lost, until the signal aborts", async () => {
  await using world = await openWorld("SQLite");
  const [author, reader] = [await world.member(), await world.member()];
  let connections = 0;
  const counting = (async (address: string, init?: RequestInit) => {
    connections++;
    return fetch(address, init);
  }) as typeof fetch;
  const guffaw = new Guffaw({ key: reader.key, url: world.origin, fetch: counting });
  const heard: MemeEvent[] = [];
  const leave = new AbortController();
  const listening = (async () => {
    for await (const event of guffaw.events({ signal: leave.signal })) heard.push(event);
  })();
  const problem = listening.catch((error: unknown) => error);
  await until(() => connections === 1);
  const first = await heardOf("one");
  // The seventh stream of an account ends its first.
  const others: Listener[] = [];
  for (let i = 0; i < 6; i++) others.push(await Listener.open(world, reader));
  await world.meme({ by: author, caption: "two" });
  await until(() => connections === 2);
  await deleteMeme(world.ctx(author), first);
  await until(() => heard.length >= 3);
  expect(heard.map(({ event, memeid, meme }) => `${event} ${meme?.caption ?? memeid}`)).toEqual([
    "new one",
    "new two",
    `gone ${first}`,
  ]);
  expect(heard[0]!.meme!.timestamp).toBeDefined();
  leave.abort(new Error("enough"));
  expect(await problem).toEqual(new Error("enough"));
  for (const other of others) other[Symbol.dispose]();

  async function heardOf(caption: string) {
    // Nobody says when the stream is open, so the meme may come first.
    await Bun.sleep(300);
    const { id } = await world.meme({ by: author, caption });
    await until(() => heard.length > 0);
    return id;
  }
});

test("the first connection has to succeed, and forgotten events are announced", async () => {
  await using world = await openWorld("SQLite");
  const [author, reader] = [await world.member(), await world.member()];
  const stranger = new Guffaw({ key: `${reader.key.slice(0, -1)}-`, url: world.origin });
  await expect(stranger.events().next()).rejects.toBeInstanceOf(NotSignedIn);
  await expect(new Guffaw({ url: "http://127.0.0.1:1", retries: 0 }).events().next()).rejects.toThrow("reached");
  await world.meme({ by: author, caption: "one" });
  let resets = 0;
  const guffaw = new Guffaw({ key: reader.key, url: world.origin });
  for await (const { meme } of guffaw.events({ after: "1", onReset: () => resets++ })) {
    expect([meme!.caption, resets]).toEqual(["one", 1]);
    break;
  }
});
