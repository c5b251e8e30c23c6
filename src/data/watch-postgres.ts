import { POSITION, type Position, type Replicas } from "./replicas.ts";
import { changesIn, type ChangeRow, type Changes, type Forget, type Look } from "./changes.ts";

type Ask = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** So few that the planner always takes the index: it does not know that there is hardly ever a row to find. */
const MAX_ROWS = 250;

interface LookRow extends ChangeRow {
  /** What this look sees, for the next one: "oldest in progress:first not begun:those in progress". */
  snapshot: string;
  /** When the server started: another one counts transactions in its own way. */
  server: string;
  /** Changes that the last look did not see may have been trimmed. */
  behind: boolean | null;
  /** Where the primary's log is; only if there are replicas. */
  at: number | null;
}

/**
 * The changes that the last snapshot did not see: of transactions that were in progress then, and of those that had
 * not begun. One statement sees one snapshot, so nothing falls between two looks, however long a transaction takes.
 * The inner queries keep the numbers out of the plan.
 */
const lookFor = (at: string) => `select pg_current_snapshot()::text as snapshot,
    pg_postmaster_start_time()::text as server, ${at} as at,
    change_floor.floor > (select pg_snapshot_xmin($1::text::pg_snapshot)) as behind, c.kind, c.subject, c.owner
  from change_floor left join lateral (
    (select kind, subject, owner from changes where xid >= (select pg_snapshot_xmax($1::text::pg_snapshot))
      order by xid limit ${MAX_ROWS})
    union all
    (select kind, subject, owner from changes where xid = any(array(select pg_snapshot_xip($1::text::pg_snapshot)))
      order by xid limit ${MAX_ROWS})
  ) c on true`;

/** One look at a time, for all requests that came before it began. The others wait for the next one. */
export function watchPostgres(ask: Ask, forget: Forget, replicas?: Replicas): Look {
  const text = lookFor(replicas ? POSITION : "null::float8");
  let last: { snapshot: string; server: string } | undefined;
  let beganAt = -Infinity;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const look = async () => {
    beganAt = performance.now();
    const ended = replicas?.beginLook();
    try {
      const rows = (await ask(text, [last?.snapshot ?? null])) as LookRow[];
      forget(changesSince(last, rows));
      last = rows[0];
      ended?.(rows[0] as Position);
    } catch {
      // Whoever needs the database will say what is wrong with it.
      last = undefined;
      ended?.(undefined);
      forget("everything");
    }
  };
  const lookNext = async () => {
    await current;
    // The whole turn comes along.
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    await (current = look());
  };
  return (arrivedAt) => (arrivedAt !== undefined && arrivedAt < beganAt ? current : (next ??= lookNext()));
}

function changesSince(last: { server: string } | undefined, rows: readonly LookRow[]): Changes {
  const { server, behind, kind } = rows[0]!;
  if (server !== last?.server || behind || rows.length >= MAX_ROWS) return "everything";
  // One row without a change, if there are none.
  return kind === null ? [] : changesIn(rows);
}
