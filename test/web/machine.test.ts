import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { imagePath } from "../../src/core/memes/renditions.ts";
import type { Meme } from "../../src/entities/meme.ts";
import { processImage } from "../../src/images/process.ts";
import { LAUNCH_TIMEOUT, sharedChromium, type SharedBrowser } from "../chromium.ts";
import { DIALECTS, openWorld, ROOT, submitProcessed, type TestMember, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

/** Text that looks like markup, and characters that some would not let through. */
const CAPTIONS = [
  `<script>alert(1)</script> & "so" 'on'`,
  "]]> <![CDATA[ x ]]> <!-- -->",
  "\u202eright to left\u202c שלום مرحبا \u200f\u2066x\u2069",
  "tab\there\nand another line",
  "&amp; &lt; &#x0; %3C",
  "𝕌 👩‍👩‍👧‍👦 é \u2028 \u200b \ufeff",
  "",
];

let browser: SharedBrowser;
let blank: Page;

beforeAll(async () => {
  browser = await sharedChromium();
  blank = await browser.newPage();
}, LAUNCH_TIMEOUT);

type Tree = { name: string; text: string; attributes: Record<string, string>; children: Tree[] };

/** Read by a real parser, which refuses anything malformed. */
async function parse(text: string, type: "application/xml" | "text/html" = "application/xml"): Promise<Tree> {
  const tree = (await blank.evaluate(
    ([source, kind]) => {
      const treeOf = (one: Element): unknown => ({
        name: one.localName,
        text: one.textContent,
        attributes: Object.fromEntries(Array.from(one.attributes, ({ name, value }) => [name, value])),
        children: Array.from(one.children, treeOf),
      });
      return treeOf(new DOMParser().parseFromString(source, kind).documentElement);
    },
    [text, type] as const,
  )) as Tree;
  expect(all(tree, "parsererror").map((one) => one.text)).toEqual([]);
  return tree;
}

const all = (tree: Tree, name: string): Tree[] => [
  ...(tree.name === name ? [tree] : []),
  ...tree.children.flatMap((one) => all(one, name)),
];
const child = (tree: Tree, name: string) => tree.children.find((one) => one.name === name)!;
const links = (tree: Tree) =>
  Object.fromEntries(
    tree.children.filter(({ name }) => name === "link").map(({ attributes: { rel, href } }) => [rel!, href!]),
  );

async function read(world: World, path: string, cookie?: string): Promise<Tree> {
  const response = await world.as().get(path, cookie ? { headers: { Cookie: cookie } } : {});
  expect(response.status, path).toBe(200);
  return parse(await response.text());
}

const pathOf = (world: World, address: string) => {
  expect(address).toStartWith(`${world.addresses.url}/`);
  return address.slice(new URL(address).origin.length);
};

/** Every entry, from the first page to the last. */
async function walkFeed(world: World, first: string, cookie?: string): Promise<Tree[]> {
  const entries: Tree[] = [];
  for (let path: string | undefined = first; path;) {
    const feed: Tree = await read(world, path, cookie);
    entries.push(...all(feed, "entry"));
    const { next } = links(feed);
    path = next && pathOf(world, next);
  }
  return entries;
}

const idsOf = (entries: Tree[]) => entries.map((one) => child(one, "id").text.split("/").at(-1)!);

describe.each(DIALECTS)("feeds on %s", (dialect) => {
  test("contain the newest memes, each once, nothing hidden or mature, for every caller", async () => {
    await using world = await openWorld(dialect);
    const ada = await world.member({ name: "ada" });
    const [bob, shown] = [await world.member({ name: "bob" }), [] as Meme[]];
    for (let i = 0; i < 62; i++) shown.unshift(await world.meme({ by: i % 2 ? ada : bob, caption: `meme ${i}` }));
    const hidden = await world.meme({ by: ada, disabled: true });
    const mature = await world.meme({ by: ada, age: 4 });
    const family = await world.meme({ by: ada, age: 1 });
    shown.unshift(family);
    const cookie = await sessionCookie(world, ada);
    for (const who of [undefined, cookie]) {
      expect(idsOf(await walkFeed(world, "/feed.atom", who))).toEqual(shown.map(({ id }) => id));
      const own = shown.filter((meme) => meme.authorId === ada.user.id).map(({ id }) => id);
      expect(idsOf(await walkFeed(world, `/@${ada.user.username}/feed.atom`, who))).toEqual(own);
    }
    const rated = shown[40]!;
    for (const meme of [rated, hidden, mature]) await world.rate(ada, meme, 5);
    for (const who of [undefined, cookie]) {
      const hot = [rated, ...shown.filter((meme) => meme !== rated)];
      expect(idsOf(await walkFeed(world, "/hot.atom", who))).toEqual(hot.map(({ id }) => id));
      for (const query of ["", "?period=1d", "?period=all"])
        expect(idsOf(await walkFeed(world, `/top.atom${query}`, who))).toEqual([rated.id]);
    }
    for (const path of ["/feed.atom", "/hot.atom", "/top.atom?period=all"]) {
      const text = await (await world.as().get(path)).text();
      for (const { id, image } of [hidden, mature]) expect(text).not.toContain(`${id}/${image.hash}`);
    }
  });
});

describe("a feed", () => {
  test("has everything Atom requires, and every caption as written", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member({ name: "ada" });
    const memes: Meme[] = [];
    for (const caption of CAPTIONS) memes.unshift(await world.meme({ by: ada, caption }));
    // A name may change, and what identifies a feed may not.
    const feeds = [
      ["/feed.atom", "/feed.atom"],
      [`/@${ada.user.username}/feed.atom`, `/profile/${ada.user.id}/feed.atom`],
    ] as const;
    for (const [path, id] of feeds) {
      const feed = await read(world, path);
      const { url } = world.addresses;
      expect([feed.name, feed.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
      expect(child(feed, "id").text).toBe(url + id);
      expect(links(feed)).toMatchObject({ self: url + path, first: url + path });
      expect(child(feed, "updated").text).toBe(new Date(memes[0]!.createdAt).toISOString());
      const entries = all(feed, "entry");
      expect(entries.length).toBe(memes.length);
      for (const [i, entry] of entries.entries()) await checkEntry(world, entry, memes[i]!, ada);
    }
  });

  async function checkEntry(world: World, entry: Tree, meme: Meme, author: TestMember) {
    const { url } = world.addresses;
    const address = `${url}/meme/${meme.id}`;
    expect(child(entry, "title").text).toBe(meme.caption.trim() || "A meme without a caption");
    expect([child(entry, "id").text, links(entry).alternate]).toEqual([address, address]);
    expect(child(entry, "updated").text).toBe(new Date(meme.createdAt).toISOString());
    expect(child(entry, "author").children.map(({ text }) => text)).toEqual([
      author.user.username,
      `${url}/@${author.user.username}`,
    ]);
    const content = child(entry, "content");
    expect([content.attributes, content.children]).toEqual([{ type: "html" }, []]);
    const html = await parse(content.text, "text/html");
    expect(all(html, "script")).toEqual([]);
    const [img] = all(html, "img");
    expect(img!.attributes).toMatchObject({ alt: meme.caption || "A meme without a caption", width: "8", height: "6" });
    expect((await world.as().get(pathOf(world, img!.attributes.src!))).status).toBe(200);
    expect(all(html, "bdi").map(({ text }) => text)).toEqual(meme.caption ? [meme.caption] : []);
  }

  test("shows JPEGs, but animations as they are", async () => {
    await using world = await openWorld("SQLite");
    const author = await world.member();
    const file = (name: string) => Bun.file(`${ROOT}/assets/starter/${name}`).bytes();
    const post = async (name: string) =>
      submitProcessed(world.ctx(author), { image: await processImage(await file(name)), caption: "", age: 2 });
    const [still, moving] = [await post("printer.png"), await post("just-finishing-up.gif")];
    const feed = await read(world, "/feed.atom");
    const images = [];
    for (const entry of all(feed, "entry"))
      images.push(all(await parse(child(entry, "content").text, "text/html"), "img")[0]!.attributes);
    const { width, height } = still.image.preview!;
    expect(images).toMatchObject([
      { src: world.addresses.url + imagePath(moving, "display") },
      { src: world.addresses.url + imagePath(still, "preview"), width: String(width), height: String(height) },
    ]);
  });

  test("answers 304 until something changes", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const meme = await world.meme({ by: ada });
    const first = await world.as().get("/feed.atom");
    expect(first.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const again = { headers: { "If-None-Match": first.headers.get("etag")! } };
    expect((await world.as().get("/feed.atom", again)).status).toBe(304);
    expect((await world.as().head("/feed.atom", again)).status).toBe(304);
    await disableMeme(world.ctx(ada), meme.id);
    const after = await world.as().get("/feed.atom", again);
    expect([after.status, (await after.text()).includes(meme.id)]).toEqual([200, false]);
  });

  test("of a tag has its newest memes", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const memes: Meme[] = [];
    for (let i = 0; i < 32; i++) memes.unshift(await world.meme({ by: ada, caption: `Again #Monday ${i}` }));
    await world.meme({ by: ada, caption: "No tag" });
    await world.meme({ by: ada, caption: "For grown-ups, #monday", age: 4 });
    await world.meme({ by: ada, caption: "Hidden, #monday", disabled: true });
    await world.rate(ada, memes.at(-1)!, 5);
    expect(idsOf(await walkFeed(world, "/tag/monday/feed.atom"))).toEqual(memes.map(({ id }) => id));
    expect(child(await read(world, "/tag/monday/feed.atom"), "title").text).toBe("#monday on Guffaw");
    expect((await world.as().get("/tag/Monday/feed.atom")).headers.get("location")).toBe("/tag/monday/feed.atom");
    expect((await world.as().get("/tag/tuesday/feed.atom")).status).toBe(404);
    expect(await (await world.as().get("/tag/monday")).text()).toContain('href="/tag/monday/feed.atom"');
  });

  test("goes on in the same period", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const memes: Meme[] = [];
    for (let i = 0; i < 32; i++) memes.unshift(await world.meme({ by: ada }));
    for (const meme of memes) await world.rate(ada, meme, 4);
    const first = await read(world, "/top.atom?period=1mo");
    expect(links(first).alternate).toBe(`${world.addresses.url}/?feed=top&period=1mo`);
    expect(links(first).next).toStartWith(`${world.addresses.url}/top.atom?period=1mo&cursor=`);
    expect(idsOf(await walkFeed(world, "/top.atom?period=1mo"))).toEqual(memes.map(({ id }) => id));
    for (const bad of ["/top.atom?period=2d", "/top.atom?cursor=x", "/hot.atom?cursor=x"])
      expect((await world.as().get(bad)).status, bad).toBe(400);
  });

  test("of nobody and nothing", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member({ name: "ada" });
    expect(all(await read(world, "/feed.atom"), "entry")).toEqual([]);
    expect(all(await read(world, `/@${ada.user.username}/feed.atom`), "entry")).toEqual([]);
    const byName = await world.as().get("/profile/ADA/feed.atom");
    expect(byName.headers.get("location")).toBe(`/@${ada.user.username}/feed.atom`);
    for (const who of ["nobody", "123456789012345678", "me"])
      expect((await world.as().get(`/profile/${who}/feed.atom`)).status, who).toBe(404);
    expect((await world.as().get("/feed.atom?cursor=x")).status).toBe(400);
  });
});

