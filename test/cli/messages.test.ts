import { expect, test } from "bun:test";
import { join } from "node:path";

import { suggestWords } from "../../src/core/translations/suggest-words.ts";
import { freshFolder, openWorld, ROOT } from "../world.ts";
import { guffaw } from "./guffaw.ts";

test("the catalogue of a language is exported with its suggestions, and checked", async () => {
  await using world = await openWorld("SQLite");
  const { env } = world;
  const shipped = await guffaw(["messages", "export", "de"], { env });
  expect(shipped.code).toBe(0);
  // The file itself, so that suggestions can be copied into the program as they are.
  expect(shipped.stdout.trimEnd()).toBe((await Bun.file(join(ROOT, "src/words/de.json")).text()).trimEnd());
  const all = await guffaw(["messages", "export", "--json"], { env });
  expect(all.json).toEqual({ de: JSON.parse(shipped.stdout) });
  expect(await guffaw(["messages", "check", "--json"], { env })).toMatchObject({
    code: 0,
    json: { languages: [{ language: "de", missing: [], changed: [], suggested: [] }] },
  });

  const ctx = world.ctx(await world.member({ perks: ["translator"] }));
  await suggestWords(ctx, { language: "fr", key: "site.memes", text: "Mèmes" });
  const out = join(freshFolder("messages"), "fr.json");
  const wrote = await guffaw(["messages", "export", "fr", "--out", out], { env });
  expect(wrote).toMatchObject({ code: 0, stdout: `Wrote 1 messages to ${out}.\n` });
  expect(await Bun.file(out).text()).toBe('{\n  "site.memes": {\n    "of": "Memes",\n    "text": "Mèmes"\n  }\n}\n');
  const checked = await guffaw(["messages", "check", "fr"], { env });
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain(" 0 changed in English, 1 suggested.\n  missing  site.skip\n");
  for (const language of ["en", "xx"])
    expect(await guffaw(["messages", "export", language], { env })).toMatchObject({
      code: 1,
      stderr: "guffaw: There is no such language here.\n",
    });
});
