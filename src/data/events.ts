import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import type { EventKind, MemeEvent } from "../entities/meme-event.ts";
import type { Meme } from "../entities/meme.ts";
import { tagsOf } from "../entities/tag.ts";
import { dialectOf } from "./dialect.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { keepFact, writeFact } from "./site.ts";

// Events are written by the transactions that cause them, which commit in any order. So they are numbered afterwards, by
// one process at a time: whoever has read up to a number has missed nothing before it.

const add = prepared((db, kind: string, memeId: string, authorId: string, age: number, tags: string) =>
  db
    .insertInto("events")
    .values({ number: null, kind, meme_id: memeId, author_id: authorId, age, tags })
    .onConflict((c) => c.doNothing()),
);

/** `captions` are those it had before and has now. */
export async function insertEvent(
  db: Db,
  kind: EventKind,
  { id, authorId, age }: Pick<Meme, "id" | "authorId" | "age">,
  captions: readonly string[],
): Promise<void> {
  await add(db, kind, id, authorId, age, [...new Set(captions.flatMap(tagsOf))].join(" "));
}

const unnumbered = prepared((db) => db.selectFrom("events").select("id").where("number", "is", null).limit(1));

export const hasUnnumbered = async (db: Db): Promise<boolean> => (await unnumbered(db)).length > 0;

const LAST = "last_event";
/** Numbered at once. */
const AT_ONCE = 500;

/** Runs inside a transaction, which makes others who number wait. */
export async function numberEvents(db: Db, now: number): Promise<void> {
  await keepFact(db, LAST, "0");
  const { lockRows } = dialectOf(db);
  const { rows } = await sql<{ value: string }>`select value from site where name = ${LAST} ${lockRows}`.execute(db);
  // By the clock, so that numbers go on even if the database is restored from a backup.
  const last = Math.max(Number(rows[0]!.value), now * 1000);
  await sql`update events set number = numbered.number from (
      select id, cast(${last} as bigint) + row_number() over (order by id) as number
      from events where number is null order by id limit ${sql.lit(AT_ONCE)}
    ) as numbered where numbered.id = events.id`.execute(db);
  await writeFact(db, LAST, String(last + AT_ONCE));
}

interface EventRow {
  number: number;
  kind: string;
  meme_id: string;
  author_id: string;
  age: number;
  tags: string;
}

const toEvent = (row: EventRow): MemeEvent => ({
  number: row.number,
  kind: row.kind as EventKind,
  memeId: row.meme_id,
  authorId: row.author_id,
  age: row.age as Age,
  tags: row.tags === "" ? [] : row.tags.split(" "),
});

const following = prepared(
  (_, after: number, amount: number) => sql<EventRow>`select number, kind, meme_id, author_id, age, tags from events
    where number > ${after} order by number limit ${amount}`,
  toEvent,
);

/** Those with higher numbers, in order. */
export const listEventsAfter = async (db: Db, after: number, amount: number) => following(db, after, amount);

const byNumber = prepared(
  (_, number: number) => sql<EventRow>`select number, kind, meme_id, author_id, age, tags from events
    where number = ${number}`,
  toEvent,
);

export const findEvent = async (db: Db, number: number): Promise<MemeEvent | undefined> => first(byNumber(db, number));

const newest = prepared(
  () => sql<{ number: number }>`select number from events where number is not null order by number desc limit 1`,
);

/** Zero if there is none. */
export const findLastNumber = async (db: Db): Promise<number> => (await first(newest(db)))?.number ?? 0;

/** The number of the event before which at least `kept` others follow; undefined if there are fewer. */
export async function findNumberBefore(db: Db, kept: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("events")
    .select("number")
    .where("number", "is not", null)
    .orderBy("number", "desc")
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? undefined;
}

/** Deletes at most `max` of those up to this number, the oldest first; false if nothing is left. */
export async function deleteEventsUpTo(db: Db, number: number, max: number): Promise<boolean> {
  const old = await db
    .selectFrom("events")
    .select("id")
    .where("number", "<=", number)
    .orderBy("number")
    .limit(max)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom("events").where("id", "in", ids).execute();
  return old.length === max;
}
