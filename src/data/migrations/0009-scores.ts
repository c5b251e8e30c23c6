import { sql, type RawBuilder } from "kysely";

import { dialectOf } from "../dialect.ts";
import { PRIOR } from "../periods.ts";
import type { Db } from "../schema.ts";

/** Longest first. Each counts a part of the ratings that the one before it counts. */
const PERIODS = ["1mo", "7d", "1d"] as const;
const SPANS = ["all", ...PERIODS] as const;

/** One row for each subject instead of one for each subject and period. */
export async function up(db: Db): Promise<void> {
  const { decimal, endTable } = dialectOf(db);
  let table = db.schema
    .createTable("scores")
    .addColumn("subject", "text", (c) => c.notNull().primaryKey())
    .addColumn("board", "text", (c) => c.notNull());
  for (const span of SPANS)
    table = table
      .addColumn(`sum_${span}`, "integer", (c) => c.notNull().defaultTo(0))
      .addColumn(`count_${span}`, "integer", (c) => c.notNull().defaultTo(0));
  for (const span of SPANS)
    table = table.addColumn(`score_${span}`, decimal, (c) =>
      c.generatedAlwaysAs(scoreOf(span, decimal)).notNull().stored(),
    );
  for (const [i, period] of PERIODS.slice(0, -1).entries())
    table = table.addColumn(`also_${period}`, "integer", (c) =>
      c
        .generatedAlwaysAs(alsoOf(PERIODS.slice(i)))
        .notNull()
        .stored(),
    );
  await endTable(table, { keyed: true }).execute();
  await fill(db);
  await sql`create index scores_all on scores (board, score_all, subject) where count_all > 0`.execute(db);
  await sql`create index scores_1mo on scores (board, also_1mo, score_1mo, subject) where count_1mo > 0`.execute(db);
  await sql`create index scores_7d on scores (board, also_7d, score_7d, subject)
    where count_7d > 0 and count_7d <> count_1mo`.execute(db);
  await sql`create index scores_1d on scores (board, score_1d, subject)
    where count_1d > 0 and count_1d <> count_7d`.execute(db);
  await db.schema.dropTable("standings").execute();
}

const scoreOf = (period: string, decimal: RawBuilder<unknown>) => {
  const [total, count] = [sql.ref(`sum_${period}`), sql.ref(`count_${period}`)];
  return sql`case board when 'memers' then cast(${total} as ${decimal})
    else cast(${total} + ${sql.lit(PRIOR.sum)} as ${decimal}) / (${count} + ${sql.lit(PRIOR.count)}) end`;
};

/** How many of the next shorter periods count the same ratings. If they count as many, they are the same. */
function alsoOf(periods: readonly string[]) {
  const steps = periods.slice(1).map((shorter, i) => {
    const longer = periods[i]!;
    return sql`when ${sql.ref(`count_${longer}`)} <> ${sql.ref(`count_${shorter}`)} then ${sql.lit(i)}`;
  });
  return sql`case ${sql.join(steps, sql` `)} else ${sql.lit(steps.length)} end`;
}

/** From what the totals are made of. */
async function fill(db: Db): Promise<void> {
  const columns = sql.join(
    ["sum_1mo", "count_1mo", "sum_7d", "count_7d", "sum_1d", "count_1d"].map((name) => sql.ref(name)),
  );
  const sums = [1, 2, 3].flatMap((level) =>
    ["sum", "count"].map(
      (name) => sql`sum(case when d.within >= ${sql.lit(level)} then d.${sql.ref(name)} else 0 end)`,
    ),
  );
  await sql`insert into scores (subject, board, sum_all, count_all, ${columns})
    select m.id, case when m.disabled = 1 then 'hidden' else 'memes:' || m.age end, m.rating_sum, m.rating_count,
      ${sql.join(sums.map((sum) => sql`coalesce(${sum}, 0)`))}
    from memes m left join rated_days d on d.subject = m.id
    where m.rating_count > 0 group by m.id, m.disabled, m.age, m.rating_sum, m.rating_count`.execute(db);
  await sql`insert into scores (subject, board, ${columns})
    select d.subject, 'memers', ${sql.join(sums)}
    from rated_days d join users u on u.id = d.subject group by d.subject`.execute(db);
}
