import { sql } from "kysely";

import type { Age } from "../entities/age.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { indexed, upTo, type Found, type SearchIndex, type SearchQuery, type SearchWord } from "./search.ts";

/** How many of the newest memes are sampled to see how common the words are, and how many are scanned if all are. */
const SAMPLE = 1000;
const WALK = 10_000;
/** A word that so many memes of the sample have is common: looking it up in the index would find too many. */
const COMMON = SAMPLE / 20;
/** Memes read for words that are not common. */
const MAX_READ = 2000;

/** Sorts after every id, which has only digits, in any locale. */
const AFTER_ALL = "z";

const quoted = (word: string) => `'${word}'`;
const all = (terms: readonly string[]) => terms.join(" & ");
const any = (terms: readonly string[]) => `(${terms.join(" | ")})`;

/** What finds a word, as a tsquery. */
const termFor = ({ word, near }: SearchWord, whole: boolean) =>
  whole ? quoted(word) : any([`${quoted(word)}:*`, ...near.map(quoted)]);

const tsquery = (terms: string) => sql`${terms}::text::tsquery`;
const NEWEST_FIRST = sql`order by meme_id desc`;

const toId = (row: { meme_id: string }) => row.meme_id;

/** Scans from the newest backwards: fast for common words, however many memes there are. */
const walk = (most: number) =>
  prepared(
    (_, before: string, age: Age, terms: string, amount: number) => sql<{ meme_id: string }>`select meme_id from (
        select meme_id, age, words from search where meme_id < ${before} ${NEWEST_FIRST} limit ${sql.lit(most)}) as newest
      where age <= ${age} and words @@ ${tsquery(terms)} ${NEWEST_FIRST} limit ${amount}`,
    toId,
  );
const [glance, walkOn] = [walk(SAMPLE), walk(WALK)];
const endOfWalk = prepared(
  (_, before: string) => sql<{ meme_id: string }>`select meme_id from search where meme_id < ${before}
    ${NEWEST_FIRST} limit 1 offset ${sql.lit(WALK - 1)}`,
  toId,
);

/**
 * Reads the memes that the index finds, up to MAX_READ, and filters them. No more are read from the inner query, but the
 * planner does not know: with a limit to go by, it might rather scan the table.
 */
const byIndex = prepared(
  (_, sought: string, before: string, age: Age, terms: string, amount: number) => sql<{
    ids: string | null;
    read: string;
  }>`with listed as materialized (
      select meme_id, meme_id < ${before} and age <= ${age} and words @@ ${tsquery(terms)} as wanted
      from search where words @@ ${tsquery(sought)}),
    first as materialized (select * from listed limit ${sql.lit(MAX_READ)}),
    found as (select meme_id from first where wanted ${NEWEST_FIRST} limit ${amount})
    select (select string_agg(meme_id, ' ' ${NEWEST_FIRST}) from found) as ids, (select count(*) from first) as read`,
  ({ ids, read }) => ({ ids: ids?.split(" ") ?? [], isAll: Number(read) < MAX_READ }),
);

/** How many memes of the sample have each word. */
const sample = prepared(
  (_, before: string, terms: string) => sql<{ count: string }>`with newest as materialized (
      select words from search where meme_id < ${before} ${NEWEST_FIRST} limit ${sql.lit(SAMPLE)}),
    asked as materialized (select place, term::tsquery as term
      from json_array_elements_text(${terms}::text::json) with ordinality as one (term, place))
    select (select count(*) from newest where words @@ term) as count from asked order by place`,
  ({ count }) => Number(count),
);

async function listUncommon(db: Db, terms: readonly string[], before: string): Promise<readonly string[]> {
  const counts = await sample(db, before, JSON.stringify(terms));
  return terms.filter((_, i) => counts[i]! < COMMON);
}

