import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { enqueueJob } from "../../src/data/jobs.ts";
import { deleteMeme, findMeme } from "../../src/data/memes.ts";
import { openDatabase } from "../../src/data/open.ts";
import { stopUnderLoad } from "../faults/sigterm.ts";
import { until } from "../until.ts";
import { Wire } from "../wire.ts";
import { DIALECTS, freshDatabase, freshFolder, ROOT } from "../world.ts";
import { guffaw, launchServer, mustRun, newKey, startServer } from "./guffaw.ts";

/** An account, its key and one of its memes, there before the server starts. */
async function oneMeme(env: { GUFFAW_DATA: string }): Promise<{ memeid: string; key: string }> {
  const { folder, ...made } = await (prepared ??= makeOneMeme());
  cpSync(folder, env.GUFFAW_DATA, { recursive: true });
  return made;
}

let prepared: ReturnType<typeof makeOneMeme> | undefined;
async function makeOneMeme() {
  const folder = freshFolder("serve");
  const env = { GUFFAW_DATA: folder };
  const image = join(ROOT, "assets/starter", STARTER[0]!.file);
  await mustRun(["migrate"], { env });
  const key = await newKey("ann", env);
  const added = await mustRun(["meme", "add", image, "--author", "ann", "--json"], { env });
  return { folder, memeid: String(added.json.memeid), key };
}

describe.each(DIALECTS)("guffaw serve on %s", (dialect) => {
  test("the first start creates a site worth looking at; the second keeps it", async () => {
    await using database = dialect === "PostgreSQL" ? await freshDatabase() : undefined;
    const env = { GUFFAW_DATA: freshFolder("serve"), ...(database ? { GUFFAW_DATABASE_URL: database.url } : {}) };
    const first = await startServer(env);
    const key = /API key +(gfw_\w{38})\n/.exec(first.banner())?.[1];
    expect(first.banner()).toMatch(/Account +owner\n *Password +\S{16,}\n/);
    // The line to paste works when pasted.
    const line = first
      .banner()
      .split("\n")
      .find((text) => text.startsWith("curl "))!;
    const pasted = Bun.spawn(["sh", "-c", `${line} --silent --fail`]);
    expect(await new Response(pasted.stdout).json()).toMatchObject({ author: { username: "owner" } });

    const read = async (origin: string, path: string) =>
      (await fetch(origin + path, { headers: { Authorization: key! } })).json();
    const stats = (await read(first.origin(), "/api/v1/stats")) as Record<string, number>;
    expect(stats).toMatchObject({ memes: 12, website_users: 2, unique_memers: 1 });
    expect(stats.ratings).toBeGreaterThan(3);
    const memes = (await read(first.origin(), "/api/v1/mymemes")) as { memeid: string; url: string }[];
    expect(memes.length).toBe(12);
    for (const { url } of memes) expect((await fetch(url.replace("localhost", "127.0.0.1"))).status).toBe(200);
    const comments = await Promise.all(
      memes.map((m) => read(first.origin(), `/v1/meme/${m.memeid}/comments`) as Promise<unknown[]>),
    );
    expect(comments.flat().length).toBeGreaterThan(2);
    const changed = await fetch(`${first.origin()}/v1/meme/${memes[0]!.memeid}/caption?caption=kept`, {
      method: "PUT",
      headers: { Authorization: key! },
    });
    expect(changed.status).toBe(200);
    expect(await first.stop("SIGINT")).toBe(0);
    expect(first.banner()).toContain("Stopped");
    expect(first.stderr()).not.toContain(key!);
    const log = first.stderr().trim().split("\n");
    expect(log.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: "info", message: "hanging up the first memes", memes: STARTER.length }),
    );

    const second = await startServer(env);
    expect(second.banner()).not.toContain("API key");
    expect(await read(second.origin(), `/v1/meme/${memes[0]!.memeid}`)).toMatchObject({ caption: "kept" });
    expect(await second.stop()).toBe(0);
  });
});

test.concurrent("GUFFAW_STARTER=off starts empty", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  const server = await startServer(env);
  expect(server.banner()).not.toContain("API key");
  expect(await server.stop()).toBe(0);
  const { json } = await mustRun(["stats", "--json"], { env });
  expect(json).toMatchObject({ memes: 0, ratings: 0, website_users: 0, unique_memers: 0 });
});

