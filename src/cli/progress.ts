import type { Terminal } from "./command.ts";

const WIDTH = 24;
const REDRAW_MS = 100;
const LINE_MS = 5000;

/** A progress bar with rate and time left: redrawn in place on a terminal, otherwise a line every few seconds. */
export class Progress {
  #done = 0;
  #startedAt = performance.now();
  #drawnAt: number;

  constructor(
    private terminal: Terminal,
    private label: string,
    private total: number,
    private unit: string,
  ) {
    // Without a terminal, stay silent for the first seconds.
    this.#drawnAt = terminal.isTTY ? -Infinity : this.#startedAt;
  }

  add(count: number) {
    this.#done += count;
    const now = performance.now();
    if (now - this.#drawnAt < (this.terminal.isTTY ? REDRAW_MS : LINE_MS)) return;
    this.#drawnAt = now;
    this.#draw();
  }

  /** Draws the final state and returns the speed. */
  end(): { seconds: number; perSecond: number } {
    if (this.terminal.isTTY) {
      this.#draw();
      this.terminal.warn("\n");
    }
    const seconds = (performance.now() - this.#startedAt) / 1000;
    return { seconds, perSecond: Math.round(this.#done / Math.max(seconds, 0.001)) };
  }

  #draw() {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const perSecond = this.#done / Math.max(seconds, 0.001);
    const share = this.total === 0 ? 1 : Math.min(1, this.#done / this.total);
    const filled = Math.round(share * WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    const left = perSecond > 0 ? durationOf((this.total - this.#done) / perSecond) : "…";
    const count = `${this.#done.toLocaleString("en")} of ${this.total.toLocaleString("en")} ${this.unit}`;
    const rate = `${Math.round(perSecond).toLocaleString("en")} a second, ${left} left`;
    const line = `${this.label} ${bar} ${Math.floor(share * 100)}%  ${count}, ${rate}`;
    this.terminal.warn(this.terminal.isTTY ? `\r\x1b[2K${line}` : `${line}\n`);
  }
}

const durationOf = (seconds: number) =>
  seconds < 100 ? `${Math.max(0, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;
