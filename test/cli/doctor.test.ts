import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";

import { claimStorage } from "../../src/core/memes/claim-storage.ts";
import { keyOf } from "../../src/core/memes/renditions.ts";
import { uploadLogo } from "../../src/core/site/replace-logo.ts";
import { seedSite } from "../../src/core/seed/seed-site.ts";
import { proveWritable, sampleMemes } from "../../src/data/check.ts";
import type { Changes } from "../../src/data/changes.ts";
import { readCounters } from "../../src/data/counters.ts";
import { enqueueJob, failJob } from "../../src/data/jobs.ts";
import { migrate } from "../../src/data/migrate.ts";
import { solid } from "../pictures.ts";
import { postgresTest } from "../postgres-test.ts";
import { DIALECTS, openWorld, ROOT, smallImage, freshFolder } from "../world.ts";
import { startProvider } from "../web/oidc.ts";
import { guffaw, launch } from "./guffaw.ts";
import { canBeNobody, NOBODY } from "./nobody.ts";

type Findings = { what: string; ok: boolean; said: string }[];

async function doctor(env: Record<string, string>) {
  const { code, json } = await guffaw(["doctor", "--json"], { env });
  const findings = json.findings as Findings;
  // Free disk space of the machine is not what these tests are about.
  const wrong = findings.filter(({ ok, what }) => !ok && what !== "disk").map(({ what, said }) => `${what}: ${said}`);
  return { code, findings, wrong };
}

