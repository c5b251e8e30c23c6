/** Figures of the data layer for /metrics. Plain numbers: counting must cost nothing. */
export class DatabaseMeter {
  queries = 0;
  seconds = 0;
  /** Transactions waiting for their turn to write. */
  waiting = 0;
  cacheHits = 0;
  cacheMisses = 0;
  /** A page could not be read. Stays set until the operator has repaired the file. */
  damaged = false;

  add(startedAt: number) {
    this.queries++;
    this.seconds += (performance.now() - startedAt) / 1000;
  }
}
