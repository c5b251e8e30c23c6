import { beforeAll, describe, expect, test } from "bun:test";
import { symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";

import { checkDatabase } from "../../src/data/check.ts";
import { COMMANDS } from "../../src/cli/main.ts";
import { DIALECTS, openWorld, ROOT, smallImage, freshFolder } from "../world.ts";
import { guffaw, launch } from "./guffaw.ts";

describe.each(DIALECTS)("the command line beside a running server on %s", (dialect) => {
  test("changes what the server answers from the next request on", async () => {
    await using world = await openWorld(dialect);
    const run = async (...args: string[]) => {
      const done = await guffaw([...args, "--json"], { env: world.env });
      expect(done, args.join(" ")).toMatchObject({ code: 0 });
      return done.json as Record<string, string>;
    };
    const file = join(freshFolder("cli"), "a meme.png");
    await Bun.write(file, await smallImage());

    const ann = await run("user", "create", "ann", "--bio", "<b>hi</b>", "--email", "ann@example.org");
    expect(ann).toEqual({
      id: expect.stringMatching(/^\d{18}$/),
      username: "ann",
      tag: expect.stringMatching(/^\d{4}$/),
    });
    await run("user", "create", "bob", "--perk", "pro", "--perk", "verified");
    const annKey = await run("key", "create", "ann", "--name", "bot", "--permission", "View Integrations");
    const bobKey = await run("key", "create", "BOB", "--name", "bot", "--permission", "Ratings");
    const ann$ = world.as(annKey.key);
    const bob$ = world.as(bobKey.key);
    const { memeid, url } = await run(
      "meme",
      "add",
      file,
      "--author",
      "ann",
      "--caption",
      "from the CLI",
      "--age",
      "1",
    );
    expect(await (await ann$.get(`/v1/meme/${memeid}`)).json()).toMatchObject({ caption: "from the CLI", age: 1 });
    expect((await world.as().get(url!)).status).toBe(200);

    await run("rate", memeid!, "--as", "bob", "--rating", "4");
    await run("comment", memeid!, "--as", "bob", "--content", "ha!");
    await run("follow", "ann", "--as", "bob");
    const linked = await run("integration", "add", "ANN", "GitHub", "octocat");
    expect(linked).toEqual({ username: "ann", service: "github", account: "octocat" });
    expect(await (await bob$.get(`/v1/meme/${memeid}/ratings`)).json()).toMatchObject([{ rating: 4 }]);
    expect(await (await bob$.get(`/v1/meme/${memeid}/comments`)).json()).toMatchObject([{ content: "ha!" }]);
    expect(await (await bob$.get("/v1/profile/ann")).json()).toMatchObject({ stats: { memes: 1, followers: 1 } });
    expect(await (await ann$.get("/v1/integrations")).json()).toEqual({ github: ["octocat"] });

    await run("user", "create", "mod", "--perk", "staff", "--perk", "founder");
    await run("notice", "bob", "--as", "mod", "--text", "Be kind.");
    const made = await bob$.post(`/v1/meme/${memeid}/report?reason=spam`);
    const { id: report } = (await made.json()) as { id: number };
    expect(await run("report", "list")).toMatchObject({ reports: [{ id: report, memeid, reason: "spam" }] });
    await run("report", "take", String(report), "--as", "mod");
    await run("report", "resolve", String(report), "--as", "mod", "--comment", "Thank you.");
    expect(await run("report", "list")).toEqual({ reports: [] as never });
    expect(await (await bob$.get(`/v1/report/${report}`)).json()).toMatchObject({
      status: 2,
      assignee: { username: "mod" },
      comment: "Thank you.",
    });
    expect(await (await bob$.get("/v1/notifications")).json()).toMatchObject([{ type: 3 }, { type: 3 }, { type: 2 }]);

    await run("user", "perk", "bob", "--remove", "pro");
    expect((await bob$.get(`/v1/meme/${memeid}/ratings`)).status).toBe(403);
    await run("user", "perk", "bob", "--add", "pro", "--until", "30d");
    expect((await bob$.get(`/v1/meme/${memeid}/ratings`)).status).toBe(200);
    await run("meme", "hide", memeid!, "--reason", "Rude.", "--as", "mod");
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(404);
    const enabled = await ann$.put(`/v1/meme/${memeid}/enable`);
    expect([enabled.status, await enabled.json()]).toEqual([
      403,
      { error: "Staff have hidden this meme, and only staff can show it again." },
    ]);
    await run("meme", "release", memeid!);
    expect(await run("log", "--user", "ann", "--amount", "2")).toMatchObject({
      acts: [
        { kind: "release", staff: "operator", user: "ann", memeid },
        { kind: "hide", staff: "mod", note: "Rude." },
      ],
      next: expect.any(Number) as never,
    });
    await run("meme", "disable", memeid!);
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(404);
    expect((await ann$.get(`/v1/meme/${memeid}`)).status).toBe(200);
    await run("meme", "enable", memeid!);
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(200);
    await run("user", "suspend", "bob");
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(403);
    expect(await run("key", "list", "bob")).toMatchObject({ keys: [{ state: "suspended" }] });
    await run("user", "suspend", "bob", "--lift");
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(200);
    await world.services.keyUses.flush();
    const { keys } = (await run("key", "list", "bob")) as unknown as { keys: { id: string; last_used: string }[] };
    expect(keys).toMatchObject([{ id: bobKey.id, state: "valid", permissions: ["Write", "Ratings"], name: "bot" }]);
    expect(keys[0]!.last_used).toMatch(/:00\.000Z$/);
    await run("key", "revoke", bobKey.id!);
    expect((await bob$.get(`/v1/meme/${memeid}`)).status).toBe(401);
    await run("user", "delete", "bob", "--yes");
    expect(await (await ann$.get("/api/v1/stats")).json()).toEqual({
      memes: 1,
      ratings: 0,
      website_users: 2,
      unique_memers: 1,
    });
    await run("user", "delete", "ann", "--yes");
    expect((await ann$.get("/v1/profile/me")).status).toBe(401);
    expect((await world.as().get(url!)).status).toBe(404);
    expect(await checkDatabase(world.db)).toEqual([]);
    expect(await guffaw(["doctor", "--json"], { env: world.env })).toMatchObject({ code: 0, json: { ok: true } });
    expect(await guffaw(["migrate", "--check", "--json"], { env: world.env })).toMatchObject({
      code: 0,
      json: { pending: [] },
    });
  });
});

describe("how the command line speaks", () => {
  const env = { GUFFAW_DATA: freshFolder("cli") };
  beforeAll(() => guffaw(["migrate"], { env }));

  test("every command explains itself", async () => {
    const all = await guffaw(["--help"]);
    expect(all.code).toBe(0);
    for (const { name } of COMMANDS) expect(all.stdout).toContain(name);
    for (const { name, options = {} } of COMMANDS.filter((command) => command.options)) {
      const one = await guffaw([...name.split(" "), "--help"]);
      expect(one.code).toBe(0);
      for (const option of Object.keys(options)) expect(one.stdout, name).toContain(`--${option}`);
    }
    expect((await guffaw(["user", "--help"])).stdout).toContain("user suspend");
  });

  test.each([
    [2, []],
    [2, ["frobnicate"]],
    [2, ["frobnicate", "--help"]],
    [2, ["help", "frobnicate"]],
    [2, ["user", "frobnicate"]],
    [2, ["user", "frobnicate", "--help"]],
    [2, ["user", "create"]],
    [2, ["user", "create", "a_b", "c"]],
    [2, ["user", "create", "ab", "--colour", "red"]],
    [2, ["user", "create", "ab", "--perk", "king"]],
    [2, ["key", "create", "nobody"]],
    [2, ["key", "create", "nobody", "--name", "x", "--expires", "soon"]],
    [2, ["key", "create", "pia", "--name", "x", "--expires", "2027-02-31"]],
    [2, ["key", "create", "pia", "--name", "x", "--expires", "999999w"]],
    [2, ["key", "create", "pia", "--name", "-x"]],
    [2, ["key", "create", "pia", "--name"]],
    [2, ["user", "perk", "pia", "--add", "pro", "--until", "2027-02-31T12:00:00Z"]],
    [2, ["user", "perk", "pia", "--add", "pro", "--until", "9999-12-31T23:59:59-12:00"]],
    [2, ["user", "suspend", "pia", "--lift=yes"]],
    [2, ["rate", "1", "--as", "nobody", "--rating", "6"]],
    [1, ["user", "create", "me"]],
    [1, ["user", "create", "12345"]],
    [1, ["user", "create", "a b"]],
    [1, ["user", "show", "nobody"]],
    [1, ["key", "create", "nobody", "--name", "x"]],
    [1, ["key", "revoke", "1"]],
    [1, ["meme", "add", "/nowhere.png", "--author", "nobody"]],
    [1, ["meme", "disable", "1"]],
  ] as [number, string[]][])("exit code %d and a sentence for %j", async (code, args) => {
    const done = await guffaw([...args, "--json"], { env });
    expect(done.code, done.stderr).toBe(code);
    expect(done.stderr).toMatch(/^guffaw: .+\.\n/);
    expect(done.stderr).not.toMatch(/\n\s+at /);
    expect(Object.keys(done.json)).toEqual(["error"]);
  });

  test.each([
    [["--json"], "Give a command."],
    [["nonsense", "--help"], '"nonsense" is not a command.'],
    [["help", "nonsense"], '"nonsense" is not a command.'],
    [["key", "create", "--name", "-x"], "--name needs a value; write one that starts with a dash as --name=-x."],
    [["key", "create", "--name"], "--name needs a value; write one that starts with a dash as --name=-x."],
    [["user", "suspend", "--lift=yes"], "--lift takes no value."],
    [["user", "suspend", "-x"], "-x is not an option of guffaw user suspend."],
    [["user", "suspend", "--toString"], "--toString is not an option of guffaw user suspend."],
  ])("misused as %j, it says what is wrong", async (args, sentence) => {
    const done = await guffaw(args, { env });
    expect(done.stderr.split("\n")[0]).toBe(`guffaw: ${sentence}`);
    expect(done.code).toBe(2);
  });

  test("a value may begin with a dash, and help is given on groups and commands", async () => {
    const made = await guffaw(["user", "create", "dash", "--bio=-x", "--json"], { env });
    expect(made.code).toBe(0);
    expect((await guffaw(["user", "show", "dash", "--json"], { env })).json).toMatchObject({ bio: "-x" });
    expect(await guffaw(["help", "user"])).toMatchObject({ code: 0, stdout: expect.stringContaining("user suspend") });
    expect((await guffaw(["help", "user", "create"])).stdout).toContain("--password-stdin");
    expect(await guffaw(["help"])).toMatchObject({ code: 0, stdout: (await guffaw([])).stdout });
  });

  test("a wrong setting stops every command with one sentence", async () => {
    const done = await guffaw(["serve"], { env: { ...env, GUFFAW_PORT: "many" } });
    expect([done.code, done.stdout]).toEqual([1, ""]);
    expect(done.stderr).toBe(
      'guffaw: GUFFAW_PORT is "many", which is not valid: use a number from 0 to 65535 (0 picks a free port).\n',
    );
    const away = await guffaw(["user", "show", "x"], {
      env: { ...env, GUFFAW_DATABASE_URL: "postgres://u:secret@127.0.0.1:1/x" },
    });
    expect(away.code).toBe(1);
    expect(away.stderr).toMatch(/^guffaw: PostgreSQL at 127\.0\.0\.1:1 cannot be used .+\.\n$/);
    expect(away.stderr).not.toContain("secret");
  });

  test("passwords come from standard input and are hashed", async () => {
    const made = await guffaw(["user", "create", "pat", "--password-stdin", "--json"], {
      env,
      stdin: "correct horse\n",
    });
    expect(made.code).toBe(0);
    const short = await guffaw(["user", "create", "sam", "--password-stdin"], { env, stdin: "short" });
    expect([short.code, short.stderr]).toEqual([1, "guffaw: A password needs at least 10 characters.\n"]);
    expect(await guffaw(["user", "create", "PAT"], { env })).toMatchObject({
      code: 1,
      stderr: "guffaw: The username PAT is taken. Choose another.\n",
    });
  });

  test("it runs from anywhere and through a link, and says what to do if nothing is installed", async () => {
    const folder = freshFolder("elsewhere");
    symlinkSync(join(ROOT, "guffaw"), join(folder, "guffaw"));
    const linked = Bun.spawnSync([join(folder, "guffaw"), "--help"], { cwd: folder });
    expect(linked.stdout.toString()).toContain("key revoke ID");
    await Bun.write(join(folder, "bare/guffaw"), Bun.file(join(ROOT, "guffaw")));
    const bare = Bun.spawnSync(["sh", join(folder, "bare/guffaw"), "--help"]);
    expect(bare.exitCode).toBe(1);
    expect(bare.stderr.toString()).toContain("run npm ci first");
  });

  test("several files give one object, and a bad one is named", async () => {
    const folder = freshFolder("many");
    for (const name of ["1.png", "2.png"]) await Bun.write(join(folder, name), await smallImage());
    await Bun.write(join(folder, "3.png"), "no picture");
    await guffaw(["user", "create", "max"], { env });
    const done = await launch(["meme", "add", "1.png", "3.png", "2.png", "--author", "max", "--json"], {
      env,
      cwd: folder,
    });
    expect(done.code).toBe(1);
    const added = (file: string) => ({
      file,
      memeid: expect.stringMatching(/^\d{18}$/),
      url: expect.stringMatching(/^http:\/\/localhost:8420\/i\//),
    });
    expect(JSON.parse(done.stdout)).toEqual({
      files: [added("1.png"), { file: "3.png", error: expect.any(String) }, added("2.png")],
      error: "1 of 3 files was refused.",
    });
    expect(done.stderr).toContain("3.png: ");
    expect(done.stderr).toEndWith("guffaw: 1 of 3 files was refused.\n");
    const well = await launch(["meme", "add", "1.png", "2.png", "--author", "max", "--json"], { env, cwd: folder });
    expect([well.code, JSON.parse(well.stdout)]).toEqual([0, { files: [added("1.png"), added("2.png")] }]);
  });

  test("anything too large or not a file is refused unread", async () => {
    const folder = freshFolder("large");
    const [large, pipe] = [join(folder, "large.png"), join(folder, "pipe")];
    await Bun.write(large, "");
    truncateSync(large, 2 ** 40); // sparse, and larger than any memory
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    await guffaw(["user", "create", "lea"], { env });
    const add = async (file: string) => (await guffaw(["meme", "add", file, "--author", "lea"], { env })).stderr;
    expect(await add(large)).toBe("guffaw: The file is 1048576.0 MB; the limit is 20 MB. Upload a smaller one.\n");
    for (const file of [pipe, folder, "/dev/zero"])
      expect(await add(file)).toBe(`guffaw: ${file} is not a regular file; give an image or video file.\n`);
  });

  test("while the port is unknown, only the path of an image is shown", async () => {
    const file = join(freshFolder("path"), "1.png");
    await Bun.write(file, await smallImage());
    await guffaw(["user", "create", "kim"], { env });
    const add = (more: Record<string, string>) =>
      guffaw(["meme", "add", file, "--author", "kim"], { env: { ...env, GUFFAW_PORT: "0", ...more } });
    expect((await add({})).stdout).toMatch(/^\d{18}  \/i\/\d{18}\/\w+\.png\n$/);
    expect((await add({ GUFFAW_URL: "https://m.example" })).stdout).toContain("  https://m.example/i/");
  });
});