describe.each(DIALECTS)("doctor on %s", (dialect) => {
  test("says how many memes it checked, and which have lost a file", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member({ perks: ["founder"] });
    const memes = [await world.meme({ by }), await world.meme({ by }), await world.meme({ by, disabled: true })];
    const well = await doctor(world.env);
    expect(well.wrong).toEqual([]);
    expect(well.findings.find(({ what }) => what === "images")?.said).toContain(
      "Checked 3 memes; all image files are there.",
    );
    await world.services.storage.delete(keyOf(memes[0]!.image, "thumbnail"));
    await world.services.storage.put(keyOf(memes[2]!.image, "original"), new Uint8Array(), "image/png");
    const { code, wrong } = await doctor(world.env);
    expect(code).toBe(1);
    expect(wrong).toEqual([expect.stringMatching(/^images: Checked 3 memes; 2 without .+ such as \d{18}\./)]);
  });

  test("reads the logo, and says what to do if it is lost or damaged", async () => {
    await using world = await openWorld(dialect);
    const logoIn = async () => (await doctor(world.env)).findings.find(({ what }) => what === "logo");
    expect(await logoIn()).toBeUndefined();
    const { key } = await uploadLogo(world.ctx(), await solid(300, 60, "#2f6fde").png().toBuffer());
    expect(await logoIn()).toMatchObject({ ok: true, said: "The logo's files are there and intact." });
    const { storage } = world.services;
    const icon = key.replace(".webp", ".icon-192.png");
    await storage.delete(icon);
    expect((await logoIn())!.said).toContain(`${icon} in `);
    await storage.put(key, new TextEncoder().encode("no picture"), "image/webp");
    expect(await logoIn()).toMatchObject({ ok: false, said: expect.stringContaining(`${key} in `) });
    expect((await logoIn())!.said).toContain(" is damaged. ./guffaw restore FOLDER --images-only");
    await storage.delete(key);
    expect((await logoIn())!.said).toMatch(/ is missing\. .+ \.\/guffaw site logo FILE uploads it again/);
    expect((await doctor(world.env)).code).toBe(1);
  });

  test("finds a missing total", async () => {
    await using world = await openWorld(dialect);
    await world.db.deleteFrom("counters").where("name", "=", "memers").execute();
    const { code, wrong } = await doctor(world.env);
    expect(code).toBe(1);
    expect(wrong).toEqual([expect.stringContaining('The total "memers" of the site is missing')]);
  });

  test("counts orphaned files, and says if they may not be swept", async () => {
    await using world = await openWorld(dialect);
    await world.meme({ by: await world.member({ perks: ["founder"] }) });
    const images = join(world.env.GUFFAW_DATA!, "images");
    const before = readdirSync(images);
    const orphans = async () => (await doctor(world.env)).findings.find(({ what }) => what === "orphans");
    expect(await orphans()).toEqual({ what: "orphans", ok: true, said: "Every stored image belongs to a meme." });
    expect(readdirSync(images)).toEqual(before);
    await claimStorage(world.ctx());
    const lost = join(images, "01/123456789012345678-0123456789abcdef0123456789abcdef.png");
    await Bun.write(lost, new Uint8Array(2_500_000));
    expect((await orphans())?.said).toBe(
      "Every stored image belongs to a meme; 1 file (2.5 MB) less than an hour old may still belong to a new meme.",
    );
    utimesSync(lost, 0, 0);
    expect(await orphans()).toEqual({
      what: "orphans",
      ok: true,
      said: "No meme owns 1 file (2.5 MB); the server deletes such files within a day, ./guffaw sweep at once.",
    });
    await Bun.write(join(images, "site.id"), crypto.randomUUID());
    const { code, wrong } = await doctor(world.env);
    expect(code).toBe(1);
    expect(wrong).toEqual([expect.stringMatching(/^orphans: Another site keeps its images in .+ sweep --adopt\.$/)]);
    expect(existsSync(lost)).toBe(true);
  });

  test("finds that the site's storage is used up", async () => {
    await using world = await openWorld(dialect);
    const by = await world.member({ perks: ["founder"] });
    await world.meme({ by });
    const roomWith = async (bytes: number) => {
      const sizes = { original_bytes: bytes, display_bytes: 0, thumbnail_bytes: 0 };
      await world.db.updateTable("memes").set(sizes).execute();
      await world.db.updateTable("users").set({ stored_bytes: bytes }).execute();
      await world.db.updateTable("counters").set({ value: bytes }).where("name", "=", "bytes").execute();
      const { findings } = await doctor({ ...world.env, GUFFAW_STORAGE_TOTAL: "10MB" });
      return findings.filter(({ what }) => what === "room").map(({ ok, said }) => [ok, said]);
    };
    const total = "of GUFFAW_STORAGE_TOTAL (10.0 MB) is used";
    expect(await roomWith(4e6)).toEqual([[true, `40% ${total}.`]]);
    expect(await roomWith(9.8e6)).toEqual([[false, expect.stringContaining("once it is full, nobody can post")]]);
    expect(await roomWith(1e7)).toEqual([[false, `100% ${total}, and nobody can post: raise it, or delete memes.`]]);
  });

  test("finds jobs that keep failing, and says why", async () => {
    await using world = await openWorld(dialect);
    for (const subject of ["a", "b"]) await enqueueJob(world.db, "delete-image", subject, 0);
    await failJob(world.db, "delete-image", "a", "The image storage is unavailable.", 0);
    expect((await doctor(world.env)).wrong).toEqual([]);
    await world.db.updateTable("jobs").set({ attempts: 3 }).execute();
    expect((await doctor(world.env)).wrong).toEqual([
      "jobs: A job failed at least 3 times, such as delete-image (3 times): The image storage is unavailable.",
    ]);
  });

  test("finds jobs that a fast clock has put off", async () => {
    await using world = await openWorld(dialect);
    const [soon, late] = [Date.now() + 3_600_000, Date.now() + 40 * 86_400_000];
    await enqueueJob(world.db, "sweep-litter", "", soon);
    await enqueueJob(world.db, "make-backup", "", soon);
    expect((await doctor(world.env)).wrong).toEqual([]);
    await enqueueJob(world.db, "roll-days", "", late);
    await enqueueJob(world.db, "crown-memes", "", late - 1);
    const until = `to ${new Date(late).toISOString()} at the latest`;
    expect((await doctor(world.env)).wrong).toEqual([
      `jobs: A fast clock put off crown-memes, roll-days (${until}): restart the server with the right time.`,
    ]);
  });

  test("warns of a site without a backup, or with an old one", async () => {
    await using world = await openWorld(dialect);
    const said = async () => {
      const { code, stdout } = await guffaw(["doctor"], { env: world.env });
      const lines = stdout.trim().split("\n");
      return [code, lines.find((line) => line.includes(" backups ")), lines.at(-1)];
    };
    const advice = "./guffaw backup FOLDER makes one, and GUFFAW_BACKUP_SCHEDULE one every night.";
    const warned = "All is well, but for 1 warning.";
    expect(await said()).toEqual([0, `! backups   This site has no backup: ${advice}`, warned]);
    expect((await guffaw(["backup", freshFolder("backup")], { env: world.env })).code).toBe(0);
    expect(await said()).toEqual([
      0,
      expect.stringMatching(/^✓ backups {3}The last good backup is from \S+Z\.$/),
      "All is well.",
    ]);
    const old = Date.now() - 8 * 86_400_000;
    await world.db.updateTable("backups").set({ created_at: old }).execute();
    const from = `The last good backup is from ${new Date(old).toISOString()}`;
    expect(await said()).toEqual([0, `! backups   ${from}: ${advice}`, warned]);
    await world.db.updateTable("backups").set({ error: "The disk is full." }).execute();
    expect(await said()).toEqual([
      0,
      expect.stringMatching(/^! backups .* has a problem: The disk is full\.$/),
      warned,
    ]);
  });

  test("recognizes a database of a newer version", async () => {
    await using world = await openWorld(dialect);
    const sentence = "The database was made by a newer Guffaw (9999-later): update the program.";
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01T00:00:00.000Z')`.execute(
      world.db,
    );
    expect(await doctor(world.env)).toMatchObject({ code: 1, wrong: [`database: ${sentence}`] });
    expect(await guffaw(["migrate", "--check"], { env: world.env })).toMatchObject({
      code: 1,
      stdout: `${sentence}\n`,
    });
    await expect(migrate(world.db)).rejects.toThrow(sentence);
    expect(await guffaw(["user", "show", "x"], { env: world.env })).toMatchObject({
      code: 1,
      stderr: `guffaw: ${sentence}\n`,
    });
  });

  test("checks the newest memes and as many spread over the rest", async () => {
    await using world = await openWorld(dialect);
    const size = { users: 3, memes: 45, ratings: 0, comments: 0, randomSeed: 1 };
    await seedSite(world.ctx(), { ...size, pictures: [await smallImage()], onRows: () => {} });
    const all = await world.db.selectFrom("memes").select("id").orderBy("id", "desc").execute();
    const place = (id: string) => all.findIndex((meme) => meme.id === id) + 1;
    const sample = async (most: number) => (await sampleMemes(world.db, most)).map(({ id }) => place(id));
    expect((await sample(10)).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 18, 22, 26, 30, 34, 38, 42,
    ]);
    expect((await sample(30)).length).toBe(45);
    expect((await sample(500)).length).toBe(45);
  });
});