test.concurrent("what is acknowledged survives a kill", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off", GUFFAW_LOG: "silent" };
  const { memeid, key } = await oneMeme(env);
  const server = await launchServer(env);
  const put = (n: number) =>
    fetch(`${server.origin()}/v1/meme/${memeid}/caption?caption=${n}`, {
      method: "PUT",
      headers: { Authorization: key },
    });
  let acknowledged = -1;
  const writing = (async () => {
    for (let n = 0; n < 10_000; n++) if ((await put(n)).status === 200) acknowledged = n;
  })().catch(() => {});
  await until(() => acknowledged > 20);
  server.child.kill("SIGKILL");
  await Promise.all([writing, server.child.exited]);
  expect(acknowledged).toBeGreaterThan(0);
  const again = await startServer(env);
  const meme = await fetch(`${again.origin()}/v1/meme/${memeid}`, {
    headers: { Authorization: key },
  });
  expect(Number(((await meme.json()) as { caption: string }).caption)).toBeGreaterThanOrEqual(acknowledged);
  await again.stop();
});

test("finishes leftover jobs, claims its images, and stops cleanly in between", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  const { memeid } = await oneMeme(env);
  const images = join(env.GUFFAW_DATA, "images");
  const stored = () => filesUnder(images);
  expect(stored()).toHaveLength(4);
  const server = await startServer(env);
  // A small copy, two as AVIF, and the file with the id of the site.
  await until(() => stored().length === 8);
  // As if a process had died between deleting the meme and deleting its image.
  await using database = await openDatabase({ kind: "sqlite", file: join(env.GUFFAW_DATA, "guffaw.db") });
  const { image } = (await findMeme(database.db, memeid))!;
  await database.db.deleteFrom("copies").execute();
  await deleteMeme(database.db, memeid);
  await enqueueJob(database.db, "delete-image", `${image.key}.${image.extension}`, 0);
  await until(() => stored().length === 1);
  expect(stored().map(({ name }) => name)).toEqual(["site.id"]);
  expect(await server.stop()).toBe(0);
  expect(server.stderr()).not.toContain('"warn"');
  const left = await database.db.selectFrom("jobs").select("kind").orderBy("kind").execute();
  expect(left.map(({ kind }) => kind)).toEqual([
    "crown-memes",
    "end-sessions",
    "forget-answers",
    "forget-deletions",
    "forget-events",
    "forget-failures",
    "forget-notifications",
    "forget-traffic",
    "make-formats",
    "measure-sizes",
    "queue-weekly-mails",
    "roll-days",
    "sweep-litter",
    "trim-changes",
  ]);
});

test("says which memes lack renditions after an upgrade", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  await oneMeme(env);
  await using database = await openDatabase({ kind: "sqlite", file: join(env.GUFFAW_DATA, "guffaw.db") });
  await database.db.deleteFrom("jobs").execute();
  await database.db.updateTable("memes").set({ rendered: 0 }).execute();
  const server = await startServer(env);
  expect(await server.stop()).toBe(0);
  expect(server.stderr()).toContain("1 meme has no smaller copies of its picture yet");
  expect(server.stderr()).toContain("./guffaw renditions");
});

test("a fresh database beside another one's images is reported, and sweeps none of them", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  await oneMeme(env);
  await (await startServer(env)).stop();
  const other = { ...env, GUFFAW_DATABASE_URL: "sqlite:other.db" };
  const server = await startServer(other);
  expect(await server.stop()).toBe(0);
  expect(server.stderr()).toMatch(/"warn","message":"orphaned files will not be deleted","reason":"Another site keeps/);
  for (const one of [env, other]) expect((await guffaw(["sweep"], { env: one })).code).toBe(1);
});

