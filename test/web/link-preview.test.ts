import { describe, expect, test } from "bun:test";
import sharp from "sharp";

import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { animation, solid } from "../pictures.ts";
import { openWorld, type World } from "../world.ts";
import { sessionCookie } from "./signed-in.ts";

describe("oEmbed", () => {
  const ask = (world: World, url: string, more = "") => world.as().get(`/oembed?url=${encodeURIComponent(url)}${more}`);

  test("describes a meme's picture, as large as requested", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member({ name: "ada" });
    const image = await sharp({ create: { width: 1600, height: 800, channels: 3, background: "#224466" } }).png();
    const { meme } = await submitMeme(world.ctx(ada), { image: await image.toBuffer(), caption: "<b>&", age: 2 });
    const { url } = world.addresses;
    const response = await ask(world, `${url}/meme/${meme.id}?from=chat#comments`, "&format=json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const told = (await response.json()) as Record<string, unknown>;
    expect(told).toMatchObject({
      version: "1.0",
      type: "photo",
      title: "<b>&",
      author_name: "ada",
      author_url: `${url}/@${ada.user.username}`,
      provider_name: "Guffaw",
      provider_url: `${url}/`,
      width: 1080,
      height: 540,
    });
    for (const [most, width, height] of [
      ["&maxwidth=500", 500, 250],
      ["&maxheight=100", 200, 100],
      ["&maxwidth=300&maxheight=300", 300, 150],
      ["&maxwidth=9999", 1080, 540],
    ] as const) {
      const small = (await (await ask(world, `${url}/meme/${meme.id}`, most)).json()) as Record<string, number>;
      expect([small.width, small.height], most).toEqual([width, height]);
      expect(small.thumbnail_width).toBeLessThanOrEqual(width);
      const bytes = await (await world.as().get(new URL(String(small.url)).pathname)).bytes();
      expect((await sharp(bytes).metadata()).width, most).toBeGreaterThanOrEqual(width);
    }
    expect((await ask(world, `${url}/meme/${meme.id}`, "&maxwidth=0")).status).toBe(400);
    expect((await ask(world, `${url}/meme/${meme.id}`, "&format=xml")).status).toBe(501);
  });

  test("has the true size of a very tall picture", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const image = await sharp({ create: { width: 31, height: 4711, channels: 3, background: "#224466" } }).png();
    const { meme } = await submitMeme(world.ctx(ada), { image: await image.toBuffer(), caption: "", age: 2 });
    const told = (await (await ask(world, `${world.addresses.url}/meme/${meme.id}`)).json()) as Record<string, string>;
    const sizeOf = async (address: string) => {
      const { width, height } = await sharp(await (await world.as().get(new URL(address).pathname)).bytes()).metadata();
      return [width, height];
    };
    expect([Number(told.width), Number(told.height)]).toEqual(await sizeOf(told.url!));
    expect([Number(told.thumbnail_width), Number(told.thumbnail_height)]).toEqual(await sizeOf(told.thumbnail_url!));
  });

  test("answers the same for hidden and missing memes, even to the author", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const hidden = await world.meme({ by: ada, disabled: true });
    const { url } = world.addresses;
    const answers = new Set<string>();
    for (const address of [
      `${url}/meme/${hidden.id}`,
      `${url}/meme/123456789012345678`,
      `${url}/@${ada.user.username}`,
      `https://example.org/meme/${hidden.id}`,
      "nonsense",
      "",
    ])
      for (const cookie of ["", await sessionCookie(world, ada)]) {
        const path = `/oembed?url=${encodeURIComponent(address)}`;
        const response = await world.as().get(path, { headers: { Cookie: cookie } });
        const { "x-request-id": _, date: __, ...headers } = Object.fromEntries(response.headers);
        answers.add(JSON.stringify([response.status, headers, await response.text()]));
      }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,/)]);
  });

  test("shows the picture of a mature meme only on its own page", async () => {
    await using world = await openWorld("SQLite");
    const mature = await world.meme({ by: await world.member(), age: 4 });
    const text = await (await ask(world, `${world.addresses.url}/meme/${mature.id}`)).text();
    expect(text).toContain('"type":"link"');
    expect(text).not.toContain("/i/");
  });
});

