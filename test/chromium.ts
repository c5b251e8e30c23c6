// A real Chromium for the browser tests, on any machine: $CHROMIUM, the system's, npm's (x64), or else Debian's
// package, unpacked beside the project without root. `bun test/chromium.ts` prepares it ahead of the tests.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

import { freshFolder } from "./folders.ts";

type Found = { executablePath: string; env?: Record<string, string | undefined> };

const CACHE = join(import.meta.dir, "../node_modules/.cache");
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The first launch on a clean machine fetches 100 to 250 MB: `beforeAll(…, LAUNCH_TIMEOUT)`. */
export const LAUNCH_TIMEOUT = 600_000;

/** How long to wait for what a page should do. A busy machine may take its time. */
const PATIENCE_MS = 240_000;

export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false, // needs privileges that root in a container lacks
    ...options,
    env: { ...process.env, ...env, ...options.env },
    args: ["--disable-gpu", "--disable-dev-shm-usage", ...(options.args ?? [])],
  });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...given) => {
    const context = await open(...given);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** Without what could end it for everyone else. */
export type SharedBrowser = Pick<Browser, "newContext" | "newPage">;
const shared = globalThis as { guffawChromium?: Promise<Browser> };

/**
 * Shared by all tests of this process, because a launch takes a second. Each test opens its own context, which shares
 * nothing with others. It exits when its pipe closes, with this process.
 */
export async function sharedChromium(): Promise<SharedBrowser> {
  const before = await shared.guffawChromium?.catch(() => undefined);
  if (!before?.isConnected()) return await (shared.guffawChromium = launchInFolder());
  // Contexts that an earlier test file left open.
  for (const context of before.contexts()) await context.close();
  return before;
}

/** Playwright removes a profile only when it closes the browser, which nobody does here, so we remove the folder. */
async function launchInFolder(): Promise<Browser> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = freshFolder("chromium");
  try {
    return await launchChromium();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function findChromium(): Promise<Found> {
  const named = process.env.CHROMIUM;
  if (named) return { executablePath: named };
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed) return { executablePath: installed };
  let cause: unknown;
  for (const find of process.arch === "x64" ? [npmChromium, debianChromium] : [debianChromium]) {
    try {
      return await find();
    } catch (err) {
      cause = err;
    }
  }
  const advice = "install Chromium (on Debian: apt-get install chromium), or set CHROMIUM to the path of one";
  throw new Error(`There is no browser for the tests: ${advice}.`, { cause });
}

async function npmChromium(): Promise<Found> {
  const manifest = Bun.resolveSync("@sparticuz/chromium/package.json", import.meta.dir);
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const root = join(CACHE, `chromium-npm-${version}`);
  if (!existsSync(root)) {
    const unfinished = `${root}.${process.pid}`;
    try {
      await unpackNpmChromium(join(dirname(manifest), "bin"), unfinished);
      await writeFile(join(unfinished, "fonts.conf"), fontsConf(join(root, "fonts")));
      await requireStart(inNpmRoot(unfinished));
      await rename(unfinished, root).catch((err) => {
        if (!existsSync(root)) throw err; // otherwise another process was faster, and its folder will do
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  return inNpmRoot(root);
}

const inNpmRoot = (root: string): Found => ({
  executablePath: join(root, "chromium"),
  env: { LD_LIBRARY_PATH: libraryPath(join(root, "al2023/lib")), FONTCONFIG_FILE: join(root, "fonts.conf") },
});

async function unpackNpmChromium(packed: string, root: string): Promise<void> {
  console.error("Unpacking Chromium for the browser tests, this once.");
  const inflate = async (name: string) => promisify(brotliDecompress)(await readFile(join(packed, name)));
  for (const [archive, folder] of [
    ["al2023.tar.br", "al2023"],
    ["fonts.tar.br", "fonts"],
    ["swiftshader.tar.br", "."], // Chromium looks for it beside itself
  ] as const) {
    await mkdir(join(root, folder), { recursive: true });
    await run(["tar", "-xf", "-", "-C", join(root, folder)], await inflate(archive));
  }
  await writeFile(join(root, "chromium"), await inflate("chromium.br"), { mode: 0o755 });
}

async function debianChromium(): Promise<Found> {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1] ?? "debian";
  const root = join(CACHE, `chromium-${release}-${process.arch}`);
  if (!existsSync(root)) {
    await mkdir(CACHE, { recursive: true });
    await using _ = await holdLock(`${root}.lock`);
    if (!existsSync(root)) await unpackDebianChromium(root);
  }
  return inDebianRoot(root);
}

async function unpackDebianChromium(root: string): Promise<void> {
  console.error("Fetching Debian's chromium (100 to 250 MB) for the browser tests, this once.");
  const unfinished = `${root}.unfinished`;
  const apt = join(unfinished, "apt");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(apt, "state/lists/partial"), { recursive: true });
  await mkdir(join(apt, "cache/archives/partial"), { recursive: true });
  await writeFile(join(apt, "apt.conf"), aptConf(apt));
  await writeFile(join(unfinished, "fonts.conf"), fontsConf(join(root, "usr/share/fonts")));
  const aptGet = ["apt-get", "-c", join(apt, "apt.conf"), "-qq", "-y"];
  // Another source of this machine may be unreachable. The next command tells whether ours was.
  await run([...aptGet, "update"]).catch(() => {});
  await run([...aptGet, "--download-only", "install", "chromium", "fonts-liberation"]);
  for (const name of await readdir(join(apt, "cache/archives"))) {
    if (name.endsWith(".deb")) await run(["dpkg-deb", "-x", join(apt, "cache/archives", name), unfinished]);
  }
  await rm(apt, { recursive: true });
  await requireStart(await inDebianRoot(unfinished));
  await rename(unfinished, root);
}

async function inDebianRoot(root: string): Promise<Found> {
  const triplet = (await readdir(join(root, "usr/lib"))).find((name) => name.includes("-linux-gnu")) ?? "";
  const libraries = ["usr/lib", "lib"].flatMap((lib) => [
    join(root, lib, triplet),
    join(root, lib, triplet, "pulseaudio"),
  ]);
  return {
    executablePath: join(root, "usr/lib/chromium/chromium"),
    env: { LD_LIBRARY_PATH: libraryPath(...libraries), FONTCONFIG_FILE: join(root, "fonts.conf") },
  };
}

/** Uses this machine's sources, keys, proxies and list of installed packages. Everything written stays in `dir`. */
const aptConf = (dir: string) => `
Dir::State "${dir}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${dir}/cache";
Dir::Log "${dir}";
Debug::NoLocking "1";
APT::Sandbox::User "root"; // otherwise root's downloads run as _apt, which cannot write here
APT::Install-Recommends "0";
Acquire::Languages "none";
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`;

/** The machine may have no fonts, and npm's own file names folders that do not exist here. */
const fontsConf = (dir: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${dir}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Liberation Sans</family><family>Open Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>Liberation Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>Liberation Mono</family></prefer></alias>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;

const libraryPath = (...folders: string[]) => [...folders, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);

/** A browser that cannot start, for lack of a library, is not kept. */
const requireStart = ({ executablePath, env }: Found) => run([executablePath, "--version"], undefined, env);

/** Held until the scope or this process ends: then cat reads the end of its input and exits. */
async function holdLock(file: string): Promise<AsyncDisposable> {
  const holder = Bun.spawn(["flock", file, "cat"], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  holder.stdin.write("\n");
  await holder.stdin.flush();
  const { done } = await holder.stdout.getReader().read(); // cat answers once the lock is ours
  if (done) throw new Error(`${file} could not be locked.`);
  return {
    async [Symbol.asyncDispose]() {
      await holder.stdin.end();
      await holder.exited;
    },
  };
}

async function run(command: string[], input?: Uint8Array, env?: Found["env"]): Promise<void> {
  const child = Bun.spawn(command, {
    stdin: input ?? "ignore",
    stdout: "ignore",
    stderr: "pipe",
    env: { ...process.env, LC_ALL: "C.UTF-8", ...env },
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${said.trim()}`);
}

if (import.meta.main) console.log((await findChromium()).executablePath);
