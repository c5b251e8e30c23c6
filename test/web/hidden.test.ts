import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { solid } from "../pictures.ts";
import { fillWorld, type Filled } from "./filled-world.ts";
import { allPlaces } from "./places.ts";
import { sessionCookie } from "./signed-in.ts";

const WORD = "zwiebelfisch";

const HIDERS = ["author", "staff"] as const;
type By = (typeof HIDERS)[number];

/** A meme that everyone has seen before it was hidden. */
async function hideOne(site: Filled, by: By, rated = true) {
  const { world, author, fan } = site;
  const input = {
    image: await solid(9, 7, "#336699").png().toBuffer(),
    caption: `${WORD} caption`,
    alt: `${WORD} alt`,
    age: 2,
  } as const;
  const { meme } = await submitMeme(world.ctx(author), input);
  if (rated) await world.rate(fan, meme, 5);
  await commentOnMeme(world.ctx(fan), { memeId: meme.id, content: `${WORD} comment` });
  if (by === "author") await disableMeme(world.ctx(author), meme.id);
  // By the operator, who notifies nobody: the author's own pages stay as they were.
  else await hideMeme(world.ctx(), { memeId: meme.id, reason: `${WORD} reason` });
  return meme;
}

async function visit(world: World, path: string, cookie = "") {
  const response = await world.as().get(path, { headers: { Cookie: cookie } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const namesIn = (headers: Headers) => [...headers.keys()].sort();

/** The part of a page that does not change from one request to the next. */
const steady = (text: string) => text.replace(/(nonce|name="form" value)="[^"]+"/g, "").replace(/\d{18}/g, "#");

const changes = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((path) => before[path] !== after[path]);

/** A guest, a member, and staff, who see no more than they do outside the moderation pages. */
async function strangers({ world, fan }: Filled): Promise<string[]> {
  const mod = await world.member({ name: "mod", perks: ["staff"] });
  return ["", await sessionCookie(world, fan), await sessionCookie(world, mod)];
}

describe.each(DIALECTS)("a hidden meme on %s", (dialect) => {
  let site: Filled;
  let hidden: Record<By, Meme>;
  beforeAll(async () => {
    site = await fillWorld(await openWorld(dialect));
    hidden = { author: await hideOne(site, "author"), staff: await hideOne(site, "staff") };
  });
  afterAll(() => site.world[Symbol.asyncDispose]());

  test("is nowhere for others: every page, feed, search, map and count looks as if it had never existed", async () => {
    const now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const site = await fillWorld(world);
    const places = [...allPlaces(site), `/search?search=${WORD}`, "/?feed=top&period=1d", "/?feed=top&period=7d"];
    const cookies = await strangers(site);
    const forAll = places.filter((path) => !path.startsWith("/moderation"));
    const readAll = async () => {
      const texts: Record<string, string> = {};
      for (const cookie of cookies)
        for (const path of forAll) texts[`${path} ${cookie}`] = steady((await visit(world, path, cookie)).text);
      return texts;
    };
    const before = await readAll();
    for (const by of HIDERS) await hideOne(site, by, false);
    expect(changes(before, await readAll())).toEqual([]);
    const memes = [await hideOne(site, "author"), await hideOne(site, "staff")] as const;
    // The number of ratings includes those of hidden memes.
    for (const path of changes(before, await readAll())) expect(path).toMatch(/^\/(about|stats) /);
    await enableMeme(world.ctx(site.author), memes[0].id);
    await releaseMeme(world.ctx(), memes[1].id);
    expect((await visit(world, "/")).text.match(new RegExp(`>${WORD} caption</a></bdi>`, "g"))).toHaveLength(2);
  });

  test("gets the same answers as one that never existed: page, picture and oEmbed", async () => {
    const { world } = site;
    const memes = Object.values(hidden);
    const never = "123456789012345678";
    const embedOf = (id: string) => `/oembed?url=${encodeURIComponent(`${world.addresses.url}/meme/${id}`)}`;
    const imageOf = (id: string) => imagePath({ ...memes[0]!, id }, "display");
    const reportOf = (id: string) => `/meme/${id}/report`;
    for (const cookie of await strangers(site))
      for (const [{ id }, path] of memes.flatMap((meme) =>
        [(one: string) => `/meme/${one}`, embedOf, imageOf, ...(cookie ? [reportOf] : [])].map(
          (of) => [meme, of] as const,
        ),
      )) {
        const [found, missing] = [await visit(world, path(id), cookie), await visit(world, path(never), cookie)];
        expect([found.status, missing.status]).toEqual([404, 404]);
        expect(steady(found.text)).toBe(steady(missing.text));
        expect(namesIn(found.headers)).toEqual(namesIn(missing.headers));
      }
  });

  test.each(HIDERS)("is complete for its author, without link preview: hidden by its %s", async (by) => {
    const { world } = site;
    const meme = hidden[by];
    const cookie = await sessionCookie(world, site.author);
    const own = await visit(world, `/meme/${meme.id}`, cookie);
    expect(own.status).toBe(200);
    for (const text of ["caption", "alt", "comment"]) expect(own.text).toContain(`${WORD} ${text}`);
    expect(own.text).not.toMatch(/property="og:|json\+oembed|twitter:/);
    const profile = (await visit(world, `/@${site.author.user.username}`, cookie)).text;
    expect(profile).toContain(`${WORD} caption`);
    expect(profile).toContain(`/meme/${meme.id}`);
    expect((await visit(world, imagePath(meme), cookie)).status).toBe(200);
  });
});
