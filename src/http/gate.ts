import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";

/** How long one lane may hold the event loop before it is the turn of the others and of new arrivals. */
const SLICE_MS = 10;
/** A request that would wait longer for its start is refused at once. A burst may take longer, because it passes. */
const MAX_WAIT_MS = 100;
const MAX_BURST_WAIT_MS = 200;
/** A queue that lasts longer is not a burst. */
const BURST_MS = 500;
/** A request that has waited this much longer than expected is refused after all: its answer would come too late. */
const STALE_MS = 150;
/** This many may always wait: a single long pause is not an overload. */
const MIN_WAITING = 16;
const MAX_WAITING = 2000;
/** One per database connection is useful; more only while they finish within MAX_WAIT_MS. */
const MIN_RUNNING = 16;
/** Weight of the newest measurement. */
const WEIGHT = 0.2;

export interface LaneOptions {
  /** Concurrency limit. SQLite answers synchronously, so there it is never more than one. */
  running: number;
  /** Expected cost of one request, until it has been measured. */
  costMs: number;
  /** How many may wait, and for how long, if different from the limits above. */
  maxWaiting?: number;
  maxWaitMs?: number;
}

const LANES = {
  reads: { running: 128, costMs: 0.1 },
  writes: { running: 32, costMs: 1 },
  pages: { running: 24, costMs: 2 },
  // Many, because waiting for slow storage costs nothing.
  images: { running: 512, costMs: 0.2 },
} satisfies Record<string, LaneOptions>;

export type LaneName = keyof typeof LANES;
export type GateOptions = Partial<Record<LaneName, Partial<LaneOptions>>> & { sliceMs?: number };

/**
 * Decides when a request starts, and refuses the newest ones when they would wait too long.
 *
 * In one turn of the event loop every request that has arrived is handed over, and a page holds the loop for
 * milliseconds: without a gate, hundreds of pages would be rendered before anything else gets a turn. While a turn is
 * young and nobody waits, a request starts on the spot. Otherwise it waits in the lane of its kind. Each lane starts as
 * many as fit into a slice; between two rounds the loop takes what has arrived. So a cheap request never waits for a
 * queue of expensive ones.
 */
export class Gate {
  readonly reads: Lane;
  readonly writes: Lane;
  readonly pages: Lane;
  readonly images: Lane;
  readonly sliceMs: number;
  readonly #lanes: readonly Lane[];
  #isPaused = false;
  #inTurn = false;
  #turnAt = 0;
  /** The lane whose requests have run since then. */
  #started: Lane | undefined;
  #startedAt = 0;

  constructor(options: GateOptions = {}) {
    this.sliceMs = options.sliceMs ?? SLICE_MS;
    const lane = (name: LaneName) => new Lane(this, { ...LANES[name], ...options[name] });
    this.reads = lane("reads");
    this.writes = lane("writes");
    this.pages = lane("pages");
    this.images = lane("images");
    this.#lanes = [this.reads, this.images, this.writes, this.pages];
  }

  #waitedMs = 0;
  #maxWaiting = 0;

  /** Time that requests have waited since it was last asked, and how many did so at once. */
  takeWaited(): { waitedMs: number; maxWaiting: number } {
    const taken = { waitedMs: this.#waitedMs, maxWaiting: this.#maxWaiting };
    this.#waitedMs = this.#maxWaiting = 0;
    return taken;
  }

  noteWaiting() {
    this.#maxWaiting = Math.max(this.#maxWaiting, this.waiting);
  }

  noteWaited(ms: number) {
    this.#waitedMs += ms;
  }

  get waiting(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.waiting, 0);
  }

  /** All requests wait until the work is done. */
  async holdBack(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true;
    try {
      await work();
    } finally {
      this.#isPaused = false;
      this.begin(performance.now());
    }
  }

