import { DomainError } from "./errors.ts";

const BROKEN =
  "The disk failed to keep what was written to it, so nothing more is taken and the service ends; check the disk, then restart it.";

/**
 * The one rule after a failed fsync, for database and images alike. The kernel reports a lost page once; the next sync
 * would claim that all is well. So nothing more is acknowledged, and the process ends: the next one reads from the disk
 * what is really there.
 */
export class SyncGuard {
  #failed = Promise.withResolvers<string>();
  #reason: string | undefined;

  constructor(private sentence = BROKEN) {}

  /** Resolves with what failed. */
  get failed(): Promise<string> {
    return this.#failed.promise;
  }

  get isBroken(): boolean {
    return this.#reason !== undefined;
  }

  /** Notes it, and returns what to tell whoever asked for the write. */
  fail(reason: string): DomainError {
    this.#reason ??= reason;
    this.#failed.resolve(this.#reason);
    return new DomainError("unavailable", this.sentence);
  }

  requireSound(): void {
    if (this.isBroken) throw new DomainError("unavailable", this.sentence);
  }
}
