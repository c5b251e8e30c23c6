import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { collectMeme } from "../../src/core/collections/collect-meme.ts";
import { changeCollection } from "../../src/core/collections/change-collection.ts";
import { createCollection } from "../../src/core/collections/create-collection.ts";
import { mutePerson } from "../../src/core/filters/mute-person.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { followUser } from "../../src/core/users/follow-user.ts";
import { updateWonDay } from "../../src/data/days.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

const PAGE = 20;
/** More than a walk from the beginning would read. */
const COUNT = 7 * PAGE + 5;
/** In a row, by somebody whom the reader has muted. */
const MUTED = 2 * PAGE;
const SLOW = 600_000;

describe.each(DIALECTS)("the meme before a page, far from the beginning, on %s", (dialect) => {
  let world: World;
  let headers: Record<string, string>;
  let collection: { id: number; shareKey?: string | undefined };

  beforeAll(async () => {
    world = await openWorld(dialect);
    const [ann, bob, reader] = [
      await world.member({ name: "ann" }),
      await world.member({ name: "bob" }),
      await world.member(),
    ];
    collection = await createCollection(world.ctx(reader), { name: "All" });
    for (let i = 0; i < COUNT + MUTED; i++) await postOne(i, i >= 50 && i < 50 + MUTED ? bob : ann, reader);
    collection = await changeCollection(world.ctx(reader), { id: collection.id, shared: true });
    for (const one of [ann, bob]) await followUser(world.ctx(reader), one.user.id);
    await mutePerson(world.ctx(reader), "bob");
    headers = { Cookie: await sessionCookie(world, reader), Accept: "text/html" };
  }, SLOW);

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  async function postOne(i: number, by: TestMember, reader: TestMember) {
    const meme = await world.meme({ by, caption: `number ${i} #walk` });
    await world.rate(reader, meme, 1 + (i % 5));
    await collectMeme(world.ctx(reader), { memeId: meme.id, collectionId: collection.id });
    await updateWonDay(world.db, meme.id, 20_000 + i);
    // One in every page is hidden, and nobody walks over it.
    if (i % PAGE === 7) await disableMeme(world.ctx(by), meme.id);
  }

  const textOf = async (path: string) =>
    (await (await world.as().get(path, { headers })).text()).replaceAll("&amp;", "&");

  /** The pages of a list: the address of each, and its memes. */
  async function pagesOf(list: string) {
    const pages: { address: string; ids: string[] }[] = [];
    for (let address: string | undefined = list; address !== undefined;) {
      const text: string = await textOf(address);
      pages.push({ address, ids: [...text.matchAll(/id="card-(\d+)"/g)].map(([, id]) => id!) });
      address = /rel="next" href="([^"]+)"/.exec(text)?.[1];
    }
    return pages;
  }

  const walkFrom = async (path: string) => {
    const text = await textOf(path);
    const found = (pattern: RegExp) => pattern.exec(text)?.[1];
    return {
      previous: found(/rel="prev" href="([^"]+)" data-newer/),
      next: found(/rel="next" href="([^"]+)" data-older/),
    };
  };
  const idIn = (path: string | undefined) => /^\/meme\/(\d+)\?from=/.exec(path ?? "")?.[1];
  const memeOn = (id: string, list: string) => `/meme/${id}?from=${encodeURIComponent(list)}`;

  test.each([
    "/",
    "/new",
    "/?feed=top&period=all",
    "/?feed=top&period=7d",
    "/?feed=following",
    "/day",
    "/@ann",
    "/tag/walk",
    "/tag/walk?order=new",
    "/tag/walk?order=top",
    "/saved",
    "/saved/{collection}",
    "/shared/{key}",
  ])(
    "%s",
    async (path) => {
      const list = path.replace("{collection}", String(collection.id)).replace("{key}", collection.shareKey!);
      const pages = (await pagesOf(list)).filter(({ ids }) => ids.length > 0);
      expect(pages.length).toBeGreaterThan(6);
      for (const [i, { address, ids }] of pages.entries()) {
        const { previous } = await walkFrom(memeOn(ids[0]!, address));
        const before = pages[i - 1]?.ids.at(-1);
        expect(idIn(previous), address).toBe(before);
        // From there, the list goes on in both directions.
        if (previous === undefined) continue;
        const there = await walkFrom(previous);
        expect([idIn(there.previous), idIn(there.next)], address).toEqual([pages[i - 1]!.ids.at(-2), ids[0]]);
      }
      // Step by step over two ends of pages.
      const all = pages.flatMap(({ ids }) => ids);
      let here: string | undefined = memeOn(pages.at(-1)!.ids[0]!, pages.at(-1)!.address);
      const start = all.indexOf(pages.at(-1)!.ids[0]!);
      for (let step = 1; step <= PAGE + 3; step++) {
        here = (await walkFrom(here!)).previous;
        expect(idIn(here), `${step} steps back`).toBe(all[start - step]);
      }
    },
    SLOW,
  );
});
