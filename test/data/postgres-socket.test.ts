import { describe, expect, test } from "bun:test";

import { sql } from "kysely";

import { readConfig } from "../../src/config.ts";
import { openDatabase } from "../../src/data/open.ts";
import { placeOf } from "../../src/data/postgres-address.ts";
import { guffaw } from "../cli/guffaw.ts";
import { postgresTest } from "../postgres-test.ts";
import { freshDatabase, freshFolder } from "../world.ts";

const databaseOf = (url: string) => readConfig({ GUFFAW_DATABASE_URL: url }, "/srv").database as { url: string };

describe("the address of a socket", () => {
  test.each([
    ["postgres:///name?host=/run/postgresql", "/run/postgresql/.s.PGSQL.5432"],
    ["postgres://user@/name?host=/run/postgresql", "/run/postgresql/.s.PGSQL.5432"],
    ["postgresql://user:pass@/name?host=%2Fsockets&port=6432", "/sockets/.s.PGSQL.6432"],
    ["postgres://user@localhost:6432/name?sslmode=disable&host=/sockets", "/sockets/.s.PGSQL.6432"],
  ])("%s", (url, socket) => {
    expect(placeOf(databaseOf(url).url)).toEqual({ socket });
  });

  test("other addresses stay what they are", () => {
    expect(databaseOf("postgres://u:p@h:1/n?sslmode=require").url).toBe("postgres://u:p@h:1/n?sslmode=require");
    expect(placeOf("postgres://u:p@[::1]/n")).toEqual({ host: "::1", port: 5432 });
    for (const url of ["postgres:///name", "postgres://user@/name"])
      expect(() => databaseOf(url)).toThrow(
        /^GUFFAW_DATABASE_URL is not a valid postgres:\/\/ address: .+ for a socket\.$/,
      );
    expect(() => databaseOf("postgres:///n?host=/run&password=pw")).toThrow(
      /^GUFFAW_DATABASE_URL has its password in the query: [^?]+$/,
    );
  });
});

postgresTest("a site works through a socket", async () => {
  await using database = await freshDatabase();
  const url = new URL(database.url);
  await using direct = await openDatabase({ kind: "postgres", url: database.url });
  const { rows } = await sql<{ folder: string }>`select current_setting('unix_socket_directories') as folder`.execute(
    direct.db,
  );
  const [folder] = rows[0]!.folder.split(",");
  const GUFFAW_DATABASE_URL = `postgres://${url.username}@${url.pathname}?host=${folder}&port=${url.port}`;
  const env = { GUFFAW_DATA: freshFolder("socket"), GUFFAW_DATABASE_URL };
  expect(await guffaw(["user", "create", "ann"], { env })).toMatchObject({ code: 0 });
  const doctor = await guffaw(["doctor"], { env });
  expect(doctor.stdout).toContain(`PostgreSQL at ${folder}/.s.PGSQL.${url.port} is intact`);
  const config = await guffaw(["config"], { env });
  expect(config.stdout).toContain(`postgres://…@${url.pathname}?host=${folder}&port=${url.port}`);
  await using open = await openDatabase(readConfig(env, "/srv").database);
  const seen =
    await sql`select inet_client_addr() is null as local, name from (select username as name from users) u`.execute(
      open.db,
    );
  expect(seen.rows).toEqual([{ local: true, name: "ann" }]);
});

test("a missing socket is named", async () => {
  const folder = freshFolder("no-socket");
  const env = { GUFFAW_DATA: folder, GUFFAW_DATABASE_URL: `postgres://u@/n?host=${folder}` };
  expect(await guffaw(["user", "show", "ann"], { env })).toMatchObject({
    code: 1,
    stderr: `guffaw: PostgreSQL at ${folder}/.s.PGSQL.5432 cannot be used (there is no socket ${folder}/.s.PGSQL.5432): check that it is running and that GUFFAW_DATABASE_URL is correct.\n`,
  });
});