describe("a link", () => {
  const tagsOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );

  test("to the site itself has a preview with its name", async () => {
    await using world = await openWorld("SQLite");
    const { url } = world.addresses;
    const tags = tagsOf(await (await world.as().get("/")).text());
    expect(tags).toMatchObject({ "og:title": "Guffaw", "og:site_name": "Guffaw", "og:url": `${url}/` });
    const image = await world.as().get(new URL(tags["og:image"]!).pathname);
    expect(image.headers.get("content-type")).toBe("image/png");
  });

  test("to a meme has a preview with the picture, its size and its words", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member({ name: "ada" });
    const { meme } = await submitMeme(world.ctx(ada), {
      image: await sharp({ create: { width: 2160, height: 1000, channels: 3, background: "#224466" } })
        .png()
        .toBuffer(),
      caption: `"><script>`,
      alt: "A dark picture.",
      age: 1,
    });
    const { url } = world.addresses;
    const html = await (await world.as().get(`/meme/${meme.id}`)).text();
    const tags = tagsOf(html);
    expect(tags).toMatchObject({
      "og:site_name": "Guffaw",
      "og:url": `${url}/meme/${meme.id}`,
      "og:title": "&quot;&gt;&lt;script&gt;",
      "og:image:width": "1080",
      "og:image:height": "500",
      "og:image:alt": "A dark picture.",
      "twitter:card": "summary_large_image",
    });
    const image = await world.as().get(new URL(tags["og:image"]!).pathname);
    expect(image.headers.get("content-type")).toBe(tags["og:image:type"]!);
    const { width, height } = await sharp(await image.bytes()).metadata();
    expect([width, height]).toEqual([1080, 500]);
    expect(html).toContain(`<link rel="canonical" href="${url}/meme/${meme.id}"/>`);
    const [, found] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html)!;
    const embed = new URL(found!.replaceAll("&amp;", "&"));
    expect((await world.as().get(embed.pathname + embed.search)).status).toBe(200);
  });

  test("to a meme has a JPEG, also of a tall picture and an animation", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const frames = [solid(8, 8, "#c00"), solid(8, 8, "#0c0")];
    const film = { delay: [80, 80], width: 480, height: 270 };
    const pictures: [picture: Uint8Array, size: number[]][] = [
      [await animation(frames, { ...film, format: "webp" }), [480, 270]],
      [await animation(frames, { ...film, format: "gif" }), [480, 270]],
      [await solid(900, 3000, "#fde").webp().toBuffer(), [900, 1440]],
      [await solid(900, 600, "#fde").jpeg().toBuffer(), [900, 600]],
    ];
    for (const [image, size] of pictures) {
      const { meme } = await submitMeme(world.ctx(ada), { image, caption: "", age: 2 });
      const tags = tagsOf(await (await world.as().get(`/meme/${meme.id}`)).text());
      const response = await world.as().get(new URL(tags["og:image"]!).pathname);
      const found = await sharp(await response.bytes()).metadata();
      expect([found.format, found.width, found.height]).toEqual(["jpeg", ...size]);
      expect([tags["og:image:width"], tags["og:image:height"]]).toEqual(size.map(String));
      const address = encodeURIComponent(`${world.addresses.url}/meme/${meme.id}`);
      const told = (await (await world.as().get(`/oembed?url=${address}`)).json()) as Record<string, unknown>;
      expect(told).toMatchObject({ url: tags["og:image"], thumbnail_url: tags["og:image"], width: size[0] });
    }
  });

  test("to a meme has only words if it is mature, and no preview if it is hidden", async () => {
    await using world = await openWorld("SQLite");
    const ada = await world.member();
    const mature = await world.meme({ by: ada, age: 4 });
    const tags = tagsOf(await (await world.as().get(`/meme/${mature.id}`)).text());
    expect(tags).toMatchObject({ "og:title": "a caption", "twitter:card": "summary", rating: "adult" });
    expect(tags["og:image"]).toBeUndefined();
    const hidden = await world.meme({ by: ada, disabled: true });
    const headers = { Cookie: await sessionCookie(world, ada) };
    const own = tagsOf(await (await world.as().get(`/meme/${hidden.id}`, { headers })).text());
    expect(own.robots).toBe("noindex");
    expect(Object.keys(own).filter((name) => /og:|twitter:/.test(name))).toEqual([]);
  });
});

describe("icons", () => {
  test("are as large as the manifest says, and cached for ever", async () => {
    await using world = await openWorld("SQLite");
    const response = await world.as().get("/manifest.webmanifest");
    expect(response.headers.get("content-type")).toStartWith("application/manifest+json");
    const { icons, start_url } = (await response.json()) as {
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect(start_url).toBe("/");
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "any any",
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes, type, purpose } of icons) {
      const icon = await world.as().get(src);
      expect(icon.headers.get("content-type")).toStartWith(type);
      expect(icon.headers.get("cache-control")).toContain("immutable");
      if (sizes === "any") continue;
      const { width, height, hasAlpha } = await sharp(await icon.bytes()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      // Whatever shape is cut out of it, no hole may show.
      if (purpose === "maskable") expect(hasAlpha).toBe(false);
    }
    const page = await (await world.as().get("/docs")).text();
    const [, touch] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)!;
    const { width, height } = await sharp(await (await world.as().get(touch!)).bytes()).metadata();
    expect([width, height]).toEqual([180, 180]);
  });

  test("favicon.ico holds three sizes", async () => {
    await using world = await openWorld("SQLite");
    const response = await world.as().get("/favicon.ico");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
    const bytes = Buffer.from(await response.bytes());
    expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([1, 3]);
    for (const [i, size] of [16, 32, 48].entries()) {
      const at = 6 + 16 * i;
      const start = bytes.readUInt32LE(at + 12);
      const { width, format } = await sharp(bytes.subarray(start, start + bytes.readUInt32LE(at + 8))).metadata();
      expect([bytes[at], width, format]).toEqual([size, size, "png"]);
    }
  });
});
