import { sql } from "kysely";

import { BLOCK_KINDS, type Block, type BlockKind, type Filter, type MutedWords } from "../entities/filter.ts";
import { whenReady } from "../when-ready.ts";
import { byIds, type IsOneOf } from "./by-ids.ts";
import { dialectOf } from "./dialect.ts";
import { gathered } from "./gathered.ts";
import { prepared } from "./prepared.ts";
import type { BlockRow, Db } from "./schema.ts";

const kindColumn = (kind: BlockKind) => BLOCK_KINDS.indexOf(kind);
const BLOCKED = sql.lit(kindColumn("block"));

const toBlock = (row: BlockRow): Block => ({
  userId: row.user_id,
  otherId: row.other_id,
  kind: BLOCK_KINDS[row.kind]!,
  createdAt: row.created_at,
});

interface FilteredRow {
  /** Whose filter it is part of. */
  id: string;
  what: "muted" | "blocked" | "blockedBy" | "word";
  value: string;
}

const filtered = (isMeant: IsOneOf) =>
  sql<FilteredRow>`select user_id as id, case kind when ${BLOCKED} then 'blocked' else 'muted' end as what,
      other_id as value from blocks where ${isMeant("user_id")}
    union all select other_id, 'blockedBy', user_id from blocks where ${isMeant("other_id")} and kind = ${BLOCKED}
    union all select user_id, 'word', key from muted_words where ${isMeant("user_id")}`;

const ofUser = prepared((_db, userId: string) => filtered((column) => sql`${sql.ref(column)} = ${userId}`));
const ofUsers = byIds(
  (_db, isOneOf) => filtered(isOneOf),
  (row) => row,
);
const ofEach = gathered((db, userIds) =>
  whenReady(ofUsers(db, userIds), (rows) => [...Map.groupBy(rows, ({ id }) => id)]),
);

/** Whether the person in `users` filters nothing, like most people. */
export const FILTERS_NOTHING = sql<boolean>`not exists (select 1 from blocks where user_id = users.id)
  and not exists (select 1 from blocks where other_id = users.id and kind = ${BLOCKED})
  and not exists (select 1 from muted_words where user_id = users.id)`;

/** Most people filter nothing. */
export const NO_FILTER: Filter = { muted: new Set(), blocked: new Set(), blockedBy: new Set(), words: [] };

export const findFilter = (db: Db, userId: string): Filter | Promise<Filter> =>
  whenReady(dialectOf(db).isRemote ? ofEach(db, userId) : ofUser(db, userId), (rows) =>
    rows?.length ? toFilter(rows) : NO_FILTER,
  );

function toFilter(rows: readonly FilteredRow[]): Filter {
  const all = (what: FilteredRow["what"]) => rows.flatMap((row) => (row.what === what ? [row.value] : []));
  return {
    muted: new Set(all("muted")),
    blocked: new Set(all("blocked")),
    blockedBy: new Set(all("blockedBy")),
    words: all("word"),
  };
}

/** People this person has muted or blocked, newest first. */
export async function listBlocks(db: Db, userId: string): Promise<Block[]> {
  const rows = await db
    .selectFrom("blocks")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("other_id")
    .execute();
  return rows.map(toBlock);
}

export async function findBlock(db: Db, userId: string, otherId: string): Promise<Block | undefined> {
  const row = await db
    .selectFrom("blocks")
    .selectAll()
    .where("user_id", "=", userId)
    .where("other_id", "=", otherId)
    .executeTakeFirst();
  return row && toBlock(row);
}

export async function insertBlock(db: Db, { userId, otherId, kind, createdAt }: Block): Promise<void> {
  await db
    .insertInto("blocks")
    .values({ user_id: userId, other_id: otherId, kind: kindColumn(kind), created_at: createdAt })
    .execute();
}

export async function deleteBlock(db: Db, userId: string, otherId: string, kind: BlockKind): Promise<void> {
  await db
    .deleteFrom("blocks")
    .where("user_id", "=", userId)
    .where("other_id", "=", otherId)
    .where("kind", "=", kindColumn(kind))
    .execute();
}

/** In the order they were added. */
export const listMutedWords = (db: Db, userId: string): Promise<MutedWords[]> =>
  db
    .selectFrom("muted_words")
    .select(["key", "text"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("key")
    .execute();

/** Does nothing if they are muted already. */
export async function insertMutedWords(
  db: Db,
  userId: string,
  { key, text }: MutedWords,
  createdAt: number,
): Promise<void> {
  await db
    .insertInto("muted_words")
    .values({ user_id: userId, key, text, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function deleteMutedWords(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom("muted_words").where("user_id", "=", userId).where("key", "=", key).execute();
}