describe("doctor", () => {
  postgresTest("finds a database that cannot be written to", async () => {
    await using file = await openWorld("SQLite");
    await sql`create trigger stuck before update on counters begin select raise(abort, 'stuck'); end`.execute(file.db);
    expect((await doctor(file.env)).wrong).toEqual(["database: It cannot be written to (stuck)."]);
    await using server = await openWorld("PostgreSQL");
    const name = new URL(server.env.GUFFAW_DATABASE_URL!).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(server.db);
    expect((await doctor(server.env)).wrong).toEqual([
      "database: this PostgreSQL takes no writes: it is a standby, or set to read only",
    ]);
  });

  test("tests writing with a change that reaches the disk and leaves everything as it was", async () => {
    await using world = await openWorld("SQLite");
    const told: Changes[] = [];
    const look = world.services.database.watchChanges((changes) => told.push(changes));
    await look();
    const before = await readCounters(world.db);
    await proveWritable(world.db);
    await look();
    expect(told).toHaveLength(2);
    expect(await readCounters(world.db)).toEqual(before);
  });

  test("finds that the image folder is gone, and does not create it", async () => {
    await using world = await openWorld("SQLite");
    await world.meme({ by: await world.member({ perks: ["founder"] }) });
    rmSync(join(world.env.GUFFAW_DATA!, "images"), { recursive: true });
    expect((await doctor(world.env)).wrong).toEqual([
      expect.stringContaining("Checked 1 meme; 1 without"),
      expect.stringContaining("is it mounted, and the right one?"),
    ]);
    expect(existsSync(join(world.env.GUFFAW_DATA!, "images"))).toBe(false);
  });

  test("says whether each sign-in service answers, and what it must know", async () => {
    await using provider = await startProvider();
    await provider.admit("http://localhost:1/");
    const gone = { GUFFAW_OIDC_GONE_ISSUER: "http://127.0.0.1:9", GUFFAW_OIDC_GONE_CLIENT_ID: "guffaw" };
    const env = { GUFFAW_DATA: freshFolder("services"), GUFFAW_URL: "https://memes.example.org", ...gone };
    const { code, findings } = await doctor({ ...env, ...provider.env("HOME") });
    expect(code).toBe(1);
    expect(findings.filter(({ what }) => what === "services")).toEqual([
      {
        what: "services",
        ok: false,
        said: expect.stringMatching(/^Gone at http:\/\/127\.0\.0\.1:9 does not answer \(.+\)\.$/),
      },
      {
        what: "services",
        ok: true,
        said: "Home answers; its redirect URI must be https://memes.example.org/sign-in/home/callback.",
      },
    ]);
  });

  test.skipIf(!canBeNobody)("tells unreadable files from missing ones", async () => {
    const folder = freshFolder("closed");
    const env = { GUFFAW_DATA: join(folder, "data") };
    await guffaw(["migrate"], { env });
    await Bun.write(join(folder, "data/images/site.id"), "x");
    chmodSync(folder, 0o755);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names) chownSync(join(folder, name), NOBODY, NOBODY);
    const asNobody = async (...args: string[]) => {
      const { stdout, stderr } = await launch(args, { env, uid: NOBODY });
      return stdout + stderr;
    };
    const file = join(folder, "data/guffaw.db");
    const hidden = `The database file ${file} cannot be read by this user`;
    chmodSync(env.GUFFAW_DATA, 0);
    const said = await asNobody("doctor");
    expect(said).toContain(`✗ database  ${hidden}`);
    expect(said).toContain(`✗ storage   ${join(folder, "data/images")} cannot be read by this user`);
    expect(said).not.toContain("is not there");
    expect(await asNobody("log")).toContain("cannot be read");
    // Only the file.
    chmodSync(env.GUFFAW_DATA, 0o700);
    chmodSync(file, 0);
    expect(await asNobody("doctor")).toContain(`✗ database  ${hidden}`);
  });

  test("names every invalid setting", async () => {
    const env = { GUFFAW_DATA: freshFolder("settings"), GUFFAW_LOG: "x", GUFFAW_URL: "y", GUFFAW_MAIL_FROM: "z" };
    const { code, wrong, findings } = await doctor(env);
    expect([code, findings.length]).toEqual([1, 4]);
    expect(wrong).toEqual([
      expect.stringMatching(/^settings: GUFFAW_URL is "y", which is not valid: /),
      expect.stringMatching(/^settings: GUFFAW_LOG is "x", which is not valid: /),
      expect.stringMatching(/^settings: GUFFAW_SMTP_URL is missing: /),
      expect.stringMatching(/^settings: GUFFAW_MAIL_FROM is "z", which is not valid: /),
    ]);
    const { stdout } = await guffaw(["doctor"], { env });
    expect(stdout).toContain('\n✗ settings  GUFFAW_LOG is "x"');
    expect(stdout).toEndWith("\n\n4 problems found. What to do: docs/troubleshooting.md\n");
    // Other commands name them too, one to a line.
    expect((await guffaw(["log"], { env })).stderr.match(/^guffaw: GUFFAW_/gm)).toHaveLength(4);
  });

  test("creates nothing", async () => {
    const folder = freshFolder("fresh");
    const env = { GUFFAW_DATA: join(folder, "data") };
    const sentence = `There is no database yet at ${join(folder, "data/guffaw.db")}; ./guffaw serve or ./guffaw migrate creates it.`;
    const { code, wrong } = await doctor(env);
    expect([code, wrong]).toEqual([
      1,
      [
        `database: There is no database at ${join(folder, "data/guffaw.db")}: set GUFFAW_DATA to the site's folder; ./guffaw serve creates a new site.`,
      ],
    ]);
    expect(await guffaw(["migrate", "--check"], { env })).toMatchObject({ code: 1, stdout: `${sentence}\n` });
    expect(await guffaw(["migrate", "--check", "--json"], { env })).toMatchObject({
      code: 1,
      json: { pending: expect.arrayContaining(["0001-first"]) },
    });
    expect(readdirSync(folder)).toEqual([]);
    // A file is in place of the folder.
    const blocked = await doctor({ GUFFAW_DATA: join(ROOT, "package.json/data") });
    expect(blocked.wrong).toEqual([
      expect.stringContaining("package.json is not a writable folder"),
      expect.stringContaining("package.json is not a writable folder"),
    ]);
  });
});
