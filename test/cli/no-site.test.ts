import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";

import { COMMANDS } from "../../src/cli/main.ts";
import { openDatabase } from "../../src/data/open.ts";
import { postgresTest } from "../postgres-test.ts";
import { freshDatabase, freshFolder, ROOT } from "../world.ts";
import { guffaw, launch } from "./guffaw.ts";

/** They create a site, do without one, or (doctor) list it among what they find. */
const NEED_NONE = ["serve", "migrate", "restore", "doctor", "mail test", "config", "version", "completion"];
/** Required options of a command. */
const OPTIONS: Record<string, string[]> = {
  "key create": ["--name", "x"],
  "gif-key create": ["--name", "x"],
  "meme add": ["--author", "x"],
  make: ["--author", "x"],
  rate: ["--as", "x", "--rating", "3"],
  backup: ["/nonexistent/backup"],
  move: ["--to", "postgres://nobody@127.0.0.1:1/none"],
  comment: ["--as", "x", "--content", "x"],
  "meme hide": ["--reason", "x"],
  follow: ["--as", "x"],
  "user perk": ["--add", "pro"],
  "pro code": ["--months", "1"],
  "pro grant": ["--months", "1"],
  notice: ["--text", "x", "--as", "x"],
  "report take": ["--as", "x"],
  "report resolve": ["--as", "x", "--comment", "x"],
};
const PICTURE = join(ROOT, "assets/starter/index.ts");

/** Of several words, the first. */
function valueFor(word: string): string {
  if (word.startsWith("FILE")) return PICTURE;
  return word.includes("|") ? word.split("|")[0]! : "1";
}

const callOf = (name: string, args: string) => [
  ...name.split(" "),
  ...args
    .split(" ")
    .filter((word) => word !== "" && !word.startsWith("["))
    .map((word) => valueFor(word)),
  ...(OPTIONS[name] ?? []),
];

describe("without a site", () => {
  const commands = COMMANDS.filter(({ name }) => !NEED_NONE.includes(name));

  test.each(commands.map(({ name, args }) => [name, args]))("%s says so and creates nothing", async (name, args) => {
    const folder = freshFolder("none");
    const env = { GUFFAW_DATA: join(folder, "typo"), GUFFAW_URL: "http://localhost:1" };
    const { code, stderr } = await guffaw(callOf(name, args), { env });
    expect([code, stderr]).toEqual([
      1,
      `guffaw: There is no database at ${folder}/typo/guffaw.db: set GUFFAW_DATA to the site's folder; ./guffaw serve creates a new site.\n`,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("an empty file is not a site either", async () => {
    const folder = freshFolder("none");
    await Bun.write(join(folder, "guffaw.db"), "");
    const { code, stderr } = await guffaw(["log"], { env: { GUFFAW_DATA: folder } });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no database at ${folder}/guffaw.db`)]);
    expect(Bun.file(join(folder, "guffaw.db")).size).toBe(0);
    expect(readdirSync(folder)).toEqual(["guffaw.db"]);
  });

  postgresTest("nothing is created in an empty PostgreSQL database", async () => {
    await using database = await freshDatabase();
    await using open = await openDatabase({ kind: "postgres", url: database.url });
    await sql`drop schema public cascade`.execute(open.db);
    await sql`create schema public`.execute(open.db);
    const url = new URL(database.url);
    url.password ||= "secret";
    const env = { GUFFAW_DATA: join(freshFolder("none"), "data"), GUFFAW_DATABASE_URL: url.href };
    for (const command of [["log"], ["user", "create", "ann"], ["backup", join(env.GUFFAW_DATA, "../backup")]]) {
      const { code, stderr } = await guffaw(command, { env });
      expect([code, stderr]).toEqual([
        1,
        `guffaw: There is no site in the database ${url.pathname.slice(1)} on PostgreSQL at ${url.host}: set GUFFAW_DATABASE_URL to the site's database; ./guffaw serve creates a new site.\n`,
      ]);
    }
    expect(await open.db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
    expect(existsSync(join(env.GUFFAW_DATA, ".."))).toBe(true);
    expect(readdirSync(join(env.GUFFAW_DATA, ".."))).toEqual([]);
    expect((await guffaw(["migrate"], { env })).code).toBe(0);
    expect((await guffaw(["user", "create", "ann"], { env })).code).toBe(0);
  });

  test("the launcher says the same", async () => {
    const env = { GUFFAW_DATA: join(freshFolder("none"), "data") };
    const { code, stderr } = await launch(["backup", join(env.GUFFAW_DATA, "../backup"), "--keep", "2"], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("There is no database at")]);
    expect(readdirSync(join(env.GUFFAW_DATA, ".."))).toEqual([]);
  });
});
