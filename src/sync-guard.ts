import { DomainError } from "./errors.ts";

const BROKEN =
  "The disk failed to keep what was written to it, so nothing more is taken and the service ends; check the disk, then restart it.";

/**
 * The one rule after a failed fsync, for database and images alike, and for a removed database file. The kernel
 * reports a lost page once; the next sync would claim that all is well. So nothing more is acknowledged, and the
 * process exits: the next one reads from the disk what is really there.
 */
export class SyncGuard {
  #failed = Promise.withResolvers<string>();
  #reason: string | undefined;
  #sentence: string;

  constructor(sentence = BROKEN) {
    this.#sentence = sentence;
  }

  /** Resolves with what failed. */
  get failed(): Promise<string> {
    return this.#failed.promise;
  }

  get isBroken(): boolean {
    return this.#reason !== undefined;
  }

  /** Records the failure, and returns the error for the writer. The first one counts. */
  fail(reason: string, sentence = this.#sentence): DomainError {
    if (this.#reason === undefined) [this.#reason, this.#sentence] = [reason, sentence];
    this.#failed.resolve(this.#reason);
    return new DomainError("unavailable", this.#sentence);
  }

  requireSound(): void {
    if (this.isBroken) throw new DomainError("unavailable", this.#sentence);
  }
}
