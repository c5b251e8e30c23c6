import { sql } from "kysely";

import { lastDays, levelOn, PERIODS, type Period } from "./periods.ts";
import { prepared } from "./prepared.ts";
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

export const boardOf = (meme: Pick<Meme, "age" | "disabled">): Board =>
  meme.disabled ? "hidden" : `memes:${meme.age}`;

/**
 * The lock for a subject's days and standings: every change updates this row first. Every stored day counts in the
 * longest period, so every subject with days has it. Memes come before people, so that nobody who holds a person waits
 * for a meme.
 */
const GATE: Period = "1mo";

const passGate = (db: Db, subject: string) =>
  db
    .updateTable("standings")
    .set((eb) => ({ count: eb.ref("count") }))
    .where("subject", "=", subject)
    .where("period", "=", GATE)
    .execute();

/** Counts ratings of a day. `within` applies if the day had none before. */
export async function addToDay(db: Db, subject: string, board: Board, day: number, by: Rated, within = FULL) {
  await addToPeriods(db, subject, board, [GATE], by);
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
  await addToPeriods(db, subject, board, periodsBetween(1, row.within), by);
}

/** Removes ratings of a day from wherever they still count. */
export async function takeFromDay(db: Db, subject: string, day: number, by: Rated) {
  await passGate(db, subject);
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
  await takeFromPeriods(db, subject, periodsBetween(0, row.within), by);
}

/** Periods that include a day of the higher level but not one of the lower. */
const periodsBetween = (lower: number, higher: number): Period[] =>
  PERIODS.filter(({ level }) => level > lower && level <= higher).map(({ name }) => name);

export async function addToPeriods(
  db: Db,
  subject: string,
  board: Board,
  periods: readonly (Period | "all")[],
  { sum, count }: Rated,
) {
  if (periods.length === 0) return;
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
