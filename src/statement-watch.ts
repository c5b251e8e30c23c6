import { dialectOf } from "./data/dialect.ts";
import type { OpenDatabase } from "./data/database.ts";
import type { Log } from "./log.ts";
import { currentSpent } from "./time-spent.ts";

/** One line per statement in this time: what is slow for one request is slow for all. */
const QUIET_MS = 60_000;
const MAX_KNOWN = 200;
const MAX_SQL = 2000;
const MAX_PLAN = 4000;
/** Our own questions about plans. */
const OF_PLANS = /^(explain |prepare guffaw_explained|deallocate guffaw_explained|set local plan_cache_mode)/;
/** What has a plan. A commit may be slow too. */
const HAS_PLAN = /^\s*(select|insert|update|delete|with)\b/i;

interface Options {
  database: OpenDatabase;
  log: Log;
  slowMs: number | undefined;
  /** Whether traces are exported, which have every statement. */
  isTraced: boolean;
}

/** Logs slow statements with their plan; at debug, every statement. Never with their values, which may be private. */
export function watchStatements({ database, log, slowMs = Infinity, isTraced }: Options): void {
  const { meter } = database;
  const slow = new SlowStatements(database, log);
  const isDebug = log.keeps("debug");
  meter.slowMs = slowMs;
  meter.watchFrom(isDebug || isTraced ? 0 : slowMs, ({ sql, startedAt, ms }) => {
    const spent = currentSpent();
    const request = spent?.requestId;
    if (isTraced) spent?.trace?.statement(plain(sql), startedAt, ms);
    if (isDebug) log.debug("statement", { us: Math.round(ms * 1000), sql: plain(sql), request });
    if (ms >= slowMs && !OF_PLANS.test(sql)) slow.note(sql, ms, request);
  });
}

class SlowStatements {
  /** By statement: until when it is not mentioned again, and how often it was slow meanwhile. */
  #known = new Map<string, { until: number; times: number }>();
  #explaining: Promise<void> = Promise.resolve();

  constructor(
    private database: OpenDatabase,
    private log: Log,
  ) {}

  note(sql: string, ms: number, request: string | undefined) {
    const now = performance.now();
    const known = this.#known.get(sql);
    if (known && now < known.until) return void known.times++;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(sql, { until: now + QUIET_MS, times: 0 });
    const more = known?.times || undefined;
    // One after another: a database that is slow already has no use for a crowd of questions.
    const say = async () => {
      const plan = HAS_PLAN.test(sql) ? await this.#explain(sql) : undefined;
      this.log.warn("slow query", { ms: Math.round(ms), sql: plain(sql), plan, request, more });
    };
    this.#explaining = this.#explaining.then(say);
  }

  async #explain(sql: string): Promise<string> {
    const { db } = this.database;
    try {
      return (await dialectOf(db).explain(db, sql)).join("\n").slice(0, MAX_PLAN);
    } catch (error) {
      return `unknown: ${String(error)}`;
    }
  }
}

const plain = (sql: string) => sql.replace(/\s+/g, " ").trim().slice(0, MAX_SQL);
