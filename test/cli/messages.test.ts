import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
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
  expect(statSync(out).mode & 0o777).toBe(0o644);
  const checked = await guffaw(["messages", "check", "fr"], { env });
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain(" 0 changed in English, 1 suggested.\n  missing  site.skip\n");
  for (const language of ["en", "xx"])
    expect(await guffaw(["messages", "export", language], { env })).toMatchObject({
      code: 1,
      stderr: "guffaw: There is no such language here.\n",
    });
});

test("a file that cannot be written is refused in a sentence, and no folder is created", async () => {
  const folder = freshFolder("messages");
  const env = { GUFFAW_DATA: join(folder, "data") };
  await guffaw(["migrate"], { env });
  await Bun.write(join(folder, "file"), "");
  for (const [out, said] of [
    [folder, `${folder} is a folder: give the name of a file.`],
    [join(folder, "file/x.json"), `${folder}/file/x.json is below a file, not in a folder: give another name.`],
    [join(folder, "none/x.json"), `There is no folder ${folder}/none: create it, or give another name.`],
    ["/proc/x.json", "The file /proc/x.json cannot be written (ENOENT): check the permissions and the disk"],
  ] as const) {
    const { code, stderr } = await guffaw(["messages", "export", "de", "--out", out], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`guffaw: ${said}`)]);
  }
  expect(existsSync(join(folder, "none"))).toBe(false);
});

test("an exported file has the permissions that the caller's umask gives", async () => {
  const folder = freshFolder("messages");
  const env = { GUFFAW_DATA: join(folder, "data") };
  await guffaw(["migrate"], { env });
  const script = `umask 027; ./guffaw messages export de --out ${join(folder, "de.json")}`;
  const child = Bun.spawn(["bash", "-c", script], { cwd: ROOT, env: { PATH: process.env.PATH!, HOME: "/", ...env } });
  expect(await child.exited).toBe(0);
  expect(statSync(join(folder, "de.json")).mode & 0o777).toBe(0o640);
});
