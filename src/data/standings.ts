import { sql } from "kysely";

import { dialectOf } from "./dialect.ts";
import { lastDays, levelOn, PERIODS, type Period } from "./periods.ts";
import { oneFor, prepared } from "./prepared.ts";
import type { Board } from "./tables/memes.ts";
import type { Db } from "./schema.ts";
import type { Age } from "../entities/age.ts";
import type { Meme } from "../entities/meme.ts";
import { fromEachAge, upToAge } from "./each-age.ts";

const FULL: number = PERIODS[0].level;

export interface Rated {
  sum: number;
  count: number;
}

/** Ratings of one day, for a meme or for all enabled memes of a person. */
export interface RatedDay extends Rated {
  /** Id of the meme or person. */
  subject: string;
  /** Days since 1970. */
  day: number;
  /** How many periods still count it; see periods.ts. */
  within: number;
}

/** Sum of a subject's days within a period, or of all time. */
export interface StandingTotal extends Rated {
  subject: string;
  period: Period | "all";
  board: Board;
}

export type { Board };

export const boardOf = (meme: Pick<Meme, "age" | "disabled">): Board =>
  meme.disabled ? "hidden" : `memes:${meme.age}`;

/**
 * The lock for a subject's days and standings: every change updates this row first. Every stored day counts in the
 * longest period, so every subject with days has it. Memes come before people, so that nobody who holds a person waits
 * for a meme.
 */
const GATE: Period = "1mo";

const lockGate = prepared((db, subject: string) =>
  db
    .selectFrom("standings")
    .select("period")
    .where("subject", "=", subject)
    .where("period", "=", GATE)
    .modifyEnd(dialectOf(db).lockRows),
);
const passGate = async (db: Db, subject: string): Promise<void> => void (await lockGate(db, subject));

const addDay = prepared((db, subject: string, day: number, within: number, sum: number, count: number) =>
  db
    .insertInto("rated_days")
    .values({ subject, day, within, sum, count })
    .onConflict((c) =>
      c.columns(["subject", "day"]).doUpdateSet((eb) => ({
        sum: eb("rated_days.sum", "+", eb.ref("excluded.sum")),
        count: eb("rated_days.count", "+", eb.ref("excluded.count")),
      })),
    )
    .returning("within"),
);

interface DayOptions {
  /** Applies if the day had no ratings before. */
  within?: number;
  /** Whether the subject has a standing of all time, as memes do. */
  allTime?: boolean;
}

/** Counts ratings of a day. */
export async function addToDay(
  db: Db,
  subject: string,
  board: Board,
  day: number,
  by: Rated,
  { within = FULL, allTime = false }: DayOptions = {},
) {
  await addToPeriods(db, subject, board, allTime ? ["all", GATE] : [GATE], by);
  const [row] = await addDay(db, subject, day, within, by.sum, by.count);
  await addToPeriods(db, subject, board, periodsBetween(1, row!.within), by);
}

const takeDay = prepared((db, sum: number, count: number, subject: string, day: number) =>
  db
    .updateTable("rated_days")
    .set((eb) => ({ sum: eb("sum", "-", sum), count: eb("count", "-", count) }))
    .where("subject", "=", subject)
    .where("day", "=", day)
    .returning(["within", "count"]),
);
const deleteDay = prepared((db, subject: string, day: number) =>
  db.deleteFrom("rated_days").where("subject", "=", subject).where("day", "=", day),
);

/** Removes ratings of a day from wherever they still count. */
export async function takeFromDay(db: Db, subject: string, day: number, by: Rated, { allTime = false } = {}) {
  await passGate(db, subject);
  const [row] = await takeDay(db, by.sum, by.count, subject, day);
  if (row?.count === 0) await deleteDay(db, subject, day);
  // A day without a row is too long ago to count anywhere else.
  const periods = row ? periodsBetween(0, row.within) : [];
  await takeFromPeriods(db, subject, allTime ? ["all", ...periods] : periods, by);
}

/** Replaces a rating of a day by another one of the same day. False, with nothing changed, if no period counts it. */
export async function changeInDay(db: Db, subject: string, day: number, by: number, { allTime = false } = {}) {
  if (by === 0) return true;
  await passGate(db, subject);
  const [row] = await takeDay(db, -by, 0, subject, day);
  if (!row) return false;
  const periods = periodsBetween(0, row.within);
  await takeFromPeriods(db, subject, allTime ? ["all", ...periods] : periods, { sum: -by, count: 0 });
  return true;
}

/** Periods that include a day of the higher level but not one of the lower. */
const periodsBetween = (lower: number, higher: number): Period[] =>
  PERIODS.filter(({ level }) => level > lower && level <= higher).map(({ name }) => name);

