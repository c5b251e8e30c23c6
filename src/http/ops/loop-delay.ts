import type { Family } from "./families.ts";

/** Rare enough to cost nothing, often enough to meet whatever blocks the loop for longer. */
const EVERY_MS = 100;
/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How late a timer fires: as long as one piece of work keeps all others waiting. */
class LoopDelay {
  #buckets = BUCKETS.map(() => 0);
  #seconds = 0;
  #count = 0;
  #dueAt = 0;
  #timer: Timer | undefined;

  start() {
    this.#dueAt = performance.now() + EVERY_MS;
    this.#timer = setTimeout(() => {
      this.record(Math.max(0, performance.now() - this.#dueAt) / 1000);
      this.start();
    }, EVERY_MS);
    this.#timer.unref();
  }

  stop() {
    clearTimeout(this.#timer);
  }

  record(seconds: number) {
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#buckets[bucket]!++;
    this.#seconds += seconds;
    this.#count++;
  }

  family(): Family {
    let below = 0;
    const bucket = (bound: number | "+Inf", value: number) => ({ suffix: "_bucket", labels: `le="${bound}"`, value });
    return {
      name: "guffaw_event_loop_delay_seconds",
      type: "histogram",
      help: "How late timers fire because other work keeps the event loop busy.",
      samples: [
        ...BUCKETS.map((bound, i) => bucket(bound, (below += this.#buckets[i]!))),
        bucket("+Inf", this.#count),
        { suffix: "_sum", labels: "", value: this.#seconds },
        { suffix: "_count", labels: "", value: this.#count },
      ],
    };
  }
}

/** Each process has one event loop. */
export const loopDelay = new LoopDelay();
