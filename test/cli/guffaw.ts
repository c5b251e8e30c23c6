import { join } from "node:path";

import type { Terminal } from "../../src/cli/command.ts";
import { main } from "../../src/cli/main.ts";
import { addEnvFile } from "../../src/env-file.ts";
import { outcomeOf, type Outcome } from "../outcome.ts";
import { ROOT } from "../world.ts";

type Env = Record<string, string>;

export interface Run extends Outcome {
  /** The first object that --json printed. */
  json: Record<string, unknown>;
}

export interface RunOptions {
  env?: Env;
  stdin?: string;
  /** What the person at the terminal types when asked. Without it, nobody can be asked. */
  answer?: string;
  /** The checkout whose `.env` is read; by default none. */
  checkout?: string;
}

const jsonOf = (args: string[], stdout: string): Run["json"] =>
  args.includes("--json") ? (JSON.parse(stdout.trim().split("\n")[0]!) as Run["json"]) : {};

/** Collects what a command prints, the way bin/guffaw.ts prints it. */
export function collect({ stdin = "", answer }: Pick<RunOptions, "stdin" | "answer"> = {}) {
  const written = { stdout: "", stderr: "" };
  const terminal = (json: boolean): Terminal => ({
    say: (text) => void (json || (written.stdout += `${text}\n`)),
    emit: (value) => void (json && (written.stdout += `${JSON.stringify(value)}\n`)),
    warn: (text) => void (written.stderr += text),
    log: async (bytes) => void (written.stderr += String(Buffer.from(bytes))),
    ask: async (question) => {
      if (answer !== undefined) written.stderr += question;
      return answer;
    },
    isTTY: false,
    umask: 0o022,
    stdin: async () => stdin,
    stopSignal: () => new Promise(() => {}),
    endWithin: () => {},
  });
  return { written, terminal };
}

/** Runs a command in this process, without this process's own settings. */
export async function guffaw(args: string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, checkout } = options;
  const { written, terminal } = collect(options);
  const environment = () => (checkout === undefined ? env : addEnvFile({ ...env }, join(checkout, ".env")));
  const code = await main({ argv: args, env: environment, root: ROOT, terminal });
  return { code, ...written, json: jsonOf(args, written.stdout) };
}

/** Runs a command that the rest of a test builds on. A failed one has JSON too, so the test would fail far from here. */
export async function mustRun(args: string[], options: RunOptions = {}): Promise<Run> {
  const run = await guffaw(args, options);
  if (run.code !== 0) throw new Error(`guffaw ${args.join(" ")} failed: ${run.stderr}`);
  return run;
}

/** Creates an account, and returns a key for it. */
export async function newKey(username: string, env: Env): Promise<string> {
  await mustRun(["user", "create", username], { env });
  const { json } = await mustRun(["key", "create", username, "--name", "n", "--json"], { env });
  return String(json.key);
}

/** Runs `guffaw serve` in this process, until `stop`. */
export async function startServer(env: Env) {
  const { written, terminal } = collect();
  const stopping = Promise.withResolvers<string>();
  const listening = Promise.withResolvers<number>();
  const ended = main({
    argv: ["serve"],
    env: () => ({ GUFFAW_PORT: "0", ...env }),
    root: ROOT,
    terminal: (json) => ({
      ...terminal(json),
      emit: (value) => "port" in value && listening.resolve(value.port as number),
      stopSignal: () => stopping.promise,
    }),
  });
  const port = await Promise.race([listening.promise, ended]);
  if (!written.stdout.includes("running at")) throw new Error(`The server did not start: ${written.stderr}`);
  return {
    banner: () => written.stdout,
    stderr: () => written.stderr,
    origin: () => `http://127.0.0.1:${port}`,
    stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM"): Promise<number> {
      stopping.resolve(signal);
      return ended;
    },
  };
}

export interface LaunchOptions {
  env?: Env;
  stdin?: string;
  cwd?: string;
  /** The launcher of another checkout than this one. */
  launcher?: string;
  /** Another user, for tests that run as root. */
  uid?: number;
}

/**
 * Runs the launcher in a separate process, without this process's own settings. It takes several times as long as
 * `guffaw`, so use it only for what a process shows: working directory, user, `.env`, pipes, signals, being killed.
 */
export async function launch(args: string[], options: LaunchOptions = {}): Promise<Run> {
  const child = Bun.spawn([options.launcher ?? join(ROOT, "guffaw"), ...args], {
    ...asUser(options.uid),
    cwd: options.cwd ?? ROOT,
    env: childEnv(options.env),
    stdin: new Blob([options.stdin ?? ""]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const outcome = await outcomeOf(child);
  return { ...outcome, json: jsonOf(args, outcome.stdout) };
}

/** Runs commands one after the other as another user, all in one process, since each start takes a while. */
export async function guffawAs(uid: number, calls: { args: string[]; env: Env }[]): Promise<Run[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "run-as.ts")], {
    ...asUser(uid),
    cwd: ROOT,
    env: childEnv(),
    stdin: new Blob([JSON.stringify(calls)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  return (await new Response(child.stdout).json()) as Run[];
}

const asUser = (uid: number | undefined) => (uid === undefined ? {} : { uid, gid: uid });
const childEnv = (env: Env = {}): Env => ({ PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...env });

/** Runs the launcher at a terminal, and types `answer` when it asks. Returns everything shown there. */
export async function launchAtTerminal(args: string[], answer: string, env: Env) {
  let shown = "";
  let answered = false;
  const child = Bun.spawn([join(ROOT, "guffaw"), ...args], {
    cwd: ROOT,
    env: childEnv({ TERM: "xterm", ...env }),
    terminal: {
      cols: 400,
      data(terminal, data) {
        shown += new TextDecoder().decode(data);
        if (answered || !shown.includes("[y/N] ")) return;
        answered = true;
        terminal.write(answer);
      },
    },
  });
  const code = await child.exited;
  child.terminal?.close();
  // oxlint-disable-next-line no-control-regex
  return { code, shown: shown.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r\n", "\n") };
}

/** Starts `./guffaw serve` in a separate process and waits until it answers. `detached` puts it into its own group. */
export async function launchServer(env: Env, uid?: number, { detached = false } = {}) {
  const child = Bun.spawn([join(ROOT, "guffaw"), "serve"], {
    ...asUser(uid),
    detached,
    cwd: ROOT,
    env: childEnv({ GUFFAW_PORT: "0", ...env }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let stdout = "";
  const reading = (async () => {
    for await (const chunk of child.stdout) stdout += new TextDecoder().decode(chunk);
  })();
  const stderr = new Response(child.stderr).text();
  // The banner is one write, and more may follow it.
  const isComplete = () => stdout.includes("running at");
  for (let i = 0; !isComplete() && child.exitCode === null && i < 1200; i++) await Bun.sleep(50);
  return {
    child,
    stderr,
    banner: () => stdout,
    origin: () => /running at (\S+)/.exec(stdout)?.[1]?.replace("localhost", "127.0.0.1") ?? "",
    async stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM") {
      child.kill(signal);
      const code = await child.exited;
      await reading;
      return code;
    },
  };
}
