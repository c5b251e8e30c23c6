import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import sharp from "sharp";

import { addTemplate, picture, plain } from "../make/making.ts";
import { DIALECTS, freshFolder, openWorld } from "../world.ts";
import { guffaw } from "./guffaw.ts";

describe.each(DIALECTS)("./guffaw make on %s", (dialect) => {
  test("posts a meme, or writes a picture, from a template, a picture or a recipe", async () => {
    await using world = await openWorld(dialect);
    const ann = await world.member({ name: "ann" });
    const folder = freshFolder("make");
    const [cat, recipe, out] = [join(folder, "cat.png"), join(folder, "recipe.json"), join(folder, "out.webp")];
    await Bun.write(cat, await picture("#aa8833", 300, 200));
    await Bun.write(recipe, JSON.stringify({ ...plain(), panels: [{ base: { kind: "upload", id: "image" } }] }));
    const run = (...args: string[]) => guffaw(["make", "--author", "ann", ...args], { env: world.env });

    const template = await addTemplate(world);
    const made = await run("--template", template, "Monday", "Friday", "--caption", "My week", "--json");
    const { memeid, url } = made.json as Record<string, string>;
    expect(await (await world.as(ann).get(`/v1/meme/${memeid}`)).json()).toMatchObject({ caption: "My week" });
    expect((await world.as().get(url!)).status).toBe(200);
    expect((await run("--image", cat, "Above", "Below")).stdout).toMatch(/^\d{18} {2}.*\/i\//);

    expect(await run("--recipe", recipe, "--image", cat, "--out", out)).toMatchObject({
      code: 0,
      stdout: `Wrote ${out}.\n`,
    });
    expect(await sharp(await Bun.file(out).bytes()).metadata()).toMatchObject({ format: "webp", width: 96 });

    for (const [args, sentence, code] of [
      [[], "Say what to make it of: --template, --image or --recipe.", 2],
      [["--recipe", recipe, "Text"], "A recipe has its own texts. Leave the others out.", 2],
      [["--recipe", cat], "is not UTF-8 text", 1],
      [["--template", "7"], "There is no such template.", 1],
      [["--template", template, "a", "b", "c"], "There are 3 texts, but only 2 places for them.", 1],
      [["--image", cat, "--remix", "cats"], '--remix cannot be "cats"', 2],
    ] as const) {
      const refused = await run(...args);
      expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(sentence)]);
    }
  });
});