async function mappedPaths(world: World): Promise<string[]> {
  const index = await read(world, "/sitemap.xml");
  expect(index.name).toBe("sitemapindex");
  const paths: string[] = [];
  for (const { text } of all(index, "loc"))
    for (const loc of all(await read(world, pathOf(world, text)), "loc")) paths.push(pathOf(world, loc.text));
  return paths;
}

describe.each(DIALECTS)("the site map on %s", (dialect) => {
  test("lists every public meme and its author, and nothing else", async () => {
    await using world = await openWorld(dialect);
    const people = [await world.member(), await world.member(), await world.member()];
    const silent = await world.member();
    const expected = [
      "/",
      "/about",
      "/anywhere",
      "/day",
      "/docs",
      "/new",
      "/stats",
      "/templates",
      "/top",
      ...people.map(({ user }) => `/@${user.username}`),
    ];
    const memes: Meme[] = [];
    for (let i = 0; i < 60; i++) memes.push(await world.meme({ by: people[i % 3]!, age: i % 4 ? 2 : 1 }));
    for (const i of [0, 7, 30]) await disableMeme(world.ctx(people[i % 3]!), memes[i]!.id);
    const hidden = new Set([0, 7, 30].map((i) => memes[i]!.id));
    await world.meme({ by: people[0]!, age: 4 });
    await world.meme({ by: silent, disabled: true });
    expected.push(...memes.filter(({ id }) => !hidden.has(id)).map(({ id }) => `/meme/${id}`));
    expect((await mappedPaths(world)).sort()).toEqual(expected.sort());
  });
});

describe("the site map", () => {
  test("has no other parts", async () => {
    await using world = await openWorld("SQLite");
    await world.meme({ by: await world.member() });
    for (const part of ["memes/4-0", "memes/2-1", "memes/3-0", "memes/2-", "memes/x", "profiles/x", "profiles/1-2"])
      expect((await world.as().get(`/sitemap/${part}.xml`)).status, part).toBe(404);
    expect((await world.as().get("/sitemap/memes/2-0.xml")).headers.get("content-type")).toStartWith("application/xml");
  });

  test("is in robots.txt, which excludes forms and members' pages", async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_URL: "https://fun.example.org/memes" } });
    const text = await (await world.as().get("/memes/robots.txt")).text();
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!);
    expect(text).toContain("\nSitemap: https://fun.example.org/memes/sitemap.xml\n");
    for (const { path, access } of siteRoutes.filter(({ method }) => method === "GET"))
      if (access !== "anyone") {
        const isClosed = closed.some((one) =>
          `/memes${path}`.match(`^${one.replaceAll("*", ".*").replace("?", "[?]")}`),
        );
        expect(isClosed, path).toBe(true);
      }
  });
});
