import { ConfigError } from "../config/checks.ts";
import type { Config } from "../config.ts";
import { withDeadline } from "../deadline.ts";
import type { Family } from "../http/ops/families.ts";
import { turnsFor, type Queue } from "../turns.ts";
import { Channel } from "./channel.ts";
import type { ForParent, ForServer } from "./messages.ts";

/** A process too busy to answer within this time is shown as it last was. */
const REPORT_MS = 1000;

export interface ServerProcessOptions {
  config: Config;
  index: number;
  /** Descriptor of the shared memory. */
  memory: number;
  /** Takes whole lines of its standard error. */
  onLines(lines: Uint8Array): Promise<unknown>;
  onBroken(): void;
  reports(): Promise<Family[]>;
}

/** One server process, as the parent sees it. */
export class ServerProcess {
  /** Its last words, each a sentence for the operator. */
  problems: string[] = [];
  readonly startedAt = performance.now();
  readonly #child: Bun.Subprocess<"ignore", "inherit", "pipe">;
  readonly #channel: Channel<ForServer>;
  readonly #listening = Promise.withResolvers<void>();
  readonly #turns = new Map<number, () => void>();
  readonly #lines: Promise<void>;
  #tickets = 0;
  #report: Family[] = [];

  constructor(private options: ServerProcessOptions) {
    const { config, index, memory } = options;
    this.#child = Bun.spawn([process.execPath, "--no-env-file", ...process.execArgv, Bun.main, SERVER_PROCESS], {
      stdio: ["ignore", "inherit", "pipe", memory],
      // Ctrl-C must not reach it before it knows that the parent decides about signals.
      detached: true,
      serialization: "advanced",
      ipc: (message) => this.#channel.receive(message as never),
    }) as Bun.Subprocess<"ignore", "inherit", "pipe">;
    this.#channel = new Channel<ForServer>((message) => this.#child.send(message), this.#handlers());
    this.#lines = passLines(this.#child.stderr, options.onLines);
    this.#listening.promise.catch(() => {});
    this.#channel.tell("begin", { config, index });
  }

  get pid(): number {
    return this.#child.pid;
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves when it listens on the port; rejects with its own sentences if it ends first. */
  get listening(): Promise<void> {
    return this.#listening.promise;
  }

  /** Resolves when it has ended, with why. Its turns pass to others, and its last lines are written. */
  async ended(): Promise<string> {
    await this.#child.exited;
    this.#channel.close();
    for (const end of this.#turns.values()) end();
    this.#turns.clear();
    await this.#lines;
    const { signalCode, exitCode } = this.#child;
    const reason = signalCode ? `signal ${signalCode}` : `exit code ${exitCode}`;
    const words = this.problems.length > 0 ? this.problems : [`A server process ended at once (${reason}).`];
    this.#listening.reject(new ConfigError(...words));
    return [reason, ...this.problems].join(": ");
  }

  open(): void {
    this.#channel.tell("open");
  }

  stop(signal: string): void {
    this.#channel.tell("stop", signal);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Its metrics, or the last ones known. */
  async report(): Promise<Family[]> {
    const asked = withDeadline(this.#channel.ask("report"), REPORT_MS, "A server process");
    return (this.#report = await asked.catch(() => this.#report));
  }

  get lastReport(): Family[] {
    return this.#report;
  }

  #handlers(): ForParent {
    const { onBroken, reports } = this.options;
    return {
      listening: () => this.#listening.resolve(),
      failed: (problems) => void (this.problems = problems),
      broken: onBroken,
      reports,
      enter: (queue, account) => this.#enter(queue, account),
      leave: (ticket) => {
        this.#turns.get(ticket)?.();
        this.#turns.delete(ticket);
      },
    };
  }

  async #enter(queue: Queue, account: string | undefined): Promise<number> {
    const end = await turnsFor(queue).enter(account);
    const ticket = this.#tickets++;
    // It may have ended while it waited.
    if (this.isGone) end();
    else this.#turns.set(ticket, end);
    return ticket;
  }
}

/** The command, not shown in the help, that a server process is started with. */
export const SERVER_PROCESS = "server-process";

const NEWLINE = 10;

/** Passes on whole lines only, so that those of several processes never mix. */
async function passLines(stream: ReadableStream<Uint8Array>, pass: (lines: Uint8Array) => Promise<unknown>) {
  let rest = new Uint8Array();
  for await (const chunk of stream) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = bytes.slice(end);
    if (end > 0) await pass(bytes.subarray(0, end));
  }
  if (rest.length > 0) await pass(Buffer.concat([rest, Buffer.of(NEWLINE)]));
}