test.concurrent("a slow reader of the log gets every line once and whole", async () => {
  const env = {
    PATH: process.env.PATH!,
    GUFFAW_DATA: freshFolder("serve"),
    GUFFAW_PORT: "0",
    GUFFAW_STARTER: "off",
    GUFFAW_LOG: "debug",
  };
  // Nobody reads the log until the pipe has long been full.
  const line = `"$0" serve 2>&1 >"$GUFFAW_DATA/out" | (while ! [ -e "$GUFFAW_DATA/read" ]; do sleep 0.1; done; exec cat)`;
  const shell = Bun.spawn(["sh", "-c", line, join(ROOT, "guffaw")], { env, stdin: "ignore", stdout: "pipe" });
  const log = new Response(shell.stdout).text();
  const out = join(env.GUFFAW_DATA, "out");
  const banner = () => (existsSync(out) ? readFileSync(out, "utf8") : "");
  await until(() => banner().includes("running at"));
  const origin = /running at (\S+)/.exec(banner())![1]!.replace("localhost", "127.0.0.1");
  const ids = Array.from({ length: 3000 }, (_, n) => `request-${n}`);
  for (let i = 0; i < ids.length; i += 50)
    await Promise.all(
      ids.slice(i, i + 50).map((id) => fetch(`${origin}/healthz`, { headers: { "X-Request-Id": id } })),
    );
  writeFileSync(join(env.GUFFAW_DATA, "read"), "");
  const [server] = readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, "utf8").split(" ");
  process.kill(Number(server), "SIGTERM");
  const lines = (await log)
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { request?: string });
  expect(lines.flatMap(({ request }) => request ?? []).sort()).toEqual(ids.sort());
});

