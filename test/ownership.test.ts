import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { guffaw, guffawAs, launch, launchServer } from "./cli/guffaw.ts";
import { canBeNobody, NOBODY } from "./cli/nobody.ts";
import { fill } from "./core/backups.ts";
import { postgresTest } from "./postgres-test.ts";
import { freshFolder, openWorld, ROOT } from "./world.ts";

const PICTURE = join(ROOT, "assets/starter/printer.png");

/** A folder of a service that runs as nobody. */
function folderOfNobody(): string {
  const folder = freshFolder("service");
  chownSync(folder, NOBODY, NOBODY);
  return folder;
}

/** Everything in a folder that belongs to somebody else. */
const strangersIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => statSync(join(folder, name)).uid !== NOBODY,
  );

describe.skipIf(!canBeNobody)("root beside a service of another user", () => {
  test.concurrent("creates everything for that user", async () => {
    const env = { GUFFAW_DATA: join(folderOfNobody(), "data"), GUFFAW_STARTER: "off" };
    expect(await guffaw(["migrate"], { env })).toMatchObject({ code: 0 });
    expect(strangersIn(join(env.GUFFAW_DATA, ".."))).toEqual([]);
    const server = await launchServer(env, NOBODY);
    await guffaw(["user", "create", "ann", "--perk", "founder"], { env });
    const added = await guffaw(["meme", "add", PICTURE, "--author", "ann", "--json"], { env });
    const { pathname } = new URL(String(added.json.url));
    expect((await fetch(server.origin() + pathname)).status).toBe(200);
    expect((await guffaw(["doctor"], { env })).code).toBe(0);
    const mine = freshFolder("backup");
    expect((await guffaw(["backup", mine], { env })).code).toBe(0);
    expect(statSync(join(mine, "backups")).uid).toBe(0);
    expect(strangersIn(join(env.GUFFAW_DATA, ".."))).toEqual([]);
    expect(readdirSync(env.GUFFAW_DATA)).toContain("guffaw.db-wal");
    expect((await fetch(`${server.origin()}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test.concurrent("restores for that user", async () => {
    await using world = await openWorld("SQLite");
    await fill(world);
    const backup = freshFolder("backup");
    await guffaw(["backup", backup], { env: world.env });
    for (const place of [folderOfNobody(), join(folderOfNobody(), "not/yet")]) {
      expect((await guffaw(["restore", backup], { env: { GUFFAW_DATA: place } })).code).toBe(0);
      expect(statSync(place).uid).toBe(NOBODY);
      expect(strangersIn(place)).toEqual([]);
    }
  });

  test.concurrent("readiness and doctor report files that the service may not read", async () => {
    const env = { GUFFAW_DATA: folderOfNobody(), GUFFAW_STARTER: "off" };
    const server = await launchServer(env, NOBODY);
    await guffaw(["user", "create", "ann", "--perk", "founder"], { env });
    // By the launcher, which keeps its files from other users.
    const added = await launch(["meme", "add", PICTURE, "--author", "ann", "--json"], { env });
    const { pathname } = new URL(String(added.json.url));
    const images = join(env.GUFFAW_DATA, "images");
    const spread = join(
      images,
      readdirSync(images).find((name) => name.length === 2)!,
    );
    const ready = async () => {
      const answer = await fetch(`${server.origin()}/readyz`);
      return [answer.status, ((await answer.json()) as { rights: string }).rights];
    };
    const bad = [503, "may not all be read and written"];
    expect(await ready()).toEqual([200, "ok"]);
    chownSync(spread, 0, 0);
    expect(await ready()).toEqual(bad);
    expect(await (await fetch(server.origin() + pathname)).text()).toContain("The site can't do this right now");
    expect((await guffaw(["doctor"], { env })).stdout).toContain(`✗ storage   ${spread} is not the service's`);
    chownSync(spread, NOBODY, NOBODY);
    // A single file: each check inspects one folder, and there are two.
    const file = join(spread, readdirSync(spread)[0]!);
    chownSync(file, 0, 0);
    expect([await ready(), await ready()]).toContainEqual(bad);
    // Once found, it is not forgotten while other folders are inspected.
    expect([await ready(), await ready(), await ready()]).toEqual([bad, bad, bad]);
    const cure = `chown -R nobody: ${images}`;
    expect((await guffaw(["doctor"], { env })).stdout).toMatch(new RegExp(`✗ storage .*${file}.*${cure}`));
    chownSync(file, NOBODY, NOBODY);
    expect([await ready(), await ready(), await ready()]).toEqual([
      [200, "ok"],
      [200, "ok"],
      [200, "ok"],
    ]);
    for (const [path, what] of [
      ["guffaw.db", "database"],
      ["guffaw.db-ballast", "database"],
      ["images", "storage"],
    ] as const) {
      chownSync(join(env.GUFFAW_DATA, path), 0, 0);
      const { stdout, code } = await guffaw(["doctor"], { env });
      expect(stdout).toMatch(
        new RegExp(`✗ ${what} .*${env.GUFFAW_DATA}/${path} .*chown -R nobody: ${env.GUFFAW_DATA}`),
      );
      expect(code).toBe(1);
      chownSync(join(env.GUFFAW_DATA, path), NOBODY, NOBODY);
    }
    expect((await guffaw(["doctor"], { env })).stdout).not.toContain("chown");
    chmodSync(join(env.GUFFAW_DATA, "guffaw.db"), 0o400);
    expect(await ready()).toEqual(bad);
    server.child.kill("SIGKILL");
    await server.child.exited;
  });
});

describe.skipIf(!canBeNobody)("an ordinary user", () => {
  const refusal = (path: string, command: string, folder?: string) => {
    const chown =
      folder === undefined ? "" : ` or, if the service runs as nobody, sudo chown -R nobody: ${folder} first`;
    return `guffaw: ${path} belongs to root, and you are nobody: run it as sudo ./guffaw ${command}${chown}\n`;
  };

  test.concurrent("is refused if the site belongs to somebody else, before anything is touched", async () => {
    const site = freshFolder("roots");
    await guffaw(["migrate"], { env: { GUFFAW_DATA: site } });
    const siteOf = (mode: number, owner = 0) => {
      const data = freshFolder("roots");
      cpSync(site, data, { recursive: true });
      chmodSync(data, mode);
      chownSync(data, owner, owner);
      return data;
    };
    const refused = (
      [
        [0o700, ["serve"]],
        [0o755, ["user", "show", "ann"]],
        [0o777, ["doctor"]],
      ] as [number, string[]][]
    ).map(([mode, args]) => {
      const data = siteOf(mode);
      const path = mode === 0o777 ? join(data, "guffaw.db") : data;
      const stderr = refusal(path, args.length > 1 ? "user show …" : args[0]!, data);
      return { args, data, stderr, before: readdirSync(data).sort() };
    });
    // One below a folder that cannot be entered, and one of a user without a name.
    const [closed, unnamed] = [siteOf(0o700), siteOf(0o700, 54321)];
    const runs = await guffawAs(NOBODY, [
      ...refused.map(({ args, data }) => ({ args, env: { GUFFAW_DATA: data } })),
      ...[join(closed, "in"), unnamed].map((data) => ({ args: ["doctor"], env: { GUFFAW_DATA: data } })),
    ]);
    for (const [i, { data, stderr, before }] of refused.entries()) {
      expect(runs[i]).toMatchObject({ code: 1, stdout: "", stderr });
      expect(readdirSync(data).sort()).toEqual(before);
    }
    expect(runs[3]!.stderr).toBe(refusal(closed, "doctor"));
    expect(runs[4]!.stderr).toContain(
      `${unnamed} belongs to user 54321, and you are nobody: run it as sudo -u '#54321' ./guffaw doctor`,
    );
  });

  test.concurrent("is allowed if everything is theirs, or root's volume that they may write to", async () => {
    const folders = (
      [
        [NOBODY, 0o700],
        [0, 0o777],
      ] as const
    ).map(([owner, mode]) => {
      const data = freshFolder("own");
      chownSync(data, owner, owner);
      chmodSync(data, mode);
      return data;
    });
    const calls = folders.flatMap((data) =>
      [["migrate"], ["user", "create", "ann"]].map((args) => ({ args, env: { GUFFAW_DATA: data } })),
    );
    const runs = await guffawAs(NOBODY, calls);
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(calls.map(() => [0, ""]));
  });

  postgresTest("is not asked about a data folder that a site on PostgreSQL and S3 does not use", async () => {
    const data = freshFolder("unused");
    mkdirSync(join(data, "images"));
    writeFileSync(join(data, "guffaw.db"), "");
    await using world = await openWorld("PostgreSQL");
    await world.member({ name: "ann" });
    const s3 = {
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "s",
      GUFFAW_STORAGE: "s3://b?endpoint=http://127.0.0.1:1",
    };
    const env = { ...world.env, ...s3, GUFFAW_DATA: data };
    expect(await launch(["user", "show", "ann"], { env, uid: NOBODY })).toMatchObject({ code: 0 });
  });
});
