import type { Addresses, Config } from "../config.ts";
import type { Ctx } from "../core/ctx.ts";
import type { Disk } from "../disks.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mail/mailer.ts";

export interface JobCall {
  ctx: Ctx;
  /** What the job is about; empty if the kind says everything. */
  subject: string;
  /** How many processes have died at it; 0 if it has ever failed in a way that can be told. */
  deaths: number;
  config: Config;
  log: Log;
  /** Aborted when the process is about to end: a long job stops with `signal.throwIfAborted()` and continues later. */
  signal: AbortSignal;
  /** The site's public addresses, for links. */
  addresses: Addresses;
  /** Undefined if no mail can be sent. */
  mailer: Mailer | undefined;
  /** The disks of this machine that hold our data. */
  disks(): Promise<Disk[]>;
}

/** Running a job twice must do no harm: if a process dies at it, another one runs it again. */
export interface JobKind {
  name: string;
  /** It frees space, so it runs even on a full disk. */
  frees?: true;
  /** Recurring: there is always one job of this kind. */
  recurring?: { everyMs: number; firstAfterMs: number };
  /** Recurring at times that the operator has chosen; undefined if there are none. */
  nextAt?(config: Config, now: number): number | undefined;
  /** It takes long, so it runs beside the other jobs. */
  lane?: "mail" | "pictures" | "formats" | "videos" | "backups" | "webhooks";
  /** How many jobs of its lane a process runs at once, if not one. */
  atOnce?: number;
  /** The longest wait after a failure, if not ten minutes. */
  maxRetryMs?: number;
  /** Queues what is due, about every second, before jobs are looked for. */
  look?: ((ctx: Ctx) => Promise<void>) | undefined;
  run(call: JobCall): Promise<void>;
  /** When it has to run again; undefined if it is done. Called in the transaction that ends it. */
  again?(tx: Ctx, subject: string): Promise<number | undefined>;
}

/** Thrown by a job that has failed, and that need not be tried again before this time. */
export class RetryAt extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
