import type { JobMinute } from "../../entities/minute.ts";

/** Shorter work slows nobody down. */
const MIN_MS = 20;

export interface JobRun extends Disposable {
  failed: boolean;
}

/** What the jobs of this process have cost since it was last written down, so that a slow minute can be explained. */
export class JobTimes {
  #running = new Set<{ kind: string; since: number }>();
  #kinds = new Map<string, JobMinute>();

  begin(kind: string): JobRun {
    const run = { kind, since: performance.now() };
    this.#running.add(run);
    const end = (failed: boolean) => {
      this.#running.delete(run);
      this.#add({ kind, runs: 1, failed: Number(failed), ms: performance.now() - run.since });
    };
    return {
      failed: false,
      [Symbol.dispose]() {
        end(this.failed);
      },
    };
  }

  /** Returns and resets what took long or failed. A job that goes on counts with the time it has taken so far. */
  take(): JobMinute[] {
    const now = performance.now();
    for (const run of this.#running) {
      this.#add({ kind: run.kind, runs: 0, failed: 0, ms: now - run.since });
      run.since = now;
    }
    const taken = [...this.#kinds.values()].filter(({ failed, ms }) => failed > 0 || ms >= MIN_MS);
    this.#kinds.clear();
    return taken;
  }

  /** Takes back what could not be written. */
  giveBack(jobs: readonly JobMinute[]) {
    for (const one of jobs) this.#add(one);
  }

  #add({ kind, runs, failed, ms }: JobMinute) {
    const sum = this.#kinds.get(kind) ?? { kind, runs: 0, failed: 0, ms: 0 };
    this.#kinds.set(kind, { kind, runs: sum.runs + runs, failed: sum.failed + failed, ms: sum.ms + ms });
  }
}