async function find(db: Db, { words, whole, age, before = AFTER_ALL, amount }: SearchQuery): Promise<Found> {
  const terms = words.map((word) => termFor(word, whole));
  const asked = all(terms);
  const newest = await glance(db, before, age, asked, amount);
  if (newest.length === amount) return upTo(newest, amount);
  // The newest memes tell how common the words are. If the planner had to guess, one bad guess would cost a second.
  let walked: string[] | undefined;
  if (newest.length * (WALK / SAMPLE) >= amount) {
    walked = await walkOn(db, before, age, asked, amount);
    if (walked.length === amount) return upTo(walked, amount);
  }
  // Of a single word, the glance has told enough.
  const uncommon = terms.length === 1 && newest.length < COMMON ? terms : await listUncommon(db, terms, before);
  if (uncommon.length > 0) {
    const [found] = await byIndex(db, all(uncommon), before, age, asked, amount);
    if (found!.isAll) return upTo(found!.ids, amount);
  }
  walked ??= await walkOn(db, before, age, asked, amount);
  return upTo(walked, amount, (await endOfWalk(db, before))[0]);
}

const withSome = prepared(
  (_, sought: string, before: string, age: Age, asked: string, terms: string, amount: number) => sql<{
    meme_id: string;
  }>`with asked as materialized (select term::tsquery as term from json_array_elements_text(${terms}::text::json) as one (term)),
    listed as materialized (select meme_id, age, words from search where words @@ ${tsquery(sought)}),
    newest as materialized (
      select meme_id, age, words from search where meme_id < ${before} ${NEWEST_FIRST} limit ${sql.lit(MAX_READ)}),
    pool as (
      select * from newest where words @@ ${tsquery(asked)}
      union all select * from (select * from listed limit ${sql.lit(MAX_READ)}) as first
        where meme_id < (select min(meme_id) from newest))
    select meme_id from (
      select meme_id, (select count(*) from asked where words @@ term) as count from pool where age <= ${age}) as counted
    order by count desc, meme_id desc limit ${amount}`,
  ({ meme_id }) => meme_id,
);

/** No meme has it. */
const NO_WORD = quoted("§");

async function findSome(db: Db, { words, whole, age, before = AFTER_ALL, amount }: SearchQuery): Promise<string[]> {
  const terms = words.map((word) => termFor(word, whole));
  const uncommon = await listUncommon(db, terms, before);
  return withSome(
    db,
    uncommon.length > 0 ? any(uncommon) : NO_WORD,
    before,
    age,
    any(terms),
    JSON.stringify(terms),
    amount,
  );
}

const putInTsvector = prepared(
  (_, list: string) => sql`insert into search (meme_id, age, words)
    select id, age, array_to_tsvector(string_to_array(words, ' '))
    from json_to_recordset(${list}::text::json) as row (id text, age integer, words text)
    on conflict (meme_id) do update set age = excluded.age, words = excluded.words`,
);

const removeFromTable = prepared((_, id: string) => sql`delete from search where meme_id = ${id}`);

const isUsed = prepared(
  (_, term: string) => sql<{ meme_id: string }>`with listed as materialized (
      select meme_id from search where words @@ ${tsquery(term)})
    select meme_id from listed limit 1`,
);

/** Our words go into the tsvector as they are: PostgreSQL's parser and dictionaries would split them differently. */
export const postgresSearch: SearchIndex = {
  async create(db) {
    await sql`create table search (meme_id text primary key, age integer not null, words tsvector not null)`.execute(
      db,
    );
    // No fastupdate: every search would have to scan the pending list.
    await sql`create index search_words on search using gin (words) with (fastupdate = off)`.execute(db);
  },
  put: (tx, entry) => postgresSearch.load(tx, [entry]),
  async remove(tx, id) {
    await removeFromTable(tx, id);
  },
  async load(db, rows) {
    if (rows.length === 0) return;
    await putInTsvector(db, JSON.stringify(rows.map((row) => ({ id: row.id, age: row.age, words: indexed(row) }))));
  },
  mergeRarely: async () => {}, // its index has no segments
  settle: async () => {},
  find,
  findSome,
  async inUse(db, words) {
    const used: string[] = [];
    for (const word of words) if ((await isUsed(db, quoted(word))).length > 0) used.push(word);
    return used;
  },
};
