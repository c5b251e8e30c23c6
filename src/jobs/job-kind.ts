import type { Ctx } from "../core/ctx.ts";
import type { Log } from "../log.ts";

export interface JobCall {
  ctx: Ctx;
  /** What it is about; empty where the kind says it all. */
  subject: string;
  log: Log;
  /** The process is about to end: a long job stops with `signal.throwIfAborted()`, and goes on later. */
  signal: AbortSignal;
}

/** Running a job twice must do no harm: whoever dies at work leaves it to the next one. */
export interface JobKind {
  name: string;
  /** It makes room: it is done although the disk is full. */
  frees?: true;
  /** There is always one job of such a kind, which is done again and again. */
  recurring?: { everyMs: number; firstAfterMs: number };
  run(call: JobCall): Promise<void>;
}
