import { describe, expect, test } from "bun:test";

import { listActs } from "../../src/core/moderation/list-acts.ts";
import { changeSite } from "../../src/core/site/change-site.ts";
import { removeLogo, uploadLogo } from "../../src/core/site/replace-logo.ts";
import { writePage } from "../../src/core/site/write-page.ts";
import { restoreImages } from "../../src/core/backup/restore-images.ts";
import { sweepOrphans } from "../../src/core/memes/sweep-orphans.ts";
import { openBackupFolder } from "../../src/storage/backup-folder.ts";
import { backUp, restoreTo } from "../core/backups.ts";
import { solid } from "../pictures.ts";
import { DIALECTS, freshFolder, openWorld, type World } from "../world.ts";

const siteOf = async (world: World) => (await world.as().get("/v1/site")).json() as Promise<Record<string, unknown>>;
const logoOf = async (world: World) => (await siteOf(world)).logo as { url: string; width: number; height: number };
const png = async (color: string) => solid(300, 60, color).png().toBuffer();
const filesIn = async ({ services }: World) => {
  const keys: string[] = [];
  for await (const { key } of services.storage.list()) keys.push(key);
  return keys.filter((key) => key.includes("/logo-"));
};

describe.each(DIALECTS)("GET /v1/site on %s", (dialect) => {
  test("tells anyone what the site is called, at once after every change", async () => {
    await using world = await openWorld(dialect);
    const { url } = world.addresses;
    const pages = { rules: null, privacy: null, contact: null, imprint: null };
    const first = { name: "Guffaw", tagline: null, url, accent: "#ff8a4c", logo: null, pages };
    expect(await siteOf(world)).toEqual(first);
    await changeSite(world.ctx(), { name: "Daily Lol", tagline: "A laugh a day", accent: "#2F6FDE" });
    await writePage(world.ctx(), { page: "rules", text: "Be kind." });
    expect(await siteOf(world)).toEqual({
      ...first,
      name: "Daily Lol",
      tagline: "A laugh a day",
      accent: "#2f6fde",
      pages: { ...pages, rules: `${url}/rules` },
    });
    // Somebody else, or a SQL prompt.
    await world.db.updateTable("site_info").set({ name: "Nightly Lol" }).execute();
    await world.db.deleteFrom("site_pages").execute();
    expect(await siteOf(world)).toMatchObject({ name: "Nightly Lol", pages });
    await world.db.deleteFrom("site_info").execute();
    expect(await siteOf(world)).toEqual(first);
  });

  test("is changed by founders alone, and the log says by whom", async () => {
    await using world = await openWorld(dialect);
    const [ann, stan] = [await world.member({ perks: ["founder"] }), await world.member({ perks: ["staff"] })];
    await expect(changeSite(world.ctx(stan), { name: "Mine" })).rejects.toThrow("Only founders");
    await expect(writePage(world.ctx(stan), { page: "rules", text: "x" })).rejects.toThrow("Only founders");
    await expect(uploadLogo(world.ctx(stan), await png("#ff0000"))).rejects.toThrow("Only founders");
    await changeSite(world.ctx(ann), { name: "Ours", tagline: "" });
    await changeSite(world.ctx(ann), { name: "Ours" });
    await writePage(world.ctx(ann), { page: "rules", text: "Be kind." });
    await writePage(world.ctx(ann), { page: "rules", text: " " });
    const { items } = await listActs(world.ctx(), { kind: "site" }, { amount: 10 });
    expect(items.map(({ note, staffId }) => [note, staffId])).toEqual([
      ["rules: removed", ann.user.id],
      ["rules: 8 characters", ann.user.id],
      ["name: Ours", ann.user.id],
    ]);
  });

  test("has the address of the logo, whose old files go", async () => {
    await using world = await openWorld(dialect);
    await uploadLogo(world.ctx(), await png("#ff0000"));
    const red = await logoOf(world);
    expect(red).toMatchObject({ width: 300, height: 60, type: "image/webp" });
    const answer = await fetch(red.url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    await uploadLogo(world.ctx(), await png("#0000ff"));
    expect((await logoOf(world)).url).not.toBe(red.url);
    expect((await fetch(red.url)).status).toBe(404);
    // The logo and its icons.
    expect(await filesIn(world)).toHaveLength(6);
    await removeLogo(world.ctx());
    expect([await logoOf(world), await filesIn(world)]).toEqual([null as never, []]);
  });

  test("comes back from a backup, with its logo, which no sweep takes", async () => {
    await using world = await openWorld(dialect);
    await changeSite(world.ctx(), { name: "Daily Lol", accent: "#2f6fde" });
    await writePage(world.ctx(), { page: "imprint", text: "Ann" });
    await uploadLogo(world.ctx(), await png("#ff0000"));
    const later = Date.now() + 86_400_000;
    expect(await sweepOrphans({ ...world.ctx(), now: later }, { now: later })).toEqual({ files: 0, bytes: 0 });
    const target = openBackupFolder(freshFolder("backup"));
    const backup = await backUp(world, target);
    expect(backup).toMatchObject({ images: 6, missing: [] });
    await using other = await openWorld(dialect);
    // It has been given a name, but nobody is there.
    await changeSite(other.ctx(), { name: "Empty" });
    await restoreTo(other, target, backup.name);
    const { logo, ...restored } = await siteOf(other);
    expect(restored).toMatchObject({ name: "Daily Lol", accent: "#2f6fde", pages: { imprint: expect.any(String) } });
    expect((await fetch((logo as { url: string }).url)).status).toBe(200);
    expect((await filesIn(other)).sort()).toEqual((await filesIn(world)).sort());
    // Lost files come back alone.
    const lost = (await filesIn(world)).filter((file) => /\.webp$|icon-192/.test(file));
    for (const file of lost) await world.services.storage.delete(file);
    const images = await restoreImages(world.ctx(), { source: target, name: backup.name });
    expect(images).toEqual({ restored: 2, missing: [] });
    expect(await filesIn(world)).toHaveLength(6);
    // Files that were left behind are litter.
    await world.db.updateTable("site_info").set({ logo_key: null }).execute();
    expect((await sweepOrphans({ ...world.ctx(), now: later }, { now: later })).files).toBe(6);
    expect(await filesIn(world)).toEqual([]);
  });
});
