import { sql } from "kysely";

import { dialectOf } from "./dialect.ts";
import type { Db, Schema } from "./schema.ts";
import { longWordsOf, wordsOf } from "./search-words.ts";
import { learnWords } from "./spelling.ts";

export type Table = keyof Schema;
/** A row in a backup: columns by name, for either database. */
export type Row = Record<string, string | number | null>;

/**
 * All tables with their keys, each after those it refers to. Leaves out what is useless elsewhere or later: node
 * numbers, half-finished sign-ins, statistics of the program. Leaves out sessions too, so that a session ended since
 * the backup does not come back to life.
 */
export const BACKED_UP: ReadonlyMap<Table, readonly string[]> = new Map<Table, readonly string[]>([
  ["site", ["name"]],
  ["site_info", ["id"]],
  ["site_pages", ["name"]],
  ["counters", ["name"]],
  ["users", ["id"]],
  ["former_names", ["name_key"]],
  ["weekly_mails", ["user_id"]],
  ["api_keys", ["id"]],
  ["gif_keys", ["id"]],
  ["webhooks", ["id"]],
  ["memes", ["id"]],
  ["formats", ["meme_id", "format"]],
  ["to_format", ["meme_id"]],
  ["videos", ["meme_id"]],
  ["ratings", ["meme_id", "user_id"]],
  ["comments", ["id"]],
  ["comment_likes", ["comment_id", "user_id"]],
  ["follows", ["follower_id", "followed_id"]],
  ["collections", ["id"]],
  ["collected_memes", ["collection_id", "meme_id"]],
  ["copies", ["meme_id"]],
  ["looks", ["a", "b", "c", "family"]],
  ["avatar_looks", ["a", "b", "c", "user_id"]],
  ["bases", ["id"]],
  ["templates", ["id"]],
  ["template_favourites", ["user_id", "template_id"]],
  ["recipes", ["meme_id"]],
  ["recipe_bases", ["meme_id", "base_id"]],
  ["template_memes", ["meme_id"]],
  ["integrations", ["user_id", "service", "account"]],
  ["rated_days", ["subject", "day"]],
  ["scores", ["subject"]],
  ["reports", ["id"]],
  ["notifications", ["id"]],
  ["jobs", ["kind", "subject"]],
  ["passkeys", ["id"]],
  ["invites", ["hash"]],
  ["recoveries", ["hash"]],
  ["acts", ["id"]],
  ["deletions", ["meme_id"]],
  ["banned_pictures", ["id"]],
  ["banned_looks", ["band", "value", "picture_id"]],
  ["pro_codes", ["hash"]],
  ["suggestions", ["language", "key"]],
  ["blocks", ["user_id", "other_id"]],
  ["muted_words", ["user_id", "key"]],
  ["tags", ["name"]],
  ["meme_tags", ["meme_id", "tag"]],
  ["tag_follows", ["user_id", "tag"]],
]);

/** Tables in backups of older versions that are not loaded: a migration makes what has replaced them from other tables. */
export const REPLACED: ReadonlySet<string> = new Set(["standings"]);

export const LEFT_OUT: readonly Table[] = [
  "nodes",
  "kept_answers",
  "challenges",
  "hand_offs",
  "failures",
  "traffic",
  "slow_requests",
  "job_minutes",
  "sizes",
  "backups",
  "sessions",
  "devices",
  "resets",
  "confirmations",
  "mails",
  "drafts",
  "encodings",
  "events",
  "deliveries",
  "changes",
  "bulk_loads",
  "words",
  "word_keys",
];

/** Generated columns. */
const GENERATED: Partial<Record<Table, readonly string[]>> = {
  memes: ["heat"],
  scores: ["score_all", "score_1mo", "score_7d", "score_1d", "also_1mo", "also_7d"],
};
/** Filled by the migrations, at the first start, or by the operator before there are any accounts. */
const BEGUN: readonly Table[] = ["site", "counters", "site_info", "site_pages", "acts", "templates", "bases"];
const SERIAL: readonly Table[] = ["comments", "reports", "notifications", "acts", "banned_pictures", "collections"];

/** A table's rows in key order, after the last row of the previous part. */
export async function readPart(
  db: Db,
  table: Table,
  after: Row | undefined,
  amount: number,
  keys = BACKED_UP.get(table)!,
): Promise<Row[]> {
  const names = sql.join(keys.map((key) => sql.ref(key)));
  const beyond = after ? sql`where (${names}) > (${sql.join(keys.map((key) => after[key]))})` : sql``;
  const { rows } = await sql<Row>`select * from ${sql.table(table)} ${beyond}
    order by ${names} limit ${amount}`.execute(db);
  return withoutGenerated(table, rows);
}

export function withoutGenerated(table: Table, rows: Row[]): Row[] {
  for (const name of GENERATED[table] ?? []) for (const row of rows) delete row[name];
  return rows;
}

export async function countRows(db: Db, table: Table): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return Number(rows[0]!.n);
}

/** Empties those of these tables that a site without accounts may have rows in. Runs inside a transaction. */
export async function clearBegun(db: Db, tables: readonly Table[]): Promise<void> {
  for (const table of BEGUN) if (tables.includes(table)) await sql`delete from ${sql.table(table)}`.execute(db);
}

/** Columns of each table that rows are loaded into. */
export async function loadableColumns(db: Db): Promise<Map<string, ReadonlySet<string>>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => {
      const names = new Set(columns.map((column) => column.name));
      for (const generated of GENERATED[name as Table] ?? []) names.delete(generated);
      return [name, names];
    }),
  );
}

/** Column names become part of the statement: the caller has checked them against `loadableColumns`. */
export async function loadPart(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => columns.map((name) => row[name] ?? null));
  await dialectOf(db).insertMany(db, table, columns, values);
}

export async function continueSerials(db: Db, tables: ReadonlySet<string>): Promise<void> {
  for (const table of SERIAL) if (tables.has(table)) await dialectOf(db).continueSerial(db, table);
}

const BATCH = 1000;

/** Rebuilds the search index, which each database has in its own form. */
export async function fillSearch(db: Db, { withSpelling }: { withSpelling: boolean }): Promise<void> {
  for (let after = ""; ;) {
    const rows = await searchable(db).where("m.id", ">", after).orderBy("m.id").limit(BATCH).execute();
    await loadSearch(db, rows, { withSpelling });
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

export const searchable = (db: Db) =>
  db
    .selectFrom("memes as m")
    .innerJoin("users as u", "u.id", "m.author_id")
    .select(["m.id", "m.age", "m.caption", "m.alt", "u.username"])
    .where("m.disabled", "=", 0);

type Searchable = Awaited<ReturnType<ReturnType<typeof searchable>["execute"]>>[number];

export async function loadSearch(db: Db, rows: readonly Searchable[], { withSpelling }: { withSpelling: boolean }) {
  await dialectOf(db).search.load(
    db,
    rows.map(({ id, age, caption, alt, username }) => ({ id, age, words: wordsOf(caption, username, alt) })),
  );
  const known = rows.flatMap(({ caption, alt, username }) => [...wordsOf(caption, alt), ...longWordsOf(username)]);
  if (withSpelling) await learnWords(db, [...new Set(known)]);
}
