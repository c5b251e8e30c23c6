/** How long the program may take: ten seconds for what the database does, twenty for what the storage does. */
export const DEADLINE_MS = { usual: 10_000, submission: 20_000 };
export const DEADLINES = "10 s for a request, 20 s for one that stores a picture";
export type Kind = keyof typeof DEADLINE_MS;

/** What happened to the requests of one round. */
export class Tally {
  requests = 0;
  /** Answered by a node, with 5xx. */
  refused = 0;
  /** Not answered by any node. */
  cutOff = 0;
  acknowledged = 0;
  longest = { ms: 0, what: "" };
  /** Answers that should not be, and those that came too late. */
  readonly wrong: string[] = [];
  /** The longest time without an acknowledged write. */
  longestPauseMs = 0;
  #acknowledgedAt = performance.now();
  #waiting: { since: number; resolve(ms: number): void }[] = [];

  acknowledge() {
    const now = performance.now();
    this.acknowledged++;
    this.longestPauseMs = Math.max(this.longestPauseMs, now - this.#acknowledgedAt);
    this.#acknowledgedAt = now;
    for (const { since, resolve } of this.#waiting.splice(0)) resolve(now - since);
  }

  /** Resolves at the next acknowledged write, with the milliseconds since a moment. */
  nextWrite(since: number): Promise<number> {
    return new Promise((resolve) => this.#waiting.push({ since, resolve }));
  }

  /** Throws what the request throws. */
  async measure(what: string, kind: Kind, send: () => Promise<Response>): Promise<Response> {
    const startedAt = performance.now();
    this.requests++;
    try {
      const answer = await send();
      // What HAProxy says by itself has no id.
      if (answer.status >= 500) this[answer.headers.has("x-request-id") ? "refused" : "cutOff"]++;
      return answer;
    } catch (error) {
      this.cutOff++;
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      if (ms > this.longest.ms) this.longest = { ms, what };
      if (ms > DEADLINE_MS[kind]) this.wrong.push(`${what} took ${(ms / 1000).toFixed(1)} s`);
    }
  }
}
