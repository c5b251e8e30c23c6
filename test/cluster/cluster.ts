// Everything that a site on three nodes consists of, on one machine: HAProxy in front of three nodes and two
// PostgreSQL, an S3 server, and Valkey or Redis. HAProxy and PostgreSQL run with the files of deploy/.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readConfig } from "../../src/config.ts";
import { createKey } from "../../src/core/keys/create-key.ts";
import { Log } from "../../src/log.ts";
import { contextOf, openServices } from "../../src/services.ts";
import { must } from "../deploy/commands.ts";
import { readDeploy } from "../deploy/deploy-files.ts";
import { WRITERS } from "../faults/journal.ts";
import { prepareSite, type Account } from "../faults/site.ts";
import { diskFolder, freshFolder } from "../folders.ts";
import { freePort } from "../free-port.ts";
import { envOf, s3At } from "../s3.ts";
import { until } from "../until.ts";
import { startRealServer, type RealServer } from "../valkey/real-server.ts";
import { ROOT } from "../world.ts";
import { Failover, type Member } from "./failover.ts";
import { ClusterSite } from "./load.ts";
import { isOk, ProgramPart, type Part } from "./part.ts";

const NODES = 3;
const SPARE_KEYS = 600;

export interface SpareKey {
  id: string;
  key: string;
  /** Session of its owner. */
  cookie: string;
}

export interface Cluster extends AsyncDisposable {
  site: ClusterSite;
  failover: Failover;
  nodes: readonly NodePart[];
  haproxy: ProgramPart;
  s3: ProgramPart;
  valkey: Part;
  /** To be revoked. */
  keys: SpareKey[];
  /** Resolves when every part works again, and the standby has everything. */
  isWhole(): Promise<void>;
}

export interface NodePart extends ProgramPart {
  origin: string;
}