test.concurrent("SIGTERM finishes requests in flight, although idle connections are open", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  const { memeid, key } = await oneMeme(env);
  const server = await startServer(env);
  for (let i = 0; i < 3; i++) await (await fetch(`${server.origin()}/healthz`)).text();
  // Half a request: the server waits for the rest.
  const body = JSON.stringify({ caption: "in flight" });
  const socket = connect(Number(new URL(server.origin()).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  socket.write(
    `PUT /v1/meme/${memeid}/caption HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await Bun.sleep(300);
  const startedAt = performance.now();
  const stopping = server.stop();
  await Bun.sleep(500);
  socket.write(body.slice(5));
  expect(await stopping).toBe(0);
  expect(answer).toStartWith("HTTP/1.1 200");
  expect(answer).toContain('"caption":"in flight"');
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  socket.destroy();
});

test.concurrent("SIGTERM under load breaks no request, and keeps what was acknowledged", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off", GUFFAW_RATE_LIMIT: "off" };
  const { memeid, key } = await oneMeme(env);
  const server = await launchServer(env);
  const port = Number(new URL(server.origin()).port);
  const stop = () => server.stop();
  const stopped = await stopUnderLoad({ port, stop, key, meme: memeid, writers: 16, readers: 16 });
  expect(stopped).toMatchObject({ exitCode: 0, broken: 0 });
  expect(stopped.answeredWhileStopping).toBeGreaterThanOrEqual(32);
  await using database = await openDatabase({ kind: "sqlite", file: join(env.GUFFAW_DATA, "guffaw.db") });
  const kept = new Set((await database.db.selectFrom("comments").select("content").execute()).map((c) => c.content));
  expect(stopped.acknowledged.filter((content) => !kept.has(content))).toEqual([]);
});

test.concurrent("readiness ends first, and answers close their connections", async () => {
  const env = { GUFFAW_DATA: freshFolder("serve"), GUFFAW_STARTER: "off" };
  const { memeid, key } = await oneMeme(env);
  const server = await startServer(env);
  const [watch, probe, reader, writer] = await Promise.all([1, 2, 3, 4].map(() => Wire.open(server.origin())));
  const headers = { Authorization: key };
  expect(await probe!.get("/readyz")).toStartWith("HTTP/1.1 200");
  expect(await reader!.get(`/v1/meme/${memeid}`, headers)).not.toMatch(/connection: close/i);
  // Half a request: until the rest arrives, the server cannot exit.
  writer!.write(`PUT /v1/meme/${memeid}/caption HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n`);
  writer!.write("Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{");
  const stopping = server.stop();
  await until(async () => /connection: close/i.test(await watch!.get("/healthz")));
  expect(await probe!.get("/readyz")).toMatch(/^HTTP\/1.1 503 .*connection: close.*\{"status":"stopping"\}$/is);
  expect(await reader!.get(`/v1/meme/${memeid}`, headers)).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
  writer!.write('"caption":"in"}');
  expect(await writer!.answer()).toMatch(/^HTTP\/1.1 200 .*connection: close.*"caption":"in"/is);
  expect(await stopping).toBe(0);
});

test("a port in use is named in one sentence", async () => {
  // The same settings as ours: two servers could share a port, and each would get half of the requests.
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch: () => new Response("") });
  const done = await guffaw(["serve"], {
    env: {
      GUFFAW_DATA: freshFolder("serve"),
      GUFFAW_PORT: String(taken.port),
      GUFFAW_STARTER: "off",
      GUFFAW_LOG: "silent",
    },
  });
  await taken.stop(true);
  expect(done.code).toBe(1);
  expect(done.stderr).toMatch(/^guffaw: Cannot listen on 127\.0\.0\.1 port \d+: another program is using it.*\.\n$/);
});

test.concurrent("the API may have other addresses, and the routes follow them", async () => {
  const env = {
    GUFFAW_DATA: freshFolder("serve"),
    GUFFAW_STARTER: "off",
    GUFFAW_URL: "https://memes.example/site",
    GUFFAW_API_URL: "https://api.memes.example/next",
    GUFFAW_OLD_API_URL: "https://old.memes.example",
  };
  await mustRun(["migrate"], { env });
  const key = await newKey("ann", env);
  const server = await startServer(env);
  const get = (path: string) => fetch(server.origin() + path, { headers: { Authorization: key } });
  expect(await (await get("/next/v1/profile/me")).json()).toMatchObject({
    permalink: expect.stringContaining("https://memes.example/site/profile/"),
  });
  expect((await get("/stats")).status).toBe(200);
  expect((await get("/v1/profile/me")).status).toBe(404);
  expect((await get("/api/v1/stats")).status).toBe(404);
  const document = (await (await get("/next/v1/openapi.json")).json()) as {
    paths: Record<string, { servers?: { url: string }[] }>;
  };
  expect(document.paths["/next/v1/meme/{id}"]!.servers).toEqual([{ url: "https://api.memes.example" }]);
  expect(document.paths["/stats"]!.servers).toEqual([{ url: "https://old.memes.example" }]);
  await server.stop();
});

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test.concurrent("an interrupted first start begins again, and still shows a working key", async () => {
  const data = freshFolder("serve");
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch: () => new Response("") });
  expect((await guffaw(["serve"], { env: { GUFFAW_DATA: data, GUFFAW_PORT: String(taken.port) } })).code).toBe(1);
  await taken.stop(true);
  const killed = Bun.spawn([join(ROOT, "guffaw"), "serve"], {
    env: { PATH: process.env.PATH!, GUFFAW_DATA: data, GUFFAW_PORT: "0" },
    stdout: "ignore",
    stderr: "ignore",
  });
  // In the middle of the first memes, of which there are twelve.
  await until(() => existsSync(join(data, "images")) && filesUnder(join(data, "images")).length > 4);
  killed.kill("SIGKILL");
  await killed.exited;
  const server = await startServer({ GUFFAW_DATA: data });
  const key = /API key +(gfw_\w{38})\n/.exec(server.banner())?.[1];
  const stats = await fetch(`${server.origin()}/api/v1/stats`, { headers: { Authorization: key ?? "none" } });
  expect(await stats.json()).toMatchObject({ memes: 12, website_users: 2 });
  expect(await server.stop("SIGINT")).toBe(0);
});

test.concurrent("SIGTERM to npm start stops the server too", async () => {
  const env = {
    PATH: process.env.PATH!,
    GUFFAW_DATA: freshFolder("serve"),
    GUFFAW_PORT: "18422",
    GUFFAW_STARTER: "off",
  };
  const npm = Bun.spawn(["npm", "start"], { cwd: ROOT, env, stdout: "ignore", stderr: "ignore" });
  const answers = () =>
    fetch("http://127.0.0.1:18422/healthz").then(
      () => true,
      () => false,
    );
  await until(answers);
  npm.kill("SIGTERM");
  await npm.exited;
  await until(async () => !(await answers()));
});
