import { describe, expect, test } from "bun:test";

import { baseFile } from "../../src/core/make/base-files.ts";
import { restoreImages } from "../../src/core/backup/restore-images.ts";
import { checkBackup } from "../../src/core/backup/check-backup.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { DELETE_IMAGE } from "../../src/core/memes/discard-image.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { findBase } from "../../src/data/bases.ts";
import { findMade, listBasesOfMeme } from "../../src/data/recipes.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { guffaw } from "../cli/guffaw.ts";
import { addTemplate, make, makeOfUpload, over, plain } from "../make/making.ts";
import { DIALECTS, freshFolder, openWorld, type World } from "../world.ts";
import { backUp, restoreTo } from "./backups.ts";

async function fill(world: World) {
  const ann = await world.member({ name: "ann", perks: ["founder"] });
  const bob = await world.member({ name: "bob" });
  const meme = await makeOfUpload(world, ann, "#336699");
  const [id] = await listBasesOfMeme(world.db, meme.id);
  return { ann, bob, meme, base: (await findBase(world.db, id!))! };
}

const sizeOf = async (world: World, key: string) => (await world.services.storage.open(key))?.size;

describe.each(DIALECTS)("recipes and what they are made of on %s", (dialect) => {
  test("are part of what one takes along, without what is hidden from them", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob, meme, base } = await fill(world);
    const filesOf = async (who = ann) => {
      const files = await Array.fromAsync(exportData(world.ctx(who)));
      const recipes = files.find(({ path }) => path === "recipes.json")!;
      return { files, recipes: JSON.parse(new TextDecoder().decode(recipes.bytes)) as object[] };
    };
    const own = await filesOf();
    expect(own.recipes).toMatchObject([
      {
        meme: meme.id,
        remixers: "everyone",
        remixed_from: null,
        template: null,
        edited: null,
        recipe: { version: 1, panels: [{ base: { kind: "upload", id: base.id } }] },
      },
    ]);
    const file = own.files.find(({ path }) => path === `bases/${base.id}.${base.extension}`)!;
    expect(file.bytes.length).toBe(base.bytes);

    const remix = await make(world, bob, { recipe: over({ kind: "meme", id: meme.id }) });
    const theirs = await filesOf(bob);
    expect(theirs.recipes).toMatchObject([{ meme: remix.id, remixed_from: meme.id, recipe: { version: 1 } }]);
    expect(theirs.files.filter(({ path }) => path.startsWith("bases/"))).toEqual([]);
    await disableMeme(world.ctx(ann), meme.id);
    expect((await filesOf(bob)).recipes).toMatchObject([{ meme: remix.id, remixed_from: null, recipe: null }]);
  });

  test("include templates that somebody has proposed or wants to find again", async () => {
    await using world = await openWorld(dialect);
    const ann = await world.member({ name: "ann" });
    const [own, other] = [await addTemplate(world, { by: ann, status: 0 }), await addTemplate(world)];
    const row = { user_id: ann.user.id, template_id: other, created_at: 0 };
    await world.db.insertInto("template_favourites").values(row).execute();
    const files = await Array.fromAsync(exportData(world.ctx(ann)));
    const read = (name: string) => {
      const { bytes } = files.find(({ path }) => path === name)!;
      return JSON.parse(new TextDecoder().decode(bytes)) as object[];
    };
    expect(read("templates.json")).toMatchObject([
      { id: own, name: "Test", status: "proposed", recipe: { version: 1 }, memes: 0 },
    ]);
    expect(read("favourite-templates.json")).toEqual([{ template: other, at: "1970-01-01T00:00:00.000Z" }]);
  });

  test("are in backups, and come back from them", async () => {
    await using world = await openWorld(dialect);
    const { bob, meme, base } = await fill(world);
    const remix = await make(world, bob, { recipe: over({ kind: "meme", id: meme.id }) });
    const folder = openBackupFolder(freshFolder("backup"));
    const { name, missing } = await backUp(world, folder);
    expect(missing).toEqual([]);
    expect(await checkBackup(folder, name)).toMatchObject({ missing: [], damaged: [] });
    await using other = await openWorld(dialect);
    // A site that has been started has templates of its own.
    await addTemplate(other);
    await restoreTo(other, folder, name);
    expect(await other.db.selectFrom("templates").select("id").execute()).toEqual([]);
    for (const { id } of [meme, remix]) expect(await findMade(other.db, id)).toEqual((await findMade(world.db, id))!);
    expect(await listBasesOfMeme(other.db, meme.id)).toEqual([base.id]);
    expect(await findBase(other.db, base.id)).toEqual(base);
    expect(await sizeOf(other, baseFile(base))).toBe(base.bytes);
    expect(await checkDatabase(other.db)).toEqual([]);

    await world.services.storage.delete(baseFile(base));
    const again = await backUp(world, folder);
    expect([again.lost, again.missing]).toEqual([[baseFile(base)], []]);
    const restored = await restoreImages({ db: world.db, storage: world.services.storage }, { source: folder, name });
    expect(restored).toEqual({ restored: 1, missing: [] });
    expect(await sizeOf(world, baseFile(base))).toBe(base.bytes);
  });

  test("are watched over by the doctor, counted, and not swept while they are needed", async () => {
    await using world = await openWorld(dialect);
    const { base } = await fill(world);
    const bases = async () => {
      const { json } = await guffaw(["doctor", "--json"], { env: world.env });
      return (json.findings as { what: string; ok: boolean; said: string }[]).find(({ what }) => what === "bases");
    };
    expect(await bases()).toEqual({
      what: "bases",
      ok: true,
      said: "Checked 1 picture that memes are made of; all files are there.",
    });
    const later = { now: Date.now() + 7_200_000 };
    expect(await sweepOrphans(world.ctx(), later)).toMatchObject({ files: 0 });
    const { json: stats } = await guffaw(["stats", "--json"], { env: world.env });
    const files = await Array.fromAsync(world.services.storage.list());
    expect(files.map(({ key }) => key)).toContain(baseFile(base));
    const pictures = files.filter(({ key }) => /^[0-9a-f]{2}\//.test(key));
    expect(stats).toMatchObject({
      picture_files: pictures.length,
      picture_bytes: pictures.reduce((sum, { size }) => sum + size, 0),
    });
    await world.services.storage.delete(baseFile(base));
    expect(await bases()).toMatchObject({ ok: false, said: expect.stringContaining(`such as ${baseFile(base)}.`) });
  });

  test("go with their account; remixes by others stay", async () => {
    await using world = await openWorld(dialect);
    const { ann, bob, meme, base } = await fill(world);
    const remix = await make(world, bob, { recipe: over({ kind: "meme", id: meme.id }) });
    const own = await make(world, bob, { recipe: plain() });
    await deleteUser(world.ctx(), ann.user.id, { force: true });
    expect(await findBase(world.db, base.id)).toBeUndefined();
    // Its file goes as a job.
    const jobs = await world.db.selectFrom("jobs").select("subject").where("kind", "=", DELETE_IMAGE).execute();
    expect(jobs.map(({ subject }) => subject)).toContain(baseFile(base));
    expect(await findMade(world.db, remix.id)).toMatchObject({ parentId: undefined });
    expect(await findMade(world.db, own.id)).toBeDefined();
    expect(await checkDatabase(world.db)).toEqual([]);
  });
});
