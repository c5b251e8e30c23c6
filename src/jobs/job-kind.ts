import type { Ctx } from "../core/ctx.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mail/mailer.ts";

export interface JobCall {
  ctx: Ctx;
  /** What it is about; empty where the kind says it all. */
  subject: string;
  log: Log;
  /** The process is about to end: a long job stops with `signal.throwIfAborted()`, and goes on later. */
  signal: AbortSignal;
  /** The site's public address, for links. */
  url: string;
  /** Undefined where no mail can be sent. */
  mailer: Mailer | undefined;
}

/** Running a job twice must do no harm: whoever dies at work leaves it to the next one. */
export interface JobKind {
  name: string;
  /** It makes room: it is done although the disk is full. */
  frees?: true;
  /** There is always one job of such a kind, which is done again and again. */
  recurring?: { everyMs: number; firstAfterMs: number };
  /** Waits for a server elsewhere: done beside the others, which are not to wait for it. */
  isSlow?: true;
  run(call: JobCall): Promise<void>;
}
