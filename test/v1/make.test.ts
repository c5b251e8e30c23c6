import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { checkDatabase } from "../../src/data/check.ts";
import { SMALL_BODY } from "../../src/http/upload-slots.ts";
import { addTemplate, filesIn, largePicture, over, picture, plain } from "../make/making.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { bodyOf, form, json, read } from "./http.ts";

interface Submitted {
  memeid: string;
  meme: { url: string; width: number; height: number; caption: string };
}
interface MemeRecipe {
  memeid: string;
  recipe: { panels: { base: { kind: string; id: string } }[]; boxes: { text: string }[] };
  pictures: { kind: string; id: string; url: string; width: number }[];
  template: string;
  parent: string;
  remix: string;
  edited: boolean;
}

const fetchFrom = (world: World, url: string, init?: RequestInit) =>
  fetch(url.replace(world.addresses.url, world.origin), init);

describe.each(DIALECTS)("POST /v1/make on %s", (dialect) => {
  test("takes a recipe, a template with texts, or a picture with texts: JSON, form or multipart", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const template = await addTemplate(world);
    const multipart = new FormData();
    multipart.set("image", new Blob([await picture("#aa2244", 120, 80)]), "a.png");
    multipart.set("texts", JSON.stringify(["above"]));
    const ways: [init: RequestInit, size: [number, number]][] = [
      [json({ recipe: plain("#aabbcc", "ha"), caption: "made" }), [96, 64]],
      [form({ recipe: JSON.stringify(plain("#aabbdd", "ha")), caption: "made" }), [96, 64]],
      [json({ template, texts: ["one", "two"], caption: "made" }), [96, 64]],
      [form({ template, texts: '["one", "three"]', caption: "made" }), [96, 64]],
      [{ body: multipart }, [120, 80]],
    ];
    multipart.set("caption", "made");
    for (const [init, [width, height]] of ways) {
      const response = await world.as(me).post("/v1/make", init);
      expect(response.status).toBe(201);
      const { meme } = await bodyOf<Submitted>(response);
      expect(meme).toMatchObject({ width, height, caption: "made" });
    }
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("is encoded once, refuses what was posted before if asked to, and a template with a picture", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const recipe = { ...plain("#aabbcc", "the same words"), width: 320, height: 200 };
    const { meme } = await bodyOf<Submitted>(await world.as(me).post("/v1/make", json({ recipe })));
    const alone = await world.as(me).post("/v1/make", json({ recipe }, { accept: "image/jpeg" }));
    expect(Bun.hash(await (await fetchFrom(world, meme.url)).bytes())).toBe(Bun.hash(await alone.bytes()));
    const again = await world.as(me).post("/v1/make", json({ recipe, unless_posted: true }));
    expect([again.status, again.headers.get("x-error-code")]).toEqual([409, "posted_before"]);
    for (const field of ["image", "image3"]) {
      const body = new FormData();
      body.set("template", await addTemplate(world));
      body.set(field, new Blob([await picture("#aa2244")]), "a.png");
      const refused = await world.as(me).post("/v1/make", { body });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("but not both")]);
    }
  });

  test("with Accept: image/*, answers the picture alone and posts nothing, once or twice", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const files = await filesIn(world);
    const ask = async (accept: string, more: Record<string, string> = {}) => {
      const response = await world
        .as(me)
        .post("/v1/make", json({ recipe: plain("#abcabc", "ha") }, { accept, ...more }));
      return [response.status, response.headers.get("content-type"), response] as const;
    };
    for (const [accept, type, format] of [
      ["image/*", "image/jpeg", "jpeg"],
      ["image/webp", "image/webp", "webp"],
      ["image/png", "image/png", "png"],
      ["image/avif,image/webp,image/jpeg,*/*;q=0.8", "image/jpeg", "jpeg"],
    ] as const) {
      const [status, sent, response] = await ask(accept);
      expect([status, sent, response.headers.get("cache-control")]).toEqual([200, type, "no-store"]);
      expect(await sharp(await response.bytes()).metadata()).toMatchObject({ format, width: 96, height: 64 });
    }
    for (let times = 0; times < 2; times++) expect((await ask("image/*", { "Idempotency-Key": "k" }))[0]).toBe(200);
    expect(await filesIn(world)).toEqual(files);
    expect(await read<unknown[]>(world, me, "/v1/mymemes")).toEqual([]);
    expect((await ask("application/json, image/*"))[0]).toBe(201);
  });

  test("with an Idempotency-Key, is posted once", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const post = (recipe: object) => world.as(me).post("/v1/make", json({ recipe }, { "Idempotency-Key": "once" }));
    const first = await bodyOf<Submitted>(post(plain("#fedcba", "ha")));
    const again = await post(plain("#fedcba", "ha"));
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await bodyOf<Submitted>(again)).memeid).toBe(first.memeid);
    expect((await post(plain("#fedcbb", "ha"))).status).toBe(422);
    expect(await read<unknown[]>(world, me, "/v1/mymemes")).toHaveLength(1);
  });

  test("takes up to four large pictures in one form", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const large = await Promise.all(Array.from({ length: 4 }, () => largePicture(400, 300)));
    // So large that a worker takes the form apart.
    for (const { length } of large) expect(length).toBeGreaterThan(SMALL_BODY);
    const names = ["image", "image2", "image3", "image4"];
    const recipe = {
      ...plain(),
      arrangement: "grid",
      panels: names.map((id) => ({ base: { kind: "upload", id } })),
    };
    const multipart = new FormData();
    names.forEach((name, at) => multipart.set(name, new Blob([large[at]! as BlobPart]), "a.png"));
    multipart.set("recipe", JSON.stringify(recipe));
    const { memeid } = await bodyOf<Submitted>(world.as(me).post("/v1/make", { body: multipart }));
    const made = await read<MemeRecipe>(world, me, `/v1/meme/${memeid}/recipe`);
    expect(new Set(made.pictures.map(({ id }) => id)).size).toBe(4);
    for (const { url, width } of made.pictures) {
      const response = await fetchFrom(world, url, { headers: { Authorization: me.key } });
      expect([response.status, width]).toEqual([200, 400]);
    }
    // The same as JSON, where the recipe is an object beside megabytes of base64.
    const image = large[0]!.toString("base64");
    const asJson = json({ recipe: over({ kind: "upload", id: "image" }), image });
    expect((await world.as(me).post("/v1/make", asJson)).status).toBe(201);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("takes the recipe as a file, beside small and large pictures", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const recipe = over({ kind: "upload", id: "image" }, "Straße 😀");
    const send = (image: Uint8Array, file: BlobPart) => {
      const multipart = new FormData();
      multipart.set("image", new Blob([image as BlobPart]), "a.png");
      multipart.set("recipe", new Blob([file], { type: "application/json" }), "recipe.json");
      return world.as(me).post("/v1/make", { body: multipart, headers: { "Idempotency-Key": String(image.length) } });
    };
    for (const image of [await picture("#aa2244"), await largePicture(400, 300)]) {
      const { memeid } = await bodyOf<Submitted>(send(image, JSON.stringify(recipe)));
      const { recipe: made } = await read<MemeRecipe>(world, me, `/v1/meme/${memeid}/recipe`);
      expect(made.boxes[0]!.text).toBe("Straße 😀");
      expect((await send(image, JSON.stringify(recipe))).headers.get("idempotent-replayed")).toBe("true");
      for (const file of ["{", new Uint8Array([34, 255, 34])]) {
        const refused = await send(image, file);
        expect([refused.status, await refused.json()]).toEqual([400, { error: "The recipe isn't valid JSON." }]);
      }
    }
    const long = await send(await largePicture(400, 300), " ".repeat(256 * 1024 + 1));
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining("recipe")]);
  });

  test("refuses what it cannot read with one sentence", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const image = (await picture("#aa2244")).toString("base64");
    const cases: [RequestInit, number, string][] = [
      [json({}), 400, "Send a recipe, a template with texts, or an image with texts."],
      [form({ recipe: "{" }), 400, "The recipe isn't valid JSON."],
      [json({ recipe: "soup" }), 400, "The recipe isn't valid JSON."],
      [json({ recipe: 7 }), 400, "Something is wrong with the recipe: recipe is missing, or isn't what belongs there."],
      [json({ template: 7 }), 400, "The template is named by its id."],
      [json({ template: "7", texts: "ha" }), 400, 'Send the texts as a list, in a form as JSON: ["top", "bottom"].'],
      [json({ template: "7", texts: [7] }), 400, 'Send the texts as a list, in a form as JSON: ["top", "bottom"].'],
      [
        json({ template: "7", image }),
        400,
        "Send a template or an image, but not both. In a recipe, both can be used.",
      ],
      [json({ template: "7" }), 404, "There is no such template."],
      [json({ recipe: plain(), remix: "cats" }), 400, "Say who may remix it: everyone, followers, nobody."],
      [json({ recipe: plain(), remix_of: "7" }), 404, "There is no such meme."],
    ];
    for (const [init, status, sentence] of cases) {
      const response = await world.as(me).post("/v1/make", init);
      expect([response.status, await response.json()]).toEqual([status, { error: sentence }]);
    }
  });

  test("a meme is made, mended, and remixed by a friend", async () => {
    await using world = await openWorld(dialect);
    const [me, friend] = [await world.member(), await world.member()];
    const template = await addTemplate(world);
    const post = json({ template, texts: ["teh", "typo"], remix: "followers" });
    const { memeid, meme } = await bodyOf<Submitted>(world.as(me).post("/v1/make", post));
    const path = `/v1/meme/${memeid}`;
    const { recipe, ...rest } = await read<MemeRecipe>(world, me, `${path}/recipe`);
    expect(rest).toMatchObject({ memeid, template, parent: "", remix: "followers", edited: false });
    recipe.boxes[0]!.text = "the";
    const changed = await bodyOf<Submitted>(world.as(me).put(`${path}/recipe`, json({ recipe })));
    expect(changed.memeid).toBe(memeid);
    expect(changed.meme.url).not.toBe(meme.url);
    expect((await fetchFrom(world, meme.url)).status).toBe(404);
    expect((await fetchFrom(world, changed.meme.url)).status).toBe(200);
    expect((await read<MemeRecipe>(world, me, `${path}/recipe`)).edited).toBe(true);

    expect((await world.as(friend).get(`${path}/recipe`)).status).toBe(403);
    expect((await world.as(friend).put(`${path}/remix`, json({ remix: "everyone" }))).status).toBe(403);
    expect((await world.as(me).put(`${path}/remix`, json({ remix: "everyone" }))).status).toBe(200);
    const start = await read<MemeRecipe>(world, friend, `${path}/recipe`);
    start.recipe.boxes[1]!.text = "remix";
    const remix = json({ recipe: start.recipe, remix_of: memeid });
    const remixed = await bodyOf<Submitted>(world.as(friend).post("/v1/make", remix));
    expect((await read<MemeRecipe>(world, me, `/v1/meme/${remixed.memeid}/recipe`)).parent).toBe(memeid);
    await world.as(me).put(`${path}/disable`);
    expect((await read<MemeRecipe>(world, friend, `/v1/meme/${remixed.memeid}/recipe`)).parent).toBe("");
  });
});
