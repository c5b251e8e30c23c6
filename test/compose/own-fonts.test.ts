import { describe, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

import { FONTS, type Font } from "../../src/compose/fonts.ts";
import { findOwnFont, readOwnFonts } from "../../src/images/own-fonts.ts";
import { makePicture } from "../../src/images/process.ts";
import { guffaw } from "../cli/guffaw.ts";
import { freshFolder, openWorld, ROOT } from "../world.ts";
import { parsed, recipeOf } from "./recipes.ts";

const BANGERS = join(ROOT, "assets/fonts", FONTS.bangers.file);

/** A folder with one font, and with what people might put beside it. */
async function fontsFolder(): Promise<string> {
  const folder = freshFolder("fonts");
  cpSync(BANGERS, join(folder, "My_Bängers.TTF"));
  await Bun.write(join(folder, "cut.otf"), (await Bun.file(BANGERS).bytes()).subarray(0, 5000));
  await Bun.write(join(folder, "empty.ttf"), "");
  await Bun.write(join(folder, "web.woff2"), "wOF2 and more");
  await Bun.write(join(folder, "LICENCE.txt"), "Do as you like.");
  return folder;
}

const pictureIn = async (font: Font, folder?: string) =>
  (await makePicture({ recipe: recipeOf("Own fonts", { font }), format: "webp", sources: [], fonts: folder })).picture
    .bytes;

describe("the operator's fonts", () => {
  test("are named by file and content, and what is no font is explained", async () => {
    const folder = await fontsFolder();
    const { fonts, problems } = await readOwnFonts(folder);
    const hash = FONTS.bangers.file.slice(-16, -4);
    expect(fonts).toEqual([
      { name: `own:my-bangers-${hash}`, title: "My Bängers", path: join(folder, "My_Bängers.TTF") },
    ]);
    expect(problems.map((one) => one.slice(folder.length + 1))).toEqual([
      "cut.otf is cut off.",
      "empty.ttf is not a TTF or OTF font; other kinds have to be converted.",
      "web.woff2 is not a TTF or OTF font; other kinds have to be converted.",
    ]);
  });

  test("draw what the same font of ours draws", async () => {
    const folder = await fontsFolder();
    const { name } = (await readOwnFonts(folder)).fonts[0]!;
    expect(Buffer.from(await pictureIn(name, folder)).equals(await pictureIn("bangers"))).toBeTrue();
  });

  test("are refused by name once they are gone, or are another file", async () => {
    const folder = await fontsFolder();
    const { name } = (await readOwnFonts(folder)).fonts[0]!;
    const gone = "This site doesn't have the font my-bangers any more.";
    await expect(pictureIn(name)).rejects.toThrow(gone);
    await expect(pictureIn("own:my-bangers-0123456789ab", folder)).rejects.toThrow(gone);
    expect(await findOwnFont(folder, name)).toBeDefined();
    cpSync(join(ROOT, "assets/fonts", FONTS.anton.file), join(folder, "My_Bängers.TTF"));
    expect(await findOwnFont(folder, name)).toBeUndefined();
    rmSync(folder, { recursive: true });
    expect(await findOwnFont(folder, name)).toBeUndefined();
  });

  test.each(["own:", "own:../../etc-0123456789ab", "own:a-0123456789AB", "own:a", "own", "arial"])(
    "cannot be called %s",
    (font) => {
      expect(() => parsed({ boxes: [{ x: 0, y: 0, width: 1, height: 1, text: "a", font: font as Font }] })).toThrow(
        "boxes.0.font",
      );
    },
  );

  test("are served to browsers, and listed by doctor with what is wrong with the others", async () => {
    const folder = await fontsFolder();
    await using world = await openWorld("SQLite", { env: { GUFFAW_FONTS: folder } });
    const { name } = (await readOwnFonts(folder)).fonts[0]!;
    const answer = await world.as().get(`/assets/fonts/${name.slice(4)}.ttf`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, expect.stringContaining("immutable")]);
    expect(Buffer.from(await answer.bytes()).equals(await Bun.file(BANGERS).bytes())).toBeTrue();
    expect((await world.as().get("/assets/fonts/cut-0123456789ab.ttf")).status).toBe(404);
    const said = async (env: Record<string, string>) => {
      const { json } = await guffaw(["doctor", "--json"], { env: { ...world.env, ...env } });
      return (json.findings as { what: string; ok: boolean; said: string }[]).filter(({ what }) => what === "fonts");
    };
    expect((await said({})).map((one) => one.said.replaceAll(folder, ""))).toEqual([
      "GUFFAW_FONTS () has: My Bängers.",
      "/cut.otf is cut off.",
      "/empty.ttf is not a TTF or OTF font; other kinds have to be converted.",
      "/web.woff2 is not a TTF or OTF font; other kinds have to be converted.",
    ]);
    expect(await said({ GUFFAW_FONTS: join(folder, "none") })).toMatchObject([{ ok: false }]);
  });
});
