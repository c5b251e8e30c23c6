import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { blockPerson } from "../../src/core/filters/block-person.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { largePicture, picture, plain } from "../make/making.ts";
import { addTemplate } from "../templates.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { callTool, replyOf, send, toolCall, type Result } from "./mcp-world.ts";

const base64 = async (bytes: Uint8Array | Promise<Uint8Array>) => Buffer.from(await bytes).toString("base64");

/** Text and picture of each meme, in turn. */
function picturesIn({ content }: Result): Promise<string[]> {
  return Promise.all(
    content.flatMap(({ type, data, mimeType }) => {
      if (type !== "image") return [];
      expect(mimeType).toBe("image/webp");
      return sharp(Buffer.from(data!, "base64"))
        .metadata()
        .then(({ format, width, height }) => `${format} ${width}x${height}`);
    }),
  );
}

const captions = (result: Result) => result.structuredContent!.memes.map(({ caption }) => caption).sort();

const idsOf = async (world: World) => (await world.db.selectFrom("memes").select("id").execute()).map(({ id }) => id);

describe.each(DIALECTS)("the tools for language models on %s", (dialect) => {
  test("find memes and show them, up to the wanted age", async () => {
    await using world = await openWorld(dialect);
    const [ann, me] = [await world.member({ name: "ann" }), await world.member()];
    for (const [caption, age] of [
      ["tame cat", 1],
      ["usual cat", 2],
      ["mature cat", 4],
    ] as const)
      await world.meme({ by: ann, caption, age });
    const found = await callTool(world, me, "search_memes", { search: "cat" });
    expect(captions(found)).toEqual(["tame cat", "usual cat"]);
    expect(found.content.map(({ type }) => type)).toEqual(["text", "image", "text", "image"]);
    expect(found.content[0]!.text).toBe(JSON.stringify(found.structuredContent!.memes[0]));
    expect(await picturesIn(found)).toEqual(["webp 8x6", "webp 8x6"]);
    const searched = async (given: object) => captions(await callTool(world, me, "search_memes", given));
    expect(await searched({ search: "cat", age: 1 })).toEqual(["tame cat"]);
    expect(await searched({ search: "cat", age: "4", cursor: null })).toHaveLength(3);

    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
      const page = await callTool(world, me, "search_memes", { search: "cat", amount: 1, cursor });
      seen.push(...captions(page));
      if ((cursor = page.structuredContent!.next) === undefined) break;
    }
    expect(seen).toEqual(["usual cat", "tame cat"]);

    const nothing = await callTool(world, me, "search_memes", { search: "walrus" });
    expect<object>(nothing).toEqual({
      content: [{ type: "text", text: "No memes found." }],
      structuredContent: { memes: [] },
    });
    const random = async (given: object) => captions(await callTool(world, me, "random_meme", given));
    for (let i = 0; i < 10; i++) expect(await random({})).not.toEqual(["mature cat"]);
    expect(await random({ count: 25, age: 4 })).toEqual(["mature cat", "tame cat", "usual cat"]);
    expect(await random({ age: 1 })).toEqual(["tame cat"]);
  });

  test("show a meme in the words of the API, and its address leads to the picture", async () => {
    await using world = await openWorld(dialect);
    const [ann, me] = [await world.member({ name: "ann" }), await world.member()];
    const meme = await world.meme({ by: ann, caption: 'a "cat"\n\u{1f600}' });
    await world.rate(me, meme, 4);
    const result = await callTool(world, me, "get_meme", { memeid: meme.id });
    const shown = result.structuredContent!;
    const api = (await (await world.as(me).get(`/v1/meme/${meme.id}`)).json()) as Record<string, unknown>;
    for (const [name, value] of Object.entries(shown))
      if (name === "author") expect(value).toBe("ann");
      else if (name === "video") expect(value).toBeFalse();
      else expect(value, name).toEqual(api[name]);
    expect(result.content[0]!.text).toBe(JSON.stringify(shown));
    expect(await picturesIn(result)).toEqual(["webp 8x6"]);
    const file = await fetch(shown.url.replace(world.addresses.url, world.origin));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("show nothing hidden to others, who cannot tell it from what does not exist", async () => {
    await using world = await openWorld(dialect);
    const [ann, staff, me] = [await world.member(), await world.member({ perks: ["staff"] }), await world.member()];
    const [own, byStaff, blocked] = [
      await world.meme({ by: ann, caption: "cat of mine", disabled: true }),
      await world.meme({ by: ann, caption: "cat of staff" }),
      await world.meme({ by: staff, caption: "cat of an enemy" }),
    ];
    await hideMeme(world.ctx(staff), { memeId: byStaff.id, reason: "x" });
    await blockPerson(world.ctx(me), staff.user.id);
    const none = await callTool(world, me, "get_meme", { memeid: "140000000000000000" });
    expect(none).toMatchObject({ isError: true, _meta: { code: "not_found" } });
    for (const { id } of [own, byStaff, blocked]) {
      expect(await callTool(world, me, "get_meme", { memeid: id })).toEqual(none);
      expect(captions(await callTool(world, me, "search_memes", { search: id, age: 4 }))).toEqual([]);
    }
    expect(captions(await callTool(world, me, "search_memes", { search: "cat", age: 4 }))).toEqual([]);
    expect(await callTool(world, me, "random_meme", { age: 4 })).toMatchObject({ _meta: { code: "not_found" } });
    // Its author sees it, and that nobody else does.
    const seen = await callTool(world, ann, "get_meme", { memeid: own.id });
    expect(seen.structuredContent).toMatchObject({ caption: "cat of mine", disabled: true });
    expect(await picturesIn(seen)).toEqual(["webp 8x6"]);
    const recipe = { ...plain(), panels: [{ base: { kind: "meme", id: own.id } }] };
    expect(await callTool(world, me, "make_meme", { recipe })).toMatchObject({ _meta: { code: "not_found" } });
  });

  test("make memes from templates, recipes and pictures", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "bob" });
    const template = await addTemplate(world, "cat", ["pets"]);
    const listed = (await callTool(world, me, "find_templates", { search: "pet" })).structuredContent!;
    expect(listed.templates).toMatchObject([{ id: template.id, name: "The cat", texts: ["Above", "Below"] }]);
    const made = await callTool(world, me, "make_meme", {
      template: template.id,
      texts: ["Me", "On Monday"],
      caption: "so true",
      age: 1,
    });
    expect(made.structuredContent).toMatchObject({ caption: "so true", author: "bob", alt: "Me / On Monday", age: 1 });
    expect(await picturesIn(made)).toEqual(["webp 160x120"]);
    // Models write objects as text now and then.
    for (const recipe of [plain("#123456", "Hi"), JSON.stringify(plain("#654321", "Ho"))])
      expect((await callTool(world, me, "make_meme", { recipe })).isError).toBeUndefined();
    const image = await base64(picture("#00ff00"));
    const classic = await callTool(world, me, "make_meme", { image, texts: ["top", "bottom"] });
    expect(classic.structuredContent).toMatchObject({ alt: "top / bottom" });
    const many = { template: template.id, texts: ["1", "2", "3"] };
    for (const wrong of [{}, many, { recipe: { version: 9 } }, { recipe: "{" }, { texts: 7, image }])
      expect(await callTool(world, me, "make_meme", wrong)).toMatchObject({
        isError: true,
        _meta: { code: "bad_input" },
      });
    expect(await idsOf(world)).toHaveLength(4);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("submit pictures, small and large", async () => {
    await using world = await openWorld(dialect);
    const [me, ann] = [await world.member({ name: "bob" }), await world.member({ name: "ann" })];
    const image = await base64(picture("#00ff00"));
    const posted = await callTool(world, me, "submit_meme", { image, caption: "green", age: 4, rating: 5 });
    expect(posted.structuredContent).toMatchObject({
      caption: "green",
      author: "bob",
      age: 4,
      rating: { average: 5, total: 1 },
      disabled: false,
    });
    expect(await picturesIn(posted)).toEqual(["webp 60x40"]);
    const again = await callTool(world, ann, "submit_meme", {
      image: `data:image/png;base64,${image}`,
      unless_posted: true,
    });
    const { memeid } = posted.structuredContent!;
    expect(again).toMatchObject({ isError: true, _meta: { code: "posted_before", memeid } });

    // This one is decoded in another process.
    const large = await base64(largePicture(900, 700));
    expect(large.length).toBeGreaterThan(2e6);
    const taken = await callTool(world, me, "submit_meme", { image: large, caption: "noise" });
    expect(taken.structuredContent).toMatchObject({ caption: "noise", width: 900, height: 700 });
    const written = await callTool(world, me, "make_meme", { image: large, texts: ["noise"] });
    expect(written.structuredContent).toMatchObject({ alt: "noise", width: 900 });

    for (const [wrong, code] of [
      [{}, "bad_input"],
      [{ image: "*" }, "bad_input"],
      [{ image: "aGVsbG8=" }, "bad_input"],
      [{ image, caption: "x".repeat(501) }, "bad_input"],
      [{ image, age: 3 }, "bad_input"],
    ] as const) {
      const refused = await callTool(world, me, "submit_meme", wrong);
      expect(refused).toMatchObject({ isError: true, _meta: { code } });
      expect(refused.content[0]!.text).toMatch(/^[A-Z].*\.$/s);
    }
    const broken = await send(world, me, toolCall("submit_meme", { image: `*${large}` }));
    expect([broken.status, (await replyOf(broken)).error!.code]).toEqual([400, -32600]);
    expect(await idsOf(world)).toHaveLength(3);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("keep the limits of the site", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_POSTS_PER_HOUR: "1" } });
    const me = await world.member();
    const post = async (color: string) => callTool(world, me, "submit_meme", { image: await base64(picture(color)) });
    expect((await post("#111111")).isError).toBeUndefined();
    expect(await post("#eeeeee")).toMatchObject({
      isError: true,
      _meta: { code: "too_many", retry_after: expect.any(Number) },
    });
  });

  test("say so if something of ours is broken, and tell the operator", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const meme = await world.meme({ by: me });
    const { storage } = world.services;
    const { open } = storage;
    storage.open = () => Promise.reject(new Error("secret details"));
    const failed = await callTool(world, me, "get_meme", { memeid: meme.id });
    expect(failed).toMatchObject({ isError: true, _meta: { code: "internal" } });
    expect(failed.content[0]!.text).not.toContain("secret");
    storage.open = async () => null;
    const lost = await callTool(world, me, "get_meme", { memeid: meme.id });
    expect(lost.content.map(({ type }) => type)).toEqual(["text"]);
    storage.open = open;
  });
});
