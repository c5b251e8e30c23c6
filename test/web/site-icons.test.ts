import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import sharp from "sharp";

import { changeSite } from "../../src/core/site/change-site.ts";
import { removeLogo, uploadLogo } from "../../src/core/site/replace-logo.ts";
import { drawOwnSvg } from "../../src/images/own-svg.ts";
import { openWorld, type World } from "../world.ts";

const ACCENT = "#2f6fde";
const RGB = [0x2f, 0x6f, 0xde];

let world: World;
let meme: string;

beforeAll(async () => {
  world = await openWorld("SQLite");
  ({ id: meme } = await world.meme({ by: await world.member() }));
});
beforeEach(async () => {
  await removeLogo(world.ctx());
  await changeSite(world.ctx(), { accent: "" });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const text = async (path: string) => (await world.as().get(path, { headers: { Accept: "text/html" } })).text();

/** Every icon that something of the site names, by what names it. */
async function iconsOf(): Promise<Record<string, string>> {
  const page = await text("/");
  const linked = (rel: string) => new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`).exec(page)![1]!;
  const manifest = JSON.parse(await text("/manifest.webmanifest")) as {
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { icons: { src: string }[] }[];
  };
  const [offline, feed, search] = [await text("/offline"), await text("/feed.atom"), await text("/opensearch.xml")];
  return {
    tab: linked("icon"),
    apple: linked("apple-touch-icon"),
    offline: /<link rel="icon"[^>]* href="([^"]+)"/.exec(offline)![1]!,
    feed: /<icon>(.+)<\/icon>/.exec(feed)![1]!,
    search: /<Image[^>]*>(.+)<\/Image>/.exec(search)![1]!,
    preview: /property="og:image" content="([^"]+)"/.exec(page)![1]!,
    shortcut: manifest.shortcuts[0]!.icons[0]!.src,
    ...Object.fromEntries(manifest.icons.map(({ src, sizes, purpose }) => [`${purpose} ${sizes}`, src])),
  };
}

/** Width, type and one pixel of each, a third from the top: the forehead of our face. */
async function look(href: string) {
  const answer = await world.as().get(new URL(href, world.origin).pathname);
  expect([href, answer.status]).toEqual([href, 200]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const bytes = await answer.bytes();
  const type = answer.headers.get("content-type")!;
  const { data, info } = type.startsWith("image/svg")
    ? await drawOwnSvg(Buffer.from(bytes).toString())
    : await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = 4 * (Math.round(info.height * 0.36) * info.width + Math.round(info.width / 2));
  return {
    size: [info.width, info.height],
    type,
    pixel: [...data.subarray(at, at + 3)],
  };
}

describe("without a logo", () => {
  test("icons are our face, in our colour or the site's", async () => {
    for (const accent of ["", ACCENT]) {
      await changeSite(world.ctx(), { accent });
      const icons = await iconsOf();
      expect(Object.keys(icons)).toContain("any any");
      for (const [name, href] of Object.entries(icons)) {
        expect(href, name).toMatch(
          accent ? /-2f6fde\.[0-9a-f]{12}\.(svg|png)$/ : /icon(-\w+)?\.[0-9a-f]{12}\.(svg|png)$/,
        );
        const { pixel } = await look(href);
        expect(pixel, name).toEqual(accent ? RGB : [0xff, 0x8a, 0x4c]);
      }
      const favicon = Buffer.from(await (await world.as().get("/favicon.ico")).bytes());
      const largest = favicon.subarray(favicon.lastIndexOf("\x89PNG", "latin1"));
      const { data } = await sharp(largest).raw().toBuffer({ resolveWithObject: true });
      const at = 4 * (17 * 48 + 24);
      expect([...data.subarray(at, at + 3)]).toEqual(accent ? RGB : [0xff, 0x8a, 0x4c]);
    }
  });

  test("an icon in a colour that no site can have is not there, nor is anything else in a colour", async () => {
    for (const file of ["icon-ffff00.000000000000.svg", "site-2f6fde.000000000000.css", "dots-2f6fde.000000000000.svg"])
      expect((await world.as().get(`/assets/${file}`)).status, file).toBe(404);
    const other = await world.as().get("/assets/icon-192-2f6fde.000000000000.png");
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });
});

describe("with a logo", () => {
  const logo = () =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: ACCENT } })
      .png()
      .toBuffer();

  test("every icon is made of it, square and of the size it is said to have", async () => {
    await uploadLogo(world.ctx(), await logo());
    const icons = await iconsOf();
    expect(Object.keys(icons)).not.toContain("any any");
    for (const [name, href] of Object.entries(icons)) {
      const { size, type, pixel } = await look(href);
      expect([type, pixel], name).toEqual(["image/png", RGB]);
      const [, said] = / (\d+)x\d+$/.exec(name) ?? [];
      if (said !== undefined) expect(size, name).toEqual([Number(said), Number(said)]);
      else expect(size[0], name).toBe(size[1]!);
    }
    expect((await look(icons.apple!)).size[0]).toBe(180);
    expect(await text(`/meme/${meme}`)).toContain(`href="${icons.tab}"`);
    const favicon = await world.as().get("/favicon.ico");
    expect([favicon.status, favicon.headers.get("location")]).toEqual([302, icons.tab!]);
    await removeLogo(world.ctx());
    for (const href of Object.values(icons))
      expect((await world.as().get(new URL(href, world.origin).pathname)).status).toBe(404);
  });

  test("from before there were icons, they are our face in the site's colour", async () => {
    await uploadLogo(world.ctx(), await logo());
    await world.db.updateTable("site_info").set({ logo_icon_bytes: null }).execute();
    await changeSite(world.ctx(), { accent: ACCENT });
    for (const href of Object.values(await iconsOf())) expect(href).toContain("-2f6fde.");
    expect(await text("/")).toContain('class="logo"');
  });
});
