/** What a process did in a minute, beside answering. */
export interface Load {
  /** Statements sent to the database, and the time spent waiting for them. */
  queries: number;
  databaseMs: number;
  /** Time that requests waited for their turn, and how many did so at once. */
  waitedMs: number;
  maxWaiting: number;
}

/** A request that took long. */
export interface SlowRequest {
  /** Its id, as in the log. */
  request: string;
  method: string;
  /** Pattern of its path. */
  route: string;
  status: number;
  ms: number;
  /** Of these, in the database and waiting for its turn. */
  databaseMs: number;
  waitedMs: number;
}

/** Jobs of one kind in one minute. */
export interface JobMinute {
  kind: string;
  /** Runs that ended in this minute. */
  runs: number;
  failed: number;
  /** Time they took within this minute. */
  ms: number;
}
