/** What /metrics tells of the data layer. Plain numbers: counting must cost nothing. */
export class DatabaseMeter {
  queries = 0;
  seconds = 0;
  /** Transactions that wait for their turn to write. */
  waiting = 0;
  cacheHits = 0;
  cacheMisses = 0;
  /** A page that cannot be read was met. It stays so until the operator has repaired the file. */
  damaged = false;

  add(startedAt: number) {
    this.queries++;
    this.seconds += (performance.now() - startedAt) / 1000;
  }
}
