import { sql } from "kysely";

import { AGES, type Age } from "../entities/age.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { connectionOf, transact } from "./transaction.ts";

export interface SearchEntry {
  id: string;
  age: number;
  /** From wordsOf: only letters and digits. */
  words: string[];
}

/** A word, and known words that are spelt alike. From wordsOf too. */
export interface SearchWord {
  word: string;
  near: readonly string[];
}

/**
 * All words as they are; all as prefixes, without the former; all, perhaps spelt alike; all but one, without the former;
 * any of them, without the former.
 */
export const MATCHES = ["whole", "begun", "near", "most", "any"] as const;
export type Match = (typeof MATCHES)[number];

export interface SearchQuery {
  words: readonly SearchWord[];
  match: Match;
  /** The highest age rating. */
  age: Age;
  /** Only memes older than this one. */
  before: string | undefined;
  amount: number;
}

/** Full-text index of enabled memes. Returns candidates, newest first; ranking happens in the core. */
export interface SearchIndex {
  create(db: Db): Promise<void>;
  /** Adds or replaces an entry, for those who search after the commit. Inside a transaction, like `remove`. */
  put(tx: Db, entry: SearchEntry): Promise<void>;
  remove(tx: Db, id: string): Promise<void>;
  /** Adds or replaces many entries. */
  load(db: Db, rows: readonly SearchEntry[]): Promise<void>;
  /** After a bulk load: does at once what the next writers would otherwise do bit by bit. Not inside a transaction. */
  settle(db: Db): Promise<void>;
  find(db: Db, query: SearchQuery): Promise<string[]>;
}

/** A token no meme can contain as a word, so that the index itself filters by age. */
const ageWord = (age: number) => `§${age}`;
const indexed = ({ words, age }: SearchEntry) => [...words, ageWord(age)].join(" ");

interface Operators {
  quote: string;
  begins: string;
  and: string;
  or: string;
  andNot: string;
}

/** The query in the index's own language. */
function expression({ words, match, age }: SearchQuery, operators: Operators): string {
  const { quote, and, or, andNot } = operators;
  const [asked, before] = askedFor(words, match, operators);
  const wanted = before === undefined ? asked : `(${asked})${andNot}(${before})`;
  const ages = AGES.filter((one) => one <= age);
  if (ages.length === AGES.length) return wanted;
  return `(${wanted})${and}(${ages.map((one) => quote + ageWord(one) + quote).join(or)})`;
}

/** What matches, and what of it an earlier kind of match has found. */
function askedFor(words: readonly SearchWord[], match: Match, { quote, begins, and, or }: Operators) {
  const quoted = (word: string) => quote + word + quote;
  const all = (list: readonly string[]) => list.join(and);
  const whole = all(words.map(({ word }) => quoted(word)));
  if (match === "whole") return [whole] as const;
  const begun = all(words.map(({ word }) => quoted(word) + begins));
  if (match === "begun") return [begun, whole] as const;
  const each = words.map(({ word, near }) => `(${[quoted(word) + begins, ...near.map(quoted)].join(or)})`);
  if (match === "near") return [all(each)] as const;
  const most = each.map((_, i) => `(${all(each.toSpliced(i, 1))})`).join(or);
  if (match === "most") return [most, all(each)] as const;
  return [each.join(or), words.length > 2 ? most : all(each)] as const;
}

const FTS5: Operators = { quote: '"', begins: "*", and: " AND ", or: " OR ", andNot: " NOT " };
const TSQUERY: Operators = { quote: "'", begins: ":*", and: " & ", or: " | ", andNot: " & !" };

/** The largest rowid. No meme has it. */
const NEWEST = "9223372036854775807";

const matches = prepared(
  (_db, asked: string, before: string, amount: number) =>
    sql<{ id: string }>`select cast(rowid as text) as id from search
      where search match ${asked} and rowid < cast(${before} as integer) order by rowid desc limit ${amount}`,
  ({ id }) => id,
);
const loadIntoFts = prepared(
  (_, list: string) => sql`insert or replace into search (rowid, words)
    select cast(value ->> 0 as integer), value ->> 1 from json_each(${list})`,
);

/** FTS5 writes a segment whenever a savepoint ends, which costs more than all else about a caption. */
function changeLate(tx: Db, id: string, statement: string, parameters: readonly unknown[]): void {
  connectionOf(tx)!.runLate!({ key: `search ${id}`, sql: statement, parameters });
}

