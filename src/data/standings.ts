import { sql } from "kysely";

import { lastDays, PERIODS, type Period } from "./periods.ts";
import { prepared } from "./prepared.ts";
import type { Board, Db, MemeRow } from "./schema.ts";

const FULL: number = PERIODS[0].level;

export interface Rated {
  sum: number;
  count: number;
}

export const boardOf = (meme: Pick<MemeRow, "age" | "disabled">): Board =>
  meme.disabled ? "hidden" : `memes:${meme.age}`;

/** Counts ratings of a day, of which `within` says what it counts in if there were none before. */
export async function addToDay(db: Db, subject: string, board: Board, day: number, by: Rated, within = FULL) {
  const row = await db
    .insertInto("rated_days")
    .values({ subject, day, within, ...by })
    .onConflict((c) =>
      c.columns(["subject", "day"]).doUpdateSet((eb) => ({
        sum: eb("rated_days.sum", "+", by.sum),
        count: eb("rated_days.count", "+", by.count),
      })),
    )
    .returning("within")
    .executeTakeFirstOrThrow();
  await addToPeriods(db, subject, board, periodsWithin(row.within), by);
}

/** Takes ratings of a day back, from wherever they still count. */
export async function takeFromDay(db: Db, subject: string, day: number, by: Rated) {
  const row = await db
    .updateTable("rated_days")
    .set((eb) => ({ sum: eb("sum", "-", by.sum), count: eb("count", "-", by.count) }))
    .where("subject", "=", subject)
    .where("day", "=", day)
    .returning(["within", "count"])
    .executeTakeFirst();
  if (!row) return; // too long ago to count anywhere
  if (row.count === 0)
    await db.deleteFrom("rated_days").where("subject", "=", subject).where("day", "=", day).execute();
  await takeFromPeriods(db, subject, periodsWithin(row.within), by);
}

const periodsWithin = (within: number): Period[] => PERIODS.filter((p) => within >= p.level).map((p) => p.name);

export async function addToPeriods(
  db: Db,
  subject: string,
  board: Board,
  periods: readonly (Period | "all")[],
  { sum, count }: Rated,
) {
  await db
    .insertInto("standings")
    .values(periods.map((period) => ({ subject, period, board, sum, count })))
    .onConflict((c) =>
      c.columns(["subject", "period"]).doUpdateSet((eb) => ({
        sum: eb("standings.sum", "+", eb.ref("excluded.sum")),
        count: eb("standings.count", "+", eb.ref("excluded.count")),
      })),
    )
    .execute();
}

export async function takeFromPeriods(
  db: Db,
  subject: string,
  periods: readonly (Period | "all")[],
  { sum, count }: Rated,
) {
  const rows = await db
    .updateTable("standings")
    .set((eb) => ({ sum: eb("sum", "-", sum), count: eb("count", "-", count) }))
    .where("subject", "=", subject)
    .where("period", "in", periods)
    .returning("count")
    .execute();
  if (rows.some((row) => row.count === 0))
    await db.deleteFrom("standings").where("subject", "=", subject).where("count", "=", 0).execute();
}

/** A meme that is hidden or shown again moves with its standings. */
export async function moveToBoard(db: Db, subject: string, board: Board) {
  await db.updateTable("standings").set({ board }).where("subject", "=", subject).execute();
}

export const listRatedDays = (db: Db, subject: string) =>
  db.selectFrom("rated_days").selectAll().where("subject", "=", subject).orderBy("day").execute();

export async function deleteStandingsOf(db: Db, subject: string) {
  await db.deleteFrom("rated_days").where("subject", "=", subject).execute();
  await db.deleteFrom("standings").where("subject", "=", subject).execute();
}

/** Lets days that have become too old count in fewer periods; at most so many at a time. Returns how many it was. */
export async function rollDays(db: Db, today: number, most: number): Promise<number> {
  let rolled = 0;
  for (const [i, first] of lastDays(today).entries()) {
    const { name: period, level } = PERIODS[i]!;
    const old = await db
      .selectFrom("rated_days")
      .select(["subject", "day"])
      .where("within", "=", level)
      .where("day", "<", first)
      .orderBy("day")
      .orderBy("subject")
      .limit(most - rolled)
      .execute();
    for (const { subject, day } of old) {
      const row = await db
        .updateTable("rated_days")
        .set({ within: level - 1 })
        .where("subject", "=", subject)
        .where("day", "=", day)
        .where("within", "=", level)
        .returning(["sum", "count"])
        .executeTakeFirst();
      if (row) await takeFromPeriods(db, subject, [period], row);
    }
    rolled += old.length;
    if (rolled >= most) return rolled;
  }
  await db.deleteFrom("rated_days").where("within", "=", 0).execute();
  return rolled;
}

export interface Standing {
  subject: string;
  score: number;
}

const best = prepared((db, period: string, board: Board, amount: number) =>
  db
    .selectFrom("standings")
    .select(["subject", "score"])
    .where("period", "=", period as Period)
    .where("board", "=", board)
    .orderBy("score", "desc")
    .orderBy("subject", "desc")
    .limit(amount),
);

/** The best of one board. */
export const listBest = async (db: Db, period: Period, board: Board, amount: number): Promise<Standing[]> =>
  best(db, period, board, amount);

export interface BestQuery {
  period: Period | "all";
  boards: Board[];
  after?: Standing;
  skip: number;
  amount: number;
}

/** The best of several boards together: of each as many as could be needed, each straight from the index. */
export async function listBestOf(db: Db, { period, boards, after, skip, amount }: BestQuery): Promise<Standing[]> {
  const worse = after ? sql`and (score, subject) < (${after.score}, ${after.subject})` : sql``;
  const each = boards.map(
    (board) => sql`select * from (select subject, score from standings
      where period = ${period} and board = ${board} ${worse}
      order by score desc, subject desc limit ${skip + amount}) as ${sql.ref(board)}`,
  );
  const { rows } = await sql<Standing>`select subject, score from (${sql.join(each, sql` union all `)}) as best
    order by score desc, subject desc limit ${amount} offset ${skip}`.execute(db);
  return rows;
}
