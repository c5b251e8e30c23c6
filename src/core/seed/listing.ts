import { dialectOf } from "../../data/dialect.ts";
import { dayOf, levelOn, PERIODS } from "../../data/periods.ts";
import { wordsOf } from "../../data/search-words.ts";
import { insertAll } from "../../data/seed.ts";
import { addToDay, boardOf, type Rated } from "../../data/standings.ts";
import type { Ctx } from "../ctx.ts";
import type { Row, SeededMeme } from "./rows.ts";

/** Where others meet seeded memes: the search and the standings, as if each had been submitted and rated. */
export async function enlistSeeded({ db, now }: Ctx, seeded: readonly SeededMeme[]): Promise<void> {
  const shown = seeded.filter(({ meme }) => !meme.disabled);
  await dialectOf(db).search.put(
    db,
    shown.map(({ meme, by }) => ({ id: meme.id, age: meme.age, words: wordsOf(meme.caption, by, meme.alt) })),
  );
  const today = dayOf(now);
  const standings: Row<"standings">[] = [];
  const days: Row<"rated_days">[] = [];
  for (const one of seeded) {
    const recent = ratedDays(one, today);
    days.push(...recent);
    standings.push(...standingsOf(one, recent));
  }
  await insertAll(db, "standings", standings);
  await insertAll(db, "rated_days", days);
  for (const { subject, day, within, ...by } of daysOfAuthors(shown, days))
    await addToDay(db, subject, "memers", day, by, within);
}

/** Of a meme, as far as any period still counts them. */
function ratedDays({ meme, ratings }: SeededMeme, today: number): Row<"rated_days">[] {
  const byDay = new Map<number, Row<"rated_days">>();
  for (const { value, createdAt } of ratings) {
    const day = dayOf(createdAt);
    const within = levelOn(day, today);
    if (within > 0) count(byDay, day, { subject: meme.id, day, within }, { sum: value, count: 1 });
  }
  return [...byDay.values()];
}

function standingsOf({ meme }: SeededMeme, days: Row<"rated_days">[]): Row<"standings">[] {
  const board = boardOf(meme);
  const standing = (period: Row<"standings">["period"], { sum, count }: Rated) => ({
    subject: meme.id,
    period,
    board,
    sum,
    count,
  });
  const periods = PERIODS.map(({ name, level }) => standing(name, total(days.filter(({ within }) => within >= level))));
  const all = standing("all", { sum: meme.rating.sum, count: meme.rating.total });
  return [all, ...periods].filter(({ count }) => count > 0);
}

/** In the order in which everyone takes them. */
function daysOfAuthors(shown: readonly SeededMeme[], days: Row<"rated_days">[]): Row<"rated_days">[] {
  const authors = new Map(shown.map(({ meme }) => [meme.id, meme.authorId]));
  const byAuthor = new Map<string, Row<"rated_days">>();
  for (const { subject: meme, day, within, ...by } of days) {
    const subject = authors.get(meme);
    if (subject) count(byAuthor, `${subject} ${day}`, { subject, day, within }, by);
  }
  return [...byAuthor].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const total = (days: readonly Rated[]): Rated => ({
  sum: days.reduce((all, { sum }) => all + sum, 0),
  count: days.reduce((all, { count }) => all + count, 0),
});

function count<K>(
  kept: Map<K, Row<"rated_days">>,
  key: K,
  row: Omit<Row<"rated_days">, keyof Rated>,
  { sum, count }: Rated,
) {
  const before = kept.get(key);
  kept.set(key, { ...row, sum: (before?.sum ?? 0) + sum, count: (before?.count ?? 0) + count });
}