  /** Whether this turn of the event loop has time for more. */
  isYoung(now: number): boolean {
    if (this.#isPaused) return false;
    if (this.#inTurn) return now - this.#turnAt < this.sliceMs;
    this.begin(now);
    return true;
  }

  begin(now: number) {
    if (this.#inTurn) return;
    this.#inTurn = true;
    this.#turnAt = now;
    setImmediate(this.#end);
  }

  /** Each lane gets its own callback: when the next one runs, what this one started has run as far as it can. */
  #end = () => {
    const now = performance.now();
    this.settle(undefined, now);
    this.#inTurn = false;
    const waiting = this.#lanes.filter((lane) => lane.canStart);
    if (this.#isPaused || waiting.length === 0) return;
    for (const lane of waiting) setImmediate(lane.start);
    this.begin(now);
  };

  settle(next: Lane | undefined, now: number) {
    this.#started?.measure(now - this.#startedAt);
    this.#started = next;
    this.#startedAt = now;
  }
}

/** Undefined if a request may start. */
export type Entry = undefined | "full";

interface Waiting {
  since: number;
  enter(entry: Entry): void;
}

/** An admitted request, which has to leave the lane it names. */
export interface Admitted {
  lane: Lane | undefined;
}

export class Lane {
  #waiting: Waiting[] = [];
  #running = 0;
  /** Time that one request holds the loop, and time from one start to the next while others wait. */
  #costMs: number;
  #stepMs: number;
  #batch = 0;
  #batchAt = 0;
  /** When the queue formed. */
  #queueSince = 0;
  /** Current concurrency limit. */
  #room: number;

  constructor(
    private gate: Gate,
    private options: LaneOptions,
  ) {
    this.#costMs = this.#stepMs = options.costMs;
    this.#room = Math.min(options.running, 2 * MIN_RUNNING);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get canStart(): boolean {
    return this.#waiting.length > 0 && this.#running < this.#room;
  }

  isFull(now: number): boolean {
    const { length } = this.#waiting;
    if (length >= (this.options.maxWaiting ?? MAX_WAITING)) return true;
    return length >= MIN_WAITING && length * this.#stepMs > this.#maxWaitMs(now);
  }

  #maxWaitMs(now: number): number {
    return this.options.maxWaitMs ?? (now - this.#queueSince < BURST_MS ? MAX_BURST_WAIT_MS : MAX_WAIT_MS);
  }

  /** Undefined if it may start at once, "full" if it must be refused. An admitted request has to leave(). */
  enter(now: number): Entry | Promise<Entry> {
    if (this.#waiting.length === 0 && this.#running < this.#room && this.gate.isYoung(now)) {
      this.#running++;
      return undefined;
    }
    if (this.#waiting.length === 0) {
      this.#batch = 0;
      this.#queueSince = now;
      this.gate.begin(now);
    } else if (this.isFull(now)) return "full";
    return new Promise((resolve) => {
      this.#waiting.push({ since: now, enter: resolve });
      this.gate.noteWaiting();
    });
  }

  /** The same for a request that has already come this far. Throws the refusal. */
  async admit(request: Admitted): Promise<void> {
    const entry = await this.enter(performance.now());
    if (entry === "full") throw new DomainError("unavailable", message("error.busy"));
    request.lane = this;
  }

  leave() {
    this.#running--;
    if (this.#waiting.length > 0) this.gate.begin(performance.now());
  }

  /** Starts as many as fit into a slice, and at least one. */
  start = () => {
    const now = performance.now();
    this.gate.settle(this, now);
    this.#refuseStale(now);
    const free = Math.min(this.#room - this.#running, Math.max(1, Math.floor(this.gate.sliceMs / this.#costMs)));
    const batch = this.#waiting.splice(0, free);
    if (this.#batch > 0) {
      this.#stepMs = mix(this.#stepMs, (now - this.#batchAt) / this.#batch);
      this.#room = Math.min(this.options.running, Math.max(MIN_RUNNING, Math.floor(MAX_WAIT_MS / this.#stepMs)));
    }
    this.#batch = batch.length;
    this.#batchAt = now;
    this.#running += batch.length;
    for (const { enter, since } of batch) {
      this.gate.noteWaited(now - since);
      enter(undefined);
    }
  };

  #refuseStale(now: number) {
    if (this.#waiting.length < MIN_WAITING) return;
    const oldest = now - this.#maxWaitMs(now) - STALE_MS;
    const fresh = this.#waiting.findIndex(({ since }) => since >= oldest);
    const stale = this.#waiting.splice(0, fresh < 0 ? this.#waiting.length : fresh);
    for (const { enter } of stale) enter("full");
  }

  measure(ms: number) {
    if (this.#batch > 0) this.#costMs = mix(this.#costMs, ms / this.#batch);
  }
}

const mix = (old: number, measured: number) => old + (measured - old) * WEIGHT;
