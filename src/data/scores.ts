import { sql, type Insertable, type RawBuilder } from "kysely";

import type { Age } from "../entities/age.ts";
import { fromEachAge, upToAge } from "./each-age.ts";
import { eachWay, ON, type Way } from "./each-way.ts";
import { merged } from "./merged.ts";
import { PERIODS, type Period } from "./periods.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import type { Board, ScoresTable } from "./tables/memes.ts";

// One row for each meme and person, with what they have in each period. A rating would change an entry in the index of
// every period; but most memes are rated while they are new, and then all periods count the same ratings. So a period
// has an entry of its own only if it counts other ratings than the next longer one. If it counts the same, the entry of
// the longer one stands for both, and says so: `also_1mo = 2` stands for the month, the week and the day.

export interface Rated {
  sum: number;
  count: number;
}

type Span = Period | "all";
/** Shortest first. A day counts in a period if its level is at least that of the period. */
const SPANS: readonly { name: Span; level: number }[] = [...PERIODS, { name: "all", level: 0 }];

const SUMS = SPANS.map(({ name }) => `sum_${name}` as const);
const COUNTS = SPANS.map(({ name }) => `count_${name}` as const);
const COLUMNS = [...SUMS, ...COUNTS];

/** Periods that count days of level `upTo` but not of level `above`, and perhaps all time. */
export interface Reach {
  above?: number;
  upTo: number;
  allTime?: boolean;
}

/** One for each of `COLUMNS`. */
function amounts({ sum, count }: Rated, { above = 0, upTo, allTime = false }: Reach): number[] {
  const counts = SPANS.map(({ level }) => (level === 0 ? allTime : level > above && level <= upTo));
  return [...counts.map((does) => (does ? sum : 0)), ...counts.map((does) => (does ? count : 0))];
}

const add = prepared((db, subject: string, board: Board, ...by: number[]) =>
  db
    .insertInto("scores")
    .values({ subject, board, ...Object.fromEntries(COLUMNS.map((name, i) => [name, by[i]])) })
    .onConflict((c) =>
      c
        .column("subject")
        .doUpdateSet((eb) =>
          Object.fromEntries(COLUMNS.map((name) => [name, eb(`scores.${name}`, "+", eb.ref(`excluded.${name}`))])),
        ),
    ),
);

export async function addScores(db: Db, subject: string, board: Board, by: Rated, reach: Reach): Promise<void> {
  await add(db, subject, board, ...amounts(by, reach));
}

const take = prepared((db, subject: string, ...by: number[]) =>
  db
    .updateTable("scores")
    .set((eb) => Object.fromEntries(COLUMNS.map((name, i) => [name, eb(name, "-", by[i]!)])))
    .where("subject", "=", subject)
    .returning(["count_all", "count_1mo"]),
);
const remove = prepared((db, subject: string) => db.deleteFrom("scores").where("subject", "=", subject));

export async function takeScores(db: Db, subject: string, by: Rated, reach: Reach): Promise<void> {
  const [row] = await take(db, subject, ...amounts(by, reach));
  if (row?.count_all === 0 && row.count_1mo === 0) await remove(db, subject);
}

export async function deleteScores(db: Db, subject: string): Promise<void> {
  await remove(db, subject);
}

/** What a subject has in all, and in each period. */
export interface Totals {
  subject: string;
  board: Board;
  all: Rated;
  periods: Record<Period, Rated>;
}

/** The columns of a row that is loaded together with others. */
export function scoreColumns({ subject, board, all, periods }: Totals): Insertable<ScoresTable> {
  const rated: Record<Span, Rated> = { all, ...periods };
  const columns = SPANS.flatMap(({ name }) => [
    [`sum_${name}`, rated[name].sum],
    [`count_${name}`, rated[name].count],
  ]);
  return { subject, board, ...Object.fromEntries(columns) };
}

export interface Standing {
  subject: string;
  score: number;
}

export interface BestQuery {
  period: Span;
  maxAge: Age;
  after?: Standing | undefined;
  skip: number;
  amount: number;
  /** Walks back from the cursor, and begins with the place of the cursor itself. */
  back?: boolean | undefined;
}

/** Before everything: the first page is then the same query as all others. */
const START: Standing = { subject: "", score: Number.MAX_VALUE };

/** An index, or the part of it whose entries stand for this many shorter periods. */
interface Part {
  span: Span;
  also?: number;
}

/** Where the entries of a period are: in its own index, and in those of longer ones. */
const PARTS: Record<Span, readonly Part[]> = {
  all: [{ span: "all" }],
  "1mo": [0, 1, 2].map((also) => ({ span: "1mo", also })),
  "7d": [...[0, 1].map((also): Part => ({ span: "7d", also })), ...[1, 2].map((also): Part => ({ span: "1mo", also }))],
  "1d": [{ span: "1d" }, { span: "7d", also: 1 }, { span: "1mo", also: 2 }],
};

/** As in the indexes, or they would not be used. */
const IS_ENTRY: Record<Span, string> = {
  all: "count_all > 0",
  "1mo": "count_1mo > 0",
  "7d": "count_7d > 0 and count_7d <> count_1mo",
  "1d": "count_1d > 0 and count_1d <> count_7d",
};

/** The best of a board, from each part in order, to be merged. */
function bestOf(
  board: Board,
  period: Span,
  { score, subject }: Standing,
  { beyond, order }: Way,
  limit: RawBuilder<unknown>,
) {
  const lists = PARTS[period].map(({ span, also }, i) => {
    const itsScore = sql.ref(`score_${span}`);
    const isPart = also === undefined ? sql`` : sql`and ${sql.ref(`also_${span}`)} = ${sql.lit(also)}`;
    return sql`select * from (select subject, ${itsScore} as score from scores
      where board = ${sql.lit(board)} ${isPart} and ${sql.raw(IS_ENTRY[span])}
      and (${itsScore}, subject) ${beyond} (${score}, ${subject})
      order by ${itsScore} ${order}, subject ${order} ${limit}) as ${sql.ref(`part_${i}`)}`;
  });
  return sql.join(lists, sql` union all `);
}

const eachPeriod = <Q>(build: (period: Span) => Q) =>
  Object.fromEntries(SPANS.map(({ name }) => [name, build(name)])) as Record<Span, Q>;

const best = eachPeriod((period) =>
  merged((limit) =>
    prepared(
      (_db, score: number, subject: string, amount: number) =>
        sql<Standing>`select subject, score from (${bestOf("memers", period, { score, subject }, ON, limit)}) as best
          order by score desc, subject desc limit ${amount}`,
    ),
  ),
);

/** The best people of a period. */
export const listBestMemers = async (db: Db, period: Period, amount: number): Promise<Standing[]> =>
  best[period](db, amount, START.score, START.subject, amount);

const bestUpTo = eachPeriod((period) =>
  eachWay((way) =>
    upToAge((ages) =>
      merged((limit) =>
        prepared((_db, score: number, subject: string, amount: number, skip: number) => {
          const each = fromEachAge(ages, (age) => bestOf(`memes:${age}`, period, { score, subject }, way, limit));
          return sql<Standing>`select subject, score from (${each}) as best
            order by score ${way.order}, subject ${way.order} limit ${amount} offset ${skip}`;
        }),
      ),
    ),
  ),
);

/** The best memes up to an age rating, straight from the indexes. */
export const listBestMemes = (db: Db, { period, maxAge, after = START, skip, amount, back }: BestQuery) =>
  bestUpTo[period](back)[maxAge](db, skip + amount, after.score, after.subject, amount, skip);
