import { sql } from "kysely";

import { AGES, type Age } from "../entities/age.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { ageWord, indexed, upTo, type Found, type SearchIndex, type SearchQuery, type SearchWord } from "./search.ts";
import { LONG_WORD } from "./search-words.ts";
import { connectionOf, transact } from "./transaction.ts";

/** The largest rowid. No meme has it. */
const NEWEST = "9223372036854775807";

const PREFIXES = Array.from({ length: LONG_WORD - 1 }, (_, i) => i + 1).join(" ");
/** Known words that count as begun by a longer one. */
const MAX_BEGUN = 24;

/** Memes of a rare word that may be looked for in the lists of all others, and entries of common words compared, in all. */
const MAX_LOOKED_FOR = 10_000;
const MAX_COMPARED = 20_000;
/** Compared first, in case they often meet. */
const GLANCE = 4000;

const quoted = (word: string) => `"${word}"`;
const anyOf = (terms: readonly string[]) => (terms.length === 1 ? terms[0]! : `(${terms.join(" OR ")})`);

/** FTS5 looks at the age of matches only, which is why this says what they must not be. */
function upToAge(asked: string, age: Age): string {
  const others = AGES.filter((one) => one > age).map((one) => quoted(ageWord(one)));
  return others.length === 0 ? asked : `(${asked}) NOT ${anyOf(others)}`;
}

/** Known words that are longer than this one and begin with it. */
const begunBy = prepared(
  (db, word: string, end: string) =>
    db
      .selectFrom("words")
      .select("word")
      .where("word", ">", word)
      .where("word", "<", end)
      .orderBy("word")
      .limit(MAX_BEGUN),
  ({ word }) => word,
);

/**
 * What finds a word, in the language of FTS5. Without an index for the prefix, FTS5 would collect all memes of all words
 * that begin with it before it returns the first.
 */
async function termFor(db: Db, { word, near }: SearchWord, whole: boolean): Promise<string> {
  if (whole) return quoted(word);
  const begun =
    word.length < LONG_WORD
      ? [`${quoted(word)}*`]
      : [word, ...(await begunBy(db, word, `${word}\u{10ffff}`))].map(quoted);
  return anyOf([...begun, ...near.map(quoted)]);
}

const matching = (asked: string, before: string) =>
  sql`from search where search match ${asked} and rowid < cast(${before} as integer) order by rowid desc`;
const toId = ({ id }: { id: string }) => id;

const matches = prepared(
  (_db, asked: string, before: string, amount: number) =>
    sql<{ id: string }>`select cast(rowid as text) as id ${matching(asked, before)} limit ${amount}`,
  toId,
);
/** Without the age, which would double the cost. The core looks at it again. */
const newestOf = prepared(
  (_db, term: string, before: string, amount: number) =>
    sql<{
      ids: string | null;
    }>`select group_concat(rowid) as ids from (select rowid ${matching(term, before)} limit ${amount})`,
  ({ ids }) => ids?.split(",") ?? [],
);
const nthOf = prepared(
  (_db, term: string, before: string, n: number) => sql`select 1 ${matching(term, before)} limit 1 offset ${n}`,
);

/** The newest memes of each word. */
async function listEach(db: Db, terms: readonly string[], before: string, entries: number) {
  const most = Math.ceil(entries / terms.length);
  const lists: string[][] = [];
  for (const term of terms) lists.push((await newestOf(db, term, before, most))[0]!);
  return { lists, most };
}

/** Memes in all lists. They go back only as far as the shortest one that does not end by itself. */
async function compare(db: Db, terms: readonly string[], before: string, amount: number, entries: number) {
  const { lists, most } = await listEach(db, terms, before, entries);
  let common = lists[0]!;
  for (const list of lists.slice(1)) {
    const others = new Set(list);
    common = common.filter((id) => others.has(id));
  }
  const ends = lists.filter((list) => list.length === most).map((list) => BigInt(list.at(-1)!));
  const reached = ends.reduce((one, other) => (one > other ? one : other), 0n);
  return upTo(common.slice(0, amount), amount, reached > 0n ? String(reached) : undefined);
}

async function find(db: Db, { words, whole, age, before = NEWEST, amount }: SearchQuery): Promise<Found> {
  const terms = await Promise.all(words.map((word) => termFor(db, word, whole)));
  const rare: string[] = [];
  if (terms.length > 1) {
    const newest = await compare(db, terms, before, amount, GLANCE);
    if (newest.ids.length === amount) return newest;
    const most = Math.floor(MAX_LOOKED_FOR / (terms.length - 1));
    for (const term of terms) if ((await nthOf(db, term, before, most)).length === 0) rare.push(term);
    if (rare.length === 0) return compare(db, terms, before, amount, MAX_COMPARED);
  }
  // FTS5 looks for the memes of the first word in the lists of the others.
  const asked = [...rare, ...terms.filter((term) => !rare.includes(term))].join(" AND ");
  return upTo(await matches(db, upToAge(asked, age), before, amount), amount);
}

async function findSome(db: Db, { words, whole, before = NEWEST, amount }: SearchQuery): Promise<string[]> {
  const terms = await Promise.all(words.map((word) => termFor(db, word, whole)));
  const counts = new Map<string, number>();
  const { lists } = await listEach(db, terms, before, MAX_COMPARED);
  for (const id of lists.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  const byCount = Array.from(terms, (): string[] => []);
  for (const [id, count] of counts) byCount[terms.length - count]!.push(id);
  const found: string[] = [];
  for (const ids of byCount) {
    if (found.length >= amount) break;
    found.push(...ids.sort((a, b) => b.length - a.length || (a < b ? 1 : -1)).slice(0, amount - found.length));
  }
  return found;
}

/** FTS5 writes a segment whenever a savepoint ends, which costs more than all else about a caption. */
function changeLate(tx: Db, id: string, statement: string, parameters: readonly unknown[]): void {
  connectionOf(tx)!.runLate!({ key: `search ${id}`, sql: statement, parameters });
}

const loadIntoFts = prepared(
  (_, list: string) => sql`insert or replace into search (rowid, words)
    select cast(value ->> 0 as integer), value ->> 1 from json_each(${list})`,
);

const MERGED_AT_ONCE = 1000;
/** FTS5 rewrites a segment once more of its entries have been replaced; by default, 10. The largest has most memes. */
const MAX_REPLACED_PERCENT = 40;
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
    await sql`create virtual table search using fts5(words, content='', contentless_delete=1, tokenize='ascii',
      detail=none, prefix=${sql.lit(PREFIXES)})`.execute(db);
  },
  async mergeRarely(db) {
    await sql`insert into search (search, rank) values ('deletemerge', ${MAX_REPLACED_PERCENT})`.execute(db);
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
  find,
  findSome,
  async inUse(db, words) {
    const used: string[] = [];
    for (const word of words) if ((await matches(db, quoted(word), NEWEST, 1)).length > 0) used.push(word);
    return used;
  },
};
