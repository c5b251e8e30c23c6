import { join } from "node:path";

import { main } from "../../src/cli/main.ts";
import { ROOT } from "../world.ts";

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
  /** What --json printed. */
  json: Record<string, unknown>;
}

export interface RunOptions {
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
  /** Another one than this checkout's. */
  launcher?: string;
  /** Another user, for tests that run as root. */
  uid?: number;
}

/** Runs the launcher as a person would, with nothing of this process's settings. */
export async function guffaw(args: string[], options: RunOptions = {}): Promise<Run> {
  const { uid } = options;
  const child = Bun.spawn([options.launcher ?? join(ROOT, "guffaw"), ...args], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: options.cwd ?? ROOT,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...options.env },
    stdin: new Blob([options.stdin ?? ""]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const lines = stdout.trim().split("\n");
  return { code, stdout, stderr, json: args.includes("--json") ? (JSON.parse(lines[0]!) as Run["json"]) : {} };
}

/** The same within this process: several times quicker, for commands that end by themselves. */
export async function runHere(
  args: string[],
  { env = {}, stdin = "" }: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Run> {
  const run: Run = { code: 0, stdout: "", stderr: "", json: {} };
  const terminal = (json: boolean) => ({
    say: (text: string) => void (json || (run.stdout += `${text}\n`)),
    emit: (value: object) => void (json && (run.json = value as Run["json"])),
    warn: (text: string) => void (run.stderr += text),
    ask: async () => undefined,
    isTTY: false,
    stdin: async () => stdin,
  });
  run.code = await main({ argv: args, env: () => env, root: ROOT, terminal });
  return run;
}

/** The same at a terminal, where `answer` is typed once something is asked. Returns all that was shown there. */
export async function guffawAtTerminal(args: string[], answer: string, env: Record<string, string>) {
  let shown = "";
  let answered = false;
  const child = Bun.spawn([join(ROOT, "guffaw"), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", TERM: "xterm", ...env },
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

/** Starts `guffaw serve` and waits until it answers. */
export async function startServer(env: Record<string, string>, uid?: number) {
  const child = Bun.spawn([join(ROOT, "guffaw"), "serve"], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: ROOT,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", GUFFAW_PORT: "0", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let stdout = "";
  const reading = (async () => {
    for await (const chunk of child.stdout) stdout += new TextDecoder().decode(chunk);
  })();
  const stderr = new Response(child.stderr).text();
  for (let i = 0; !/running at/.test(stdout) && child.exitCode === null && i < 600; i++) await Bun.sleep(50);
  // The banner is written in pieces; the last one is the line to paste, or the reference.
  for (let i = 0; !stdout.endsWith("\n\n") && child.exitCode === null && i < 600; i++) await Bun.sleep(50);
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
