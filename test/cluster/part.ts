// One part of the cluster: a process that can be killed, frozen, and started again at the same address.
import { openSync } from "node:fs";

import { signalTree } from "../process-tree.ts";
import { until } from "../until.ts";

export interface Part {
  name: string;
  pid(): number;
  /** After it was killed. Resolves when it answers. */
  start(): Promise<void>;
  /** Without a word, and everything below it. */
  kill(): Promise<void>;
}

export const freeze = (part: Part) => signalTree(part.pid(), "SIGSTOP");
export const thaw = (part: Part) => signalTree(part.pid(), "SIGCONT");

export interface Program {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** The file for everything it prints. */
  log: string;
  isUp(): Promise<boolean>;
}

export class ProgramPart implements Part {
  readonly name: string;
  #running: Bun.Subprocess | undefined;
  #messages: number;

  constructor(private program: Program) {
    this.name = program.name;
    this.#messages = openSync(program.log, "a");
  }

  pid = () => this.#running!.pid;

  async start() {
    const { command, env, isUp, name, log } = this.program;
    const running = Bun.spawn(command, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME ?? "/", ...env },
      stdio: ["ignore", this.#messages, this.#messages],
    });
    this.#running = running;
    await until(async () => running.exitCode !== null || (await isUp()), `The start of ${name}`);
    if (running.exitCode !== null) throw new Error(`${name} ended with code ${running.exitCode}; see ${log}.`);
  }

  async kill() {
    const { exitCode, signalCode, pid, exited } = this.#running!;
    // Another process may have the number of one that has ended.
    if (exitCode === null && signalCode === null) signalTree(pid, "SIGKILL");
    await exited;
  }

  /** As an operator would. */
  async stop(): Promise<number> {
    this.#running!.kill("SIGTERM");
    return this.#running!.exited;
  }
}

/** Whether this address answers 200. */
export const isOk = (url: string, ms = 2000): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(ms), keepalive: false }).then(
    ({ ok }) => ok,
    () => false,
  );
