import { dialectOf } from "./dialect.ts";
import { DAY_MS, lastDays, levelOn, PERIODS } from "./periods.ts";
import { prepared } from "./prepared.ts";
import { addScores, deleteScores, takeScores, type Rated } from "./scores.ts";
import type { Board } from "./tables/memes.ts";
import type { Db } from "./schema.ts";
import type { Meme } from "../entities/meme.ts";

const FULL: number = PERIODS[0].level;

/** Ratings of one day, for a meme or for all enabled memes of a person. */
export interface RatedDay extends Rated {
  /** Id of the meme or person. */
  subject: string;
  /** Days since 1970. */
  day: number;
  /** How many periods still count it; see periods.ts. */
  within: number;
}

export type { Board, Rated };

export const boardOf = (meme: Pick<Meme, "age" | "disabled">): Board =>
  meme.disabled ? "hidden" : `memes:${meme.age}`;

/**
 * The lock for a subject's days and totals: every change locks its row of `scores` first. Memes come before people, so
 * that nobody who holds a person waits for a meme.
 */
const lockGate = prepared((db, subject: string) =>
  db.selectFrom("scores").select("subject").where("subject", "=", subject).modifyEnd(dialectOf(db).lockRows),
);
const passGate = async (db: Db, subject: string): Promise<void> => void (await lockGate(db, subject));

const addDay = prepared((db, subject: string, day: number, within: number, since: number, sum: number, count: number) =>
  db
    .insertInto("rated_days")
    .values({ subject, day, within, since, sum, count })
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
  /** When the ratings came, within the day. */
  since?: number;
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
  { within = FULL, since = day * DAY_MS, allTime = false }: DayOptions = {},
) {
  // Taken to be right, which it is for a rating of today.
  await addScores(db, subject, board, by, { upTo: within, allTime });
  const [row] = await addDay(db, subject, day, within, since, by.sum, by.count);
  const known = row!.within;
  if (known > within) await addScores(db, subject, board, by, { above: within, upTo: known });
  if (known < within) await takeScores(db, subject, by, { above: known, upTo: within });
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
  await takeScores(db, subject, by, { upTo: row?.within ?? 0, allTime });
}

/** Replaces a rating of a day by another one of the same day. False, with nothing changed, if no period counts it. */
export async function changeInDay(db: Db, subject: string, day: number, by: number, { allTime = false } = {}) {
  if (by === 0) return true;
  await passGate(db, subject);
  const [row] = await takeDay(db, -by, 0, subject, day);
  if (!row) return false;
  await takeScores(db, subject, { sum: -by, count: 0 }, { upTo: row.within, allTime });
  return true;
}

/** Moves a meme's standings along when it is hidden or shown again. */
export async function moveToBoard(db: Db, subject: string, board: Board) {
  await passGate(db, subject);
  await db.updateTable("scores").set({ board }).where("subject", "=", subject).execute();
}

export const listRatedDays = (db: Db, subject: string): Promise<RatedDay[]> =>
  db.selectFrom("rated_days").selectAll().where("subject", "=", subject).orderBy("day").execute();

export async function deleteStandingsOf(db: Db, subject: string) {
  await passGate(db, subject);
  await db.deleteFrom("rated_days").where("subject", "=", subject).execute();
  await deleteScores(db, subject);
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
    .where("d.since", "<", first * DAY_MS)
    .where("d.day", "<", first)
    .orderBy("d.since")
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
  await takeScores(db, subject, row, { above: level, upTo: row.within });
}
