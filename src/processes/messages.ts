import type { Config } from "../config.ts";
import type { Family } from "../http/ops/families.ts";
import type { Queue } from "../turns.ts";

/** What a server process understands. */
export interface ForServer {
  begin(start: { config: Config; index: number }): void;
  /** Everything is prepared: answer the requests that have waited. */
  open(): void;
  stop(signal: string): void;
  /** Its own metrics. */
  report(): Family[];
}

/** What the parent understands. */
export interface ForParent {
  listening(): void;
  /** It ends for these reasons, each a sentence for the operator. */
  failed(problems: string[]): void;
  /** It must not be started again: the disk has lost what was written. */
  broken(): void;
  /** Waits for a turn, and returns its ticket. */
  enter(queue: Queue, account: string | undefined): Promise<number>;
  leave(ticket: number): void;
  /** The metrics of all processes. */
  reports(): Promise<Family[]>;
}
