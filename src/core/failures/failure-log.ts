import { insertFailures } from "../../data/failures.ts";
import type { Db } from "../../data/schema.ts";
import type { Failure } from "../../entities/failure.ts";
import { withoutKeysIn, type Log } from "../../log.ts";

const FLUSH_MS = 200;
/** If the database itself is the trouble, failures are written once it is back. */
const AGAIN_MS = 5000;
const MAX_PENDING = 100;
const MINUTE = 60_000;
/** Whatever makes every request fail makes them all fail the same way. A few tell the story; the log has the rest. */
export const MAX_A_MINUTE = 30;
const MAX_ERROR = 500;
const MAX_STACK = 4000;

/** Records server errors, so that they can be found by the request id people are shown. Requests do not wait for it. */
export class FailureLog implements AsyncDisposable {
  #pending: Failure[] = [];
  #timer: Timer | undefined;
  #minute = 0;
  #kept = 0;
  #closed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private db: Db,
    private log: Log,
    private clock: () => number,
    /** Values that must never be written down. */
    private secrets: readonly string[],
  ) {}

  note({ request, route, error }: { request: string; route: string; error: unknown }) {
    const now = this.clock();
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) [this.#minute, this.#kept] = [minute, 0];
    if (++this.#kept > MAX_A_MINUTE) return;
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    this.#pending.push({
      request,
      route,
      error: this.#clean(String(error)).slice(0, MAX_ERROR),
      stack: this.#clean(stack).slice(0, MAX_STACK),
      createdAt: now,
    });
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const failures = this.#pending;
    this.#pending = [];
    if (failures.length > 0) this.#writing = this.#writing.then(() => this.#write(failures));
    return this.#writing;
  }

  async #write(failures: Failure[]) {
    try {
      await insertFailures(this.db, failures);
    } catch (error) {
      // Most likely the very trouble they report. They are in the log.
      this.log.warn("could not note failures", { count: failures.length, error: String(error) });
      if (this.#closed) return;
      this.#pending = [...failures, ...this.#pending].slice(0, MAX_PENDING);
      this.#timer ??= setTimeout(() => this.flush(), AGAIN_MS).unref();
    }
  }

  #clean(text: string): string {
    let clean = text.toWellFormed().replaceAll("\0", "");
    for (const secret of this.secrets) clean = clean.replaceAll(secret, "…");
    return clean.split("\n").map(withoutAddresses).join("\n");
  }

  async [Symbol.asyncDispose]() {
    this.#closed = true;
    await this.flush();
  }
}

/** Removes credentials and queries from addresses, and our own keys everywhere. */
const withoutAddresses = (line: string) =>
  withoutKeysIn(line.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$1…@").replace(/\?[^\s"'`)]+/g, "?…"));
