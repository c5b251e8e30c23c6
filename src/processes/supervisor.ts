import { closeSync } from "node:fs";

import type { Config } from "../config.ts";
import { countersOf, sumOf, type Family } from "../http/ops/families.ts";
import { processFamilies } from "../http/ops/process-families.ts";
import type { Log } from "../log.ts";
import { groupFamilies } from "./process-group.ts";
import { ServerProcess } from "./server-process.ts";
import { SharedMemory } from "./shared-memory.ts";

/** A process that has lived this long had no trouble starting. */
const SOUND_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Of the time to stop, what is left for ourselves after the last server process has been killed. */
const CLOSING_MS = 500;

/** One place in the group: its process changes when one dies. */
interface Place {
  index: number;
  process: ServerProcess;
  /** Deaths in a row, each soon after the start. */
  deaths: number;
  /** Resolves when no process is left in it. */
  ended: Promise<void>;
}

/** Starts the server processes, replaces those that die, and stops them all. */
export class Supervisor implements Disposable {
  readonly #descriptor = SharedMemory.create();
  readonly #memory = SharedMemory.map(this.#descriptor);
  readonly #broken = Promise.withResolvers<ServerProcess>();
  #places: Place[] = [];
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopping = Promise.withResolvers<void>();
  #isStopping = false;
  #restarts = 0;
  /** Counters of processes that have ended. */
  #past: Family[] = [];

  constructor(
    private config: Config,
    private log: Log,
  ) {}

  /** Resolves with a process whose disk has failed: none of them may go on. */
  get broken(): Promise<ServerProcess> {
    return this.#broken.promise;
  }

  /** Resolves when all of them listen; otherwise none is left. */
  async start(): Promise<void> {
    this.#places = Array.from({ length: this.config.workers }, (_, index) => {
      const place: Place = { index, process: this.#spawn(index), deaths: 0, ended: Promise.resolve() };
      place.ended = this.#keep(place);
      return place;
    });
    try {
      await Promise.all(this.#places.map(({ process }) => process.listening));
    } catch (error) {
      await this.stop("SIGTERM");
      throw error;
    }
  }

  /** Lets them answer. */
  open(): void {
    for (const place of this.#places) this.#admit(place);
    this.#opened.resolve();
  }

  async stop(signal: string): Promise<void> {
    this.#isStopping = true;
    this.#stopping.resolve();
    const kill = () => {
      for (const { process } of this.#places) process.kill();
    };
    // If we are told to end at once, so do they.
    process.once("exit", kill);
    for (const { process } of this.#places) process.stop(signal);
    const timer = setTimeout(
      () => {
        this.log.warn("some server processes did not stop in time and were killed");
        kill();
      },
      this.config.stopSeconds * 1000 - CLOSING_MS,
    );
    await Promise.all(this.#places.map(({ ended }) => ended));
    clearTimeout(timer);
  }

  #spawn(index: number): ServerProcess {
    return new ServerProcess({
      config: this.config,
      index,
      memory: this.#descriptor,
      onLines: (lines) => this.log.pass(lines),
      onBroken: () => this.#broken.resolve(this.#places[index]!.process),
      reports: () => this.#reports(),
    });
  }

  #admit({ index, process }: Place) {
    if (process.isGone) return;
    Atomics.store(this.#memory.running, index, 1);
    process.open();
  }

  /** Replaces the process in this place whenever it ends. */
  async #keep(place: Place): Promise<void> {
    for (;;) {
      const { index, process } = place;
      const reason = await process.ended();
      this.#memory.clear(index);
      this.#past = sumOf([this.#past, countersOf(process.lastReport)].map((families) => ({ process: "", families })));
      // While the first memes are made, nobody waits for an answer.
      await Promise.race([this.#opened.promise, this.#stopping.promise]);
      if (this.#isStopping) return;
      place.deaths = performance.now() - process.startedAt > SOUND_MS ? 1 : place.deaths + 1;
      const pauseMs = place.deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (place.deaths - 2), MAX_PAUSE_MS);
      const fields = { process: index + 1, pid: process.pid, reason, pauseMs };
      this.log.error("a server process has ended; another one takes its place", fields);
      await Promise.race([Bun.sleep(pauseMs), this.#stopping.promise]);
      if (this.#isStopping) return;
      this.#restarts++;
      place.process = this.#spawn(index);
      void place.process.listening.then(() => this.#admit(place)).catch(() => {});
    }
  }

  async #reports(): Promise<Family[]> {
    const ofEach = this.#places.map(async ({ index, process }) => ({
      process: String(index + 1),
      families: await process.report(),
    }));
    const running = this.#memory.running.reduce((sum, one) => sum + one, 0);
    const own = [...processFamilies(), ...groupFamilies(running, this.#restarts)];
    return sumOf([
      ...(await Promise.all(ofEach)),
      { process: "", families: this.#past },
      { process: "parent", families: own },
    ]);
  }

  [Symbol.dispose]() {
    closeSync(this.#descriptor);
  }
}
