import { dialectOf } from "../../data/dialect.ts";
import { dayOf, levelOn, PERIODS, type Period } from "../../data/periods.ts";
import { longWordsOf, wordsOf } from "../../data/search-words.ts";
import type { Totals } from "../../data/scores.ts";
import { insertRatedDays, insertScores } from "../../data/seed.ts";
import { learnWords } from "../../data/spelling.ts";
import { tagMeme } from "../../data/tags.ts";
import { addToDay, boardOf, type Rated, type RatedDay } from "../../data/standings.ts";
import type { Ctx } from "../ctx.ts";
import type { SeededMeme } from "./make-entities.ts";

/** Adds seeded memes to the search and the standings, as if each had been submitted and rated. */
export async function enlistSeeded({ db, now }: Ctx, seeded: readonly SeededMeme[]): Promise<void> {
  const shown = seeded.filter(({ meme }) => !meme.disabled);
  await dialectOf(db).search.load(
    db,
    shown.map(({ meme, by }) => ({ id: meme.id, age: meme.age, words: wordsOf(meme.caption, by, meme.alt) })),
  );
  const known = shown.flatMap(({ meme, by }) => [...wordsOf(meme.caption, meme.alt), ...longWordsOf(by)]);
  await learnWords(db, [...new Set(known)]);
  for (const { meme } of shown) if (meme.caption.includes("#")) await tagMeme(db, meme);
  const today = dayOf(now);
  const totals: Totals[] = [];
  const days: RatedDay[] = [];
  for (const one of seeded) {
    const recent = ratedDays(one, today);
    days.push(...recent);
    if (one.meme.rating.total > 0) totals.push(totalsOf(one, recent));
  }
  await insertScores(db, totals);
  await insertRatedDays(db, days);
  for (const { subject, day, within, ...by } of daysOfAuthors(shown, days))
    await addToDay(db, subject, "memers", day, by, { within });
}

/** Ratings of a meme by day, as far back as any period counts them. */
function ratedDays({ meme, ratings }: SeededMeme, today: number): RatedDay[] {
  const byDay = new Map<number, RatedDay>();
  for (const { value, createdAt } of ratings) {
    const day = dayOf(createdAt);
    const within = levelOn(day, today);
    if (within > 0) count(byDay, day, { subject: meme.id, day, within }, { sum: value, count: 1 });
  }
  return [...byDay.values()];
}

function totalsOf({ meme }: SeededMeme, days: RatedDay[]): Totals {
  const periods = PERIODS.map(({ name, level }) => [name, total(days.filter(({ within }) => within >= level))]);
  return {
    subject: meme.id,
    board: boardOf(meme),
    all: { sum: meme.rating.sum, count: meme.rating.total },
    periods: Object.fromEntries(periods) as Record<Period, Rated>,
  };
}

/** In the order in which everyone locks them. */
function daysOfAuthors(shown: readonly SeededMeme[], days: RatedDay[]): RatedDay[] {
  const authors = new Map(shown.map(({ meme }) => [meme.id, meme.authorId]));
  const byAuthor = new Map<string, RatedDay>();
  for (const { subject: meme, day, within, ...by } of days) {
    const subject = authors.get(meme);
    if (subject) count(byAuthor, `${subject} ${day}`, { subject, day, within }, by);
  }
  return [...byAuthor].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

const total = (days: readonly Rated[]): Rated => ({
  sum: days.reduce((all, { sum }) => all + sum, 0),
  count: days.reduce((all, { count }) => all + count, 0),
});

function count<K>(kept: Map<K, RatedDay>, key: K, day: Omit<RatedDay, keyof Rated>, { sum, count }: Rated) {
  const before = kept.get(key);
  kept.set(key, { ...day, sum: (before?.sum ?? 0) + sum, count: (before?.count ?? 0) + count });
}
