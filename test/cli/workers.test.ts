import { describe, expect, test } from "bun:test";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { readConfig } from "../../src/config.ts";
import { createKey } from "../../src/core/keys/create-key.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { queueMail } from "../../src/core/mails/queue-mail.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { Log } from "../../src/log.ts";
import { contextOf, openServices } from "../../src/services.ts";
import { stopUnderLoad } from "../faults/sigterm.ts";
import { until } from "../until.ts";
import { DIALECTS, freshDatabase, freshFolder, ROOT, smallImage } from "../world.ts";
import { openMailbox } from "../web/smtp.ts";
import { launch, launchServer } from "./guffaw.ts";

type Settings = Record<string, string>;

/** A site with one account and one meme, to be served by two processes. */
async function prepare(dialect: string, extra: Settings = {}) {
  const database = dialect === "PostgreSQL" ? await freshDatabase() : undefined;
  const env: Settings = {
    GUFFAW_DATA: freshFolder("workers"),
    ...(database ? { GUFFAW_DATABASE_URL: database.url } : {}),
    GUFFAW_STARTER: "off",
    GUFFAW_RATE_LIMIT: "off",
    GUFFAW_GUEST_LIMIT: "off",
    GUFFAW_WORKERS: "2",
    ...extra,
  };
  const open = () => openServices(readConfig(env, ROOT), { log: new Log("silent", async () => {}), upgrade: true });
  await using services = await open();
  const system = contextOf(services, { kind: "system", job: "test" });
  const user = await createUser(system, { username: "ann", perks: [] });
  const { key } = await createKey(system, { name: "n", permissions: [], readOnly: false, user: user.id });
  const by = contextOf(services, { kind: "member", user, via: "session" });
  const { meme } = await submitMeme(by, { image: await smallImage(), caption: "", age: 2 });
  return { env, open, user, key, meme: meme.id, [Symbol.asyncDispose]: async () => database?.[Symbol.asyncDispose]() };
}

type Running = Awaited<ReturnType<typeof launchServer>>;

/** Process ids of the server processes, without workers that decode pictures. */
function processesOf({ child }: Running): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
  return children.filter((pid) => commandOf(pid).includes("server-process")).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** A request on a connection of its own, so that the kernel chooses the process anew. */
const send = (server: Running, path: string, { key, ...init }: RequestInit & { key?: string } = {}) =>
  fetch(server.origin() + path, {
    ...init,
    keepalive: false,
    headers: { Connection: "close", ...(key === undefined ? {} : { Authorization: key }) },
  });

/** Names of the processes that have answered, from the ids of their requests. */
async function answeredBy(server: Running): Promise<Set<string>> {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await send(server, "/healthz")).headers.get("x-request-id")!),
  );
  return new Set(ids.map((id) => id.split("-")[0]!));
}

/** A process that is killed cuts off the connections it was given. */
const isReady = (server: Running) =>
  send(server, "/readyz").then(
    ({ status }) => status === 200,
    () => false,
  );