const MERGED_AT_ONCE = 1000;
const allChanges = prepared(
  () => sql<{ count: number }>`select total_changes() as count`,
  ({ count }) => count,
);

/** False if there was nothing to merge. FTS5 shows that only by how many rows it writes. */
async function mergeSegments(tx: Db, pages: number): Promise<boolean> {
  const [before] = await allChanges(tx);
  await sql`insert into search (search, rank) values ('merge', ${pages})`.execute(tx);
  const [after] = await allChanges(tx);
  return after! - before! >= 2;
}

/** FTS5 takes our words as they are: its `ascii` tokenizer leaves everything outside ASCII alone. */
export const sqliteSearch: SearchIndex = {
  async create(db) {
    // Prefixes with their own index are found at once, without collecting all words that begin with them.
    await sql`create virtual table search using fts5(
      words, content='', contentless_delete=1, tokenize='ascii', detail=none, prefix='1 2 3 4 5 6 7')`.execute(db);
  },
  async put(tx, entry) {
    const put = "insert or replace into search (rowid, words) values (cast(? as integer), ?)";
    changeLate(tx, entry.id, put, [entry.id, indexed(entry)]);
  },
  async remove(tx, id) {
    changeLate(tx, id, "delete from search where rowid = cast(? as integer)", [id]);
  },
  async load(db, rows) {
    if (rows.length === 0) return;
    await loadIntoFts(db, JSON.stringify(rows.map((row) => [row.id, indexed(row)])));
  },
  /** A bulk load leaves many segments. Until they are merged, every change has to merge some of them. */
  async settle(db) {
    // Only a negative number begins to merge segments of all sizes.
    let pages = -MERGED_AT_ONCE;
    while (await transact(db, (tx) => mergeSegments(tx, pages))) {
      pages = MERGED_AT_ONCE;
      await sql`pragma wal_checkpoint(passive)`.execute(db);
    }
  },
  async find(db, query) {
    return matches(db, expression(query, FTS5), query.before ?? NEWEST, query.amount);
  },
};

const putInTsvector = prepared(
  (_, list: string) => sql`insert into search (meme_id, age, words)
    select id, age, array_to_tsvector(string_to_array(words, ' '))
    from json_to_recordset(${list}::text::json) as row (id text, age integer, words text)
    on conflict (meme_id) do update set age = excluded.age, words = excluded.words`,
);

const removeFromTable = prepared((_, id: string) => sql`delete from search where meme_id = ${id}`);

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
  settle: async () => {}, // its index has no segments
  async find(db, query) {
    const { age, amount, before = AFTER_ALL } = query;
    // When scanning rows, a column tells the age faster than a word does.
    const words = expression({ ...query, age: Math.max(...AGES) as Age }, TSQUERY);
    const newest = await glance(db, before, age, words, amount);
    if (newest.length === amount) return newest;
    // The newest memes tell how common the words are. If the planner had to guess, one bad guess would cost a second.
    if (newest.length * (WALK / GLANCE) >= amount) {
      const walked = await walkOn(db, before, age, words, amount);
      if (walked.length === amount) return walked;
    }
    return byIndex(db, expression(query, TSQUERY), before, amount);
  },
};

const toId = (row: { meme_id: string }) => row.meme_id;

/** How many of the newest memes are sampled to see whether the words are common, and how many are scanned if so. */
const GLANCE = 1000;
const WALK = 40_000;

/** Sorts after every id, which has only digits, in any locale. */
const AFTER_ALL = "z";

/** Scans from the newest backwards: fast for common words, however many memes there are. */
const walk = (max: number) =>
  prepared(
    (_, before: string, age: Age, words: string, amount: number) => sql<{ meme_id: string }>`select meme_id from (
        select meme_id, age, words from search where meme_id < ${before}
        order by meme_id desc limit ${sql.lit(max)}) as newest
      where age <= ${age} and words @@ ${words}::text::tsquery order by meme_id desc limit ${amount}`,
    toId,
  );
const [glance, walkOn] = [walk(GLANCE), walk(WALK)];

/** Finds all matches, then takes the newest: fast for rare words. Searches for nothing but the words. */
const byIndex = prepared(
  (_, words: string, before: string, amount: number) => sql<{ meme_id: string }>`with found as materialized (
      select meme_id from search where words @@ ${words}::text::tsquery)
    select meme_id from found where meme_id < ${before} order by meme_id desc limit ${amount}`,
  toId,
);