export async function startCluster(logs: string, say: (what: string) => void): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const logOf = (name: string) => join(logs, `${name}.log`);
  const failover = stack.use(await Failover.start(logs, say));
  const valkey = stack.use(await startRealServer());
  const s3 = await startS3Part(logOf("s3"));
  stack.defer(() => s3.kill());
  const ports = { site: freePort(), database: freePort(), nodes: Array.from({ length: NODES }, freePort) };
  const haproxy = await startHaproxy(ports, failover.members, logOf("haproxy"));
  stack.defer(() => haproxy.kill());
  const site = await openSite(ports, s3.env, valkey);
  const keys = await makeKeys(site.env, site.accounts);
  const nodes = ports.nodes.map((port, i) => nodeAt(port, `node${i + 1}`, site.env, logOf(`node${i + 1}`)));
  for (const node of nodes) stack.defer(() => node.kill());
  await Promise.all(nodes.map((node) => node.start()));
  const isWhole = async () => {
    await until(() => failover.inSync, "A standby that has everything");
    for (const { origin, name } of nodes) await until(() => isOk(`${origin}/readyz`), `${name}, ready`);
    await until(() => isOk(`${site.origin}/healthz`), "HAProxy");
  };
  await isWhole();
  const opened = stack.move();
  // Otherwise those that are frozen would stay.
  let stopping: Promise<void> | undefined;
  // npm passes on a signal that has come already.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void (stopping ??= opened.disposeAsync().finally(() => process.exit(130))));
  const cluster = { site, failover, nodes, haproxy, s3, keys, isWhole };
  const named = Object.assign(valkey, { name: "Valkey" });
  return { ...cluster, valkey: named, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

interface Ports {
  site: number;
  database: number;
  nodes: number[];
}

/** The file itself, with addresses of this machine in place of those to fill in. */
async function startHaproxy(ports: Ports, members: readonly Member[], log: string): Promise<ProgramPart> {
  const file = join(diskFolder("haproxy"), "haproxy.cfg");
  const local = (port: number) => `127.0.0.1:${port}`;
  const replaced: [from: RegExp, to: string][] = [
    [/log \/dev\/log local0/, "log stderr format raw local0 notice"],
    [/frontend plain\n( +.*\n)+/, ""],
    [/bind :443 .*/, `bind ${local(ports.site)}`],
    [/bind 10\.0\.0\.10:5000/, `bind ${local(ports.database)}`],
    [/X-Forwarded-Proto https/, "X-Forwarded-Proto http"],
    ...ports.nodes.map((port, i): [RegExp, string] => [new RegExp(`10\\.0\\.0\\.1${i + 1}:8420`, "g"), local(port)]),
    ...members.map(({ port, checkPort }, i): [RegExp, string] => [
      new RegExp(`10\\.0\\.0\\.2${i + 1}:5432`),
      `${local(port)} port ${checkPort}`,
    ]),
  ];
  let text = readDeploy("haproxy.cfg");
  for (const [from, to] of replaced) {
    if (!from.test(text)) throw new Error(`deploy/haproxy.cfg has no ${from.source}.`);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
  await must(["haproxy", "-c", "-f", file]);
  const isUp = async () => (await answers(ports.site)) && (await leadsToDatabase(ports.database));
  const haproxy = new ProgramPart({ name: "HAProxy", command: ["haproxy", "-db", "-f", file], log, isUp });
  await haproxy.start();
  return haproxy;
}

async function leadsToDatabase(port: number): Promise<boolean> {
  const sql = new Bun.SQL(databaseAt(port), { max: 1 });
  const asked = Promise.resolve(sql`select 1`);
  const isThere = await asked.then(
    () => true,
    () => false,
  );
  await sql.close({ timeout: 0 }).catch(() => {});
  return isThere;
}

const databaseAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { keepalive: false }).then(
    () => true,
    () => false,
  );

async function startS3Part(log: string) {
  const [folder, port] = [diskFolder("s3"), freePort()];
  const command = [process.execPath, join(import.meta.dir, "s3-server.ts"), folder, String(port)];
  const part = new ProgramPart({ name: "S3", command, log, isUp: () => answers(port) });
  await part.start();
  return Object.assign(part, { env: envOf(s3At(port)) });
}

async function openSite(ports: Ports, s3: Record<string, string>, valkey: RealServer): Promise<ClusterSite> {
  const origin = `http://127.0.0.1:${ports.site}`;
  const { env, accounts } = await prepareSite(WRITERS, {
    ...s3,
    GUFFAW_DATABASE_URL: databaseAt(ports.database),
    GUFFAW_VALKEY_URL: valkey.url,
    GUFFAW_URL: origin,
    GUFFAW_PROXIES: "1",
    // Counted, but never reached.
    GUFFAW_RATE_LIMIT: "100000/1m",
    GUFFAW_GUEST_LIMIT: "100000/1m",
  });
  return new ClusterSite(origin, env, accounts);
}

async function makeKeys(env: Record<string, string>, accounts: readonly Account[]): Promise<SpareKey[]> {
  const config = readConfig(env, ROOT);
  const log = new Log(config.log, (bytes) => Bun.write(Bun.stderr, bytes));
  await using services = await openServices(config, { log });
  const keys: SpareKey[] = [];
  for (let i = 0; i < SPARE_KEYS; i++) {
    const { id: user, cookie } = accounts[i % accounts.length]!;
    const system = contextOf(services, { kind: "system", job: "cluster" });
    const { key, apiKey } = await createKey(system, { name: "spare", permissions: [], readOnly: true, user });
    keys.push({ id: apiKey.id, key, cookie });
  }
  return keys;
}

function nodeAt(port: number, name: string, env: Record<string, string>, log: string): NodePart {
  const origin = `http://127.0.0.1:${port}`;
  const folder = freshFolder(name);
  mkdirSync(folder, { recursive: true });
  const part = new ProgramPart({
    name,
    command: [join(ROOT, "guffaw"), "serve"],
    env: { ...env, GUFFAW_LOG: "info", GUFFAW_DATA: folder, GUFFAW_PORT: String(port) },
    log,
    isUp: () => isOk(`${origin}/healthz`),
  });
  return Object.assign(part, { origin });
}