describe.each(DIALECTS)("two server processes on %s", (dialect) => {
  test("both answer, and see each other's changes at once", async () => {
    await using site = await prepare(dialect);
    const server = await launchServer(site.env);
    expect(processesOf(server)).toHaveLength(2);
    await until(async () => (await answeredBy(server)).size === 2, "Answers of both");
    for (let n = 0; n < 100; n++) {
      const path = `/v1/meme/${site.meme}`;
      expect((await send(server, `${path}/caption?caption=${n}`, { method: "PUT", key: site.key })).status).toBe(200);
      expect(await (await send(server, path, { key: site.key })).json()).toMatchObject({ caption: String(n) });
    }
    expect(await server.stop()).toBe(0);
    expect(server.banner()).toContain("Stopped");
  });

  test("count an account's requests together", async () => {
    await using site = await prepare(dialect, { GUFFAW_RATE_LIMIT: "100/1d" });
    const server = await launchServer(site.env);
    await until(async () => (await answeredBy(server)).size === 2, "Answers of both");
    const statuses: number[] = [];
    // A few at a time: a slow machine would turn some of them away.
    for (let round = 0; round < 15; round++) {
      const answers = Array.from({ length: 20 }, () => send(server, "/api/v1/stats", { key: site.key }));
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200);
    expect(await server.stop()).toBe(0);
  });

  test("one that is killed is replaced, and the other goes on", async () => {
    await using site = await prepare(dialect);
    const server = await launchServer(site.env);
    const [victim, other] = processesOf(server);
    let answered = 0;
    const over = new AbortController();
    const asking = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        const answer = await send(server, `/v1/meme/${site.meme}`, { key: site.key }).catch(() => undefined);
        if (answer?.status === 200) answered++;
        // Otherwise they would keep the machine from starting the other one.
        await Bun.sleep(10);
      }
    });
    await until(() => answered > 50);
    const requests = async () => countOf(await (await send(server, "/metrics")).text(), "/v1/meme/{id}");
    const before = await requests();
    process.kill(victim!, "SIGKILL");
    await until(() => !processesOf(server).includes(victim!), "Its end");
    await until(async () => processesOf(server).length === 2 && (await isReady(server)), "Another one in its place");
    const soFar = answered;
    await until(() => answered > soFar + 50);
    over.abort();
    await Promise.all(asking);
    expect(processesOf(server)).toContain(other!);
    expect(processesOf(server)).not.toContain(victim!);
    expect(await requests()).toBeGreaterThan(before);
    const metrics = await (await send(server, "/metrics")).text();
    expect(metrics).toContain("guffaw_server_process_restarts_total 1\n");
    expect(metrics).toContain("guffaw_server_processes 2\n");
    expect(await server.stop()).toBe(0);
    const lines = (await server.stderr).trim().split("\n");
    const loss = lines.map((line) => JSON.parse(line)).find(({ level }) => level === "error");
    expect(loss).toMatchObject({ message: expect.stringContaining("a server process has ended"), pid: victim });
    expect(loss.reason).toBe("signal SIGKILL");
  });

  test("SIGTERM under load breaks no request, and keeps what was acknowledged", async () => {
    await using site = await prepare(dialect);
    const server = await launchServer(site.env);
    const port = Number(new URL(server.origin()).port);
    const { key, meme } = site;
    const stopped = await stopUnderLoad({ port, stop: () => server.stop(), key, meme, writers: 8, readers: 8 });
    expect(stopped).toMatchObject({ exitCode: 0, broken: 0 });
    await using services = await site.open();
    const rows = await services.database.db.selectFrom("comments").select("content").execute();
    const kept = new Set(rows.map(({ content }) => content));
    expect(stopped.acknowledged.filter((content) => !kept.has(content))).toEqual([]);
    // Whole lines only, although two processes wrote them.
    for (const line of (await server.stderr).trim().split("\n")) JSON.parse(line);
  });

  test("each job runs once", async () => {
    using mailbox = openMailbox();
    const mail = { GUFFAW_SMTP_URL: mailbox.url, GUFFAW_MAIL_FROM: "Guffaw <memes@example.org>" };
    await using site = await prepare(dialect, mail);
    {
      await using services = await site.open();
      const system = contextOf(services, { kind: "system", job: "test" });
      for (let n = 0; n < 40; n++)
        await queueMail(system, { kind: "password-changed", user: site.user, address: `someone-${n}@example.org` });
    }
    const server = await launchServer(site.env);
    await until(() => mailbox.mails.length >= 40, "The mails");
    expect(await server.stop()).toBe(0);
    expect(mailbox.mails).toHaveLength(40);
    await using services = await site.open();
    const left = await services.database.db.selectFrom("jobs").select(["kind", "subject"]).execute();
    expect(left.filter(({ subject }) => subject !== "")).toEqual([]);
    expect(new Set(left.map(({ kind }) => kind)).size).toBe(left.length);
  });

  test("add up their metrics", async () => {
    await using site = await prepare(dialect);
    const server = await launchServer(site.env);
    for (let n = 0; n < 60; n++) await send(server, "/api/v1/stats", { key: site.key });
    const texts = await Promise.all(Array.from({ length: 10 }, async () => (await send(server, "/metrics")).text()));
    expect(texts.map((text) => countOf(text, "/api/v1/stats"))).toEqual(Array.from({ length: 10 }, () => 60));
    expect(texts[0]).toMatch(/guffaw_request_seconds_count\{method="GET",route="\/api\/v1\/stats"\} 60\n/);
    for (const name of ["1", "2", "parent"])
      expect(texts[0]).toMatch(new RegExp(`process_resident_memory_bytes\\{process="${name}"\\} \\d+\n`));
    expect(await server.stop()).toBe(0);
  });
});

const countOf = (metrics: string, route: string) =>
  Number(new RegExp(`guffaw_requests_total\\{method="GET",route="${route}",status="200"\\} (\\d+)`).exec(metrics)?.[1]);

test("a process whose parent was killed stops by itself", async () => {
  await using site = await prepare("SQLite");
  const server = await launchServer(site.env);
  const processes = processesOf(server);
  server.child.kill("SIGKILL");
  await until(() => processes.every((pid) => commandOf(String(pid)) === ""), "The end of its processes");
});

test("if the database file of one is gone, all of them end", async () => {
  await using site = await prepare("SQLite");
  const server = await launchServer(site.env);
  const file = join(site.env.GUFFAW_DATA!, "guffaw.db");
  renameSync(file, `${file}.away`);
  expect(await server.child.exited).toBe(1);
  const last = (await server.stderr).trim().split("\n").at(-1);
  expect(last).toMatch(/^guffaw: .*guffaw\.db/);
});

test("if the port is in use, the start fails with one sentence", async () => {
  // With the same settings as theirs: the port could be shared.
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", reusePort: true, fetch: () => new Response("") });
  const env = { GUFFAW_DATA: freshFolder("workers"), GUFFAW_PORT: String(taken.port), GUFFAW_WORKERS: "2" };
  const done = await launch(["serve"], { env: { ...env, GUFFAW_STARTER: "off", GUFFAW_LOG: "silent" } });
  await taken.stop(true);
  expect(done.code).toBe(1);
  expect(done.stderr).toMatch(/^guffaw: Cannot listen on 127\.0\.0\.1 port \d+: another program is using it.*\.\n$/);
});

test("the first start makes its memes once, and prints one key", async () => {
  const env = { GUFFAW_DATA: freshFolder("workers"), GUFFAW_WORKERS: "2" };
  const server = await launchServer(env);
  const key = /API key +(gfw_\w{38})\n/.exec(server.banner())?.[1];
  expect(await (await send(server, "/api/v1/stats", { key })).json()).toMatchObject({ memes: 12, website_users: 2 });
  expect(await server.stop("SIGINT")).toBe(0);
});