const addBy = oneFor((periods) =>
  prepared((db, subject: string, board: Board, sum: number, count: number) =>
    db
      .insertInto("standings")
      .values(periods.map((period) => ({ subject, period: period as Period, board, sum, count })))
      .onConflict((c) =>
        c.columns(["subject", "period"]).doUpdateSet((eb) => ({
          sum: eb("standings.sum", "+", eb.ref("excluded.sum")),
          count: eb("standings.count", "+", eb.ref("excluded.count")),
        })),
      ),
  ),
);

async function addToPeriods(
  db: Db,
  subject: string,
  board: Board,
  periods: readonly (Period | "all")[],
  { sum, count }: Rated,
) {
  if (periods.length > 0) await addBy(periods)(db, subject, board, sum, count);
}

const takeBy = oneFor((periods) =>
  prepared((db, sum: number, count: number, subject: string) =>
    db
      .updateTable("standings")
      .set((eb) => ({ sum: eb("sum", "-", sum), count: eb("count", "-", count) }))
      .where("subject", "=", subject)
      .where("period", "in", periods as Period[])
      .returning("count"),
  ),
);
const deleteEmpty = prepared((db, subject: string) =>
  db.deleteFrom("standings").where("subject", "=", subject).where("count", "=", 0),
);

async function takeFromPeriods(db: Db, subject: string, periods: readonly (Period | "all")[], { sum, count }: Rated) {
  if (periods.length === 0) return;
  const rows = await takeBy(periods)(db, sum, count, subject);
  if (rows.some((row) => row.count === 0)) await deleteEmpty(db, subject);
}

/** Moves a meme's standings along when it is hidden or shown again. */
export async function moveToBoard(db: Db, subject: string, board: Board) {
  await passGate(db, subject);
  await db.updateTable("standings").set({ board }).where("subject", "=", subject).execute();
}

export const listRatedDays = (db: Db, subject: string): Promise<RatedDay[]> =>
  db.selectFrom("rated_days").selectAll().where("subject", "=", subject).orderBy("day").execute();

export async function deleteStandingsOf(db: Db, subject: string) {
  await passGate(db, subject);
  await db.deleteFrom("rated_days").where("subject", "=", subject).execute();
  await db.deleteFrom("standings").where("subject", "=", subject).execute();
}

/** Moves old days out of the periods they have left, at most `max` at a time. Returns how many. */
export async function rollDays(db: Db, today: number, max: number): Promise<number> {
  const late: LateDay[] = [];
  for (const [i, first] of lastDays(today).entries())
    late.push(...(await listLate(db, PERIODS[i]!.level, first, max - late.length)));
  // Memes before people, the lock order everywhere.
  late.sort((a, b) => Number(b.isMeme) - Number(a.isMeme) || (a.subject < b.subject ? -1 : 1));
  for (const { subject, day } of late) await rollDay(db, subject, day, levelOn(day, today));
  return late.length;
}

interface LateDay {
  subject: string;
  day: number;
  isMeme: boolean;
}

async function listLate(db: Db, level: number, first: number, max: number): Promise<LateDay[]> {
  const rows = await db
    .selectFrom("rated_days as d")
    .leftJoin("memes as m", "m.id", "d.subject")
    .select(["d.subject", "d.day", "m.id as meme"])
    .where("d.within", "=", level)
    .where("d.day", "<", first)
    .orderBy("d.day")
    .limit(max)
    .execute();
  return rows.map(({ subject, day, meme }) => ({ subject, day, isMeme: meme !== null }));
}

async function rollDay(db: Db, subject: string, day: number, level: number) {
  await passGate(db, subject);
  const its = db.selectFrom("rated_days").selectAll().where("subject", "=", subject).where("day", "=", day);
  const row = await its.executeTakeFirst();
  if (!row || row.within <= level) return; // another process was faster
  if (level > 0)
    await db
      .updateTable("rated_days")
      .set({ within: level })
      .where("subject", "=", subject)
      .where("day", "=", day)
      .execute();
  else await db.deleteFrom("rated_days").where("subject", "=", subject).where("day", "=", day).execute();
  await takeFromPeriods(db, subject, periodsBetween(level, row.within), row);
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
  maxAge: Age;
  after?: Standing | undefined;
  skip: number;
  amount: number;
}

/** Before everything: the first page is then the same query as all others. */
const START: Standing = { subject: "", score: Number.MAX_VALUE };

const bestUpTo = upToAge((ages) =>
  prepared((_db, period: string, score: number, subject: string, most: number, amount: number, skip: number) => {
    const each = fromEachAge(
      ages,
      (age) => sql`select subject, score from standings
        where period = ${period} and board = ${sql.lit(boardOf({ age, disabled: false }))}
        and (score, subject) < (${score}, ${subject}) order by score desc, subject desc limit ${most}`,
    );
    return sql<Standing>`select subject, score from (${each}) as best
      order by score desc, subject desc limit ${amount} offset ${skip}`;
  }),
);

/** The best memes up to an age rating, straight from the index. */
export const listBestMemes = (db: Db, { period, maxAge, after = START, skip, amount }: BestQuery) =>
  bestUpTo[maxAge](db, period, after.score, after.subject, skip + amount, amount, skip);
