// The same requests to servers that npm can bring: same data, same answers, same run.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { compare, comparisonTable } from "./compare.ts";
import type { Verdict } from "./figure.ts";
import { MEMES, NAMES, say } from "./main-table.ts";
import { openSubject, Subject } from "./measure.ts";
import type { Options } from "./options.ts";
import { saveResult, type ComparedRow } from "./result.ts";
import { ROWS } from "./rows.ts";
import { AUTHOR } from "./seeded.ts";
import { firstLine, openSite, WORK, type Running, type Site } from "./site.ts";
import { Sites } from "./sites.ts";
import { whole } from "./table.ts";

const FOLDER = join(WORK, "peers");

interface Peer {
  name: string;
  program: string;
  /** Checks a key, counts a limit, sends an ETag and writes a log, as Guffaw does. */
  full?: true;
  /** Its own address for one of our requests; undefined if it has no such answer. */
  translate?(request: string): string | undefined;
}

const PEERS: readonly Peer[] = [
  { name: "Fastify, all on", program: "fastify.mjs", full: true },
  { name: "Fastify", program: "fastify.mjs" },
  { name: "Express", program: "express.mjs" },
  {
    name: "json-server",
    program: "json-server.mjs",
    translate: (request) =>
      request.includes("random")
        ? undefined
        : request.replace("/v1/meme/", "/memes/").replace("/api/v1/mymemes", "/mymemes"),
  },
];

const NAMED = ["meme by id, even", "random meme", "1,000 own memes, again"];

export async function runPeers(options: Options): Promise<Verdict[]> {
  const { memes = MEMES, timing, wanted } = options;
  await using stack = new AsyncDisposableStack();
  const sites = stack.use(new Sites(options.fresh));
  say(`preparing ${whole(memes)} memes on ${NAMES.sqlite}`);
  const site = stack.use(await openSite(await sites.options("sqlite", memes)));
  say("installing the peers");
  await install();
  const peers: (Running & Peer)[] = [];
  for (const peer of PEERS) {
    say(`starting ${peer.name}`);
    peers.push({ ...peer, ...stack.use(await startPeer(peer, site)) });
  }
  const rows: ComparedRow[] = [];
  for (const row of ROWS.filter(({ name }) => NAMED.includes(name) && wanted(name))) {
    say(row.name);
    await using subjects = new AsyncDisposableStack();
    const requests = await row.requests(site);
    const each: (Subject | undefined)[] = [subjects.use(await openSubject(row, site, requests))];
    for (const peer of peers) {
      const own = requests.map((request) => (peer.translate ? peer.translate(request) : request));
      if (!own[0]) each.push(undefined);
      else {
        await requireSameAnswer(site, requests[0]!, peer, own[0]);
        const headers = { Authorization: site.key };
        const load = { headers, status: 200, draw: "evenly", connections: row.connections } as const;
        each.push(subjects.use(await Subject.open(peer.name, peer, own as string[], load)));
      }
    }
    rows.push(await compare(row.name, each, timing));
  }
  const content = { memes, servers: ["Guffaw", ...PEERS.map(({ name }) => name)], rows };
  console.log(comparisonTable(content));
  await saveResult(options.out, "peers", content);
  return [];
}

/** Below bench/.work: nothing of it becomes part of the checkout. */
async function install() {
  mkdirSync(FOLDER, { recursive: true });
  cpSync(join(import.meta.dir, "peers"), FOLDER, { recursive: true });
  const npm = Bun.spawn(["npm", "install", "--prefix", FOLDER, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: FOLDER,
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await npm.exited) !== 0)
    throw new Error(
      "The peers could not be installed: better-sqlite3 needs to download its binary, or a C++ compiler.",
    );
}

async function startPeer(peer: Peer, site: Site): Promise<Running & AsyncDisposable> {
  const url = `http://localhost:${site.port}`;
  const log = peer.full ? [join(FOLDER, "fastify.log")] : [];
  const author = await authorOf(site);
  const command = ["node", peer.program, join(site.folder, "data/guffaw.db"), url, author, ...log];
  const env = { PATH: process.env.PATH, NODE_ENV: "production" };
  const server = Bun.spawn(command, { cwd: FOLDER, env, stdout: "pipe", stderr: "inherit" });
  const port = Number(await firstLine(server.stdout));
  if (!port) throw new Error(`${peer.name} did not start.`);
  return {
    port,
    pid: server.pid,
    async [Symbol.asyncDispose]() {
      server.kill();
      await server.exited;
      for (const file of log) rmSync(file, { force: true });
    },
  };
}

/** The database id of the author whose key the benchmark uses. */
async function authorOf({ database }: Site): Promise<string> {
  const users = database.db.selectFrom("users").select("id").where("username", "=", AUTHOR);
  return (await users.executeTakeFirstOrThrow()).id;
}

/** What peers leave out: JSON.stringify() cannot write ids as exact numbers, and none of them knows about Pro. */
function comparable(answer: unknown): unknown {
  const first = (Array.isArray(answer) ? answer[0] : answer) as { author?: unknown };
  const { id: _, ...meme } = first as Record<string, unknown>;
  if (typeof first.author !== "object") return meme;
  const { id: _id, pro: _pro, perks: _perks, ...author } = first.author as Record<string, unknown>;
  return { ...meme, author };
}

async function requireSameAnswer(site: Site, request: string, peer: Running & Peer, own: string) {
  const ask = async ({ port }: Running, line: string) => {
    const url = `http://127.0.0.1:${port}${line.split(" ")[1]}`;
    return comparable(await (await fetch(url, { headers: { Authorization: site.key } })).json());
  };
  if (request.includes("random")) return;
  const [ours, theirs] = [await ask(site, request), await ask(peer, own)];
  if (!Bun.deepEquals(ours, theirs))
    throw new Error(`${peer.name} answers ${JSON.stringify(theirs)} instead of ${JSON.stringify(ours)}.`);
}
