import type { Selectable } from "kysely";

import type { Suggestion } from "../entities/suggestion.ts";
import type { Db } from "./schema.ts";
import type { SuggestionsTable } from "./tables/operation.ts";

export const toSuggestion = (row: Selectable<SuggestionsTable>): Suggestion => ({
  language: row.language,
  key: row.key,
  source: row.source,
  text: row.text,
  userId: row.user_id ?? undefined,
  createdAt: row.created_at,
});

export interface NamedSuggestion extends Suggestion {
  username: string | undefined;
}

/** At most one per message. */
export async function listSuggestions(db: Db, language: string): Promise<NamedSuggestion[]> {
  const rows = await db
    .selectFrom("suggestions")
    .leftJoin("users", "users.id", "suggestions.user_id")
    .selectAll("suggestions")
    .select("users.username")
    .where("suggestions.language", "=", language)
    .execute();
  return rows.map((row) => ({ ...toSuggestion(row), username: row.username ?? undefined }));
}

export const listSuggestedLanguages = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("suggestions").select("language").distinct().orderBy("language").execute();
  return rows.map(({ language }) => language);
};

export async function findSuggestion(db: Db, language: string, key: string): Promise<Suggestion | undefined> {
  const one = db.selectFrom("suggestions").selectAll().where("language", "=", language).where("key", "=", key);
  const row = await one.executeTakeFirst();
  return row && toSuggestion(row);
}

/** Replaces an existing one. */
export async function upsertSuggestion(db: Db, suggestion: Suggestion): Promise<void> {
  const { language, key, source, text, userId, createdAt } = suggestion;
  const change = { source, text, user_id: userId ?? null, created_at: createdAt };
  await db
    .insertInto("suggestions")
    .values({ language, key, ...change })
    .onConflict((c) => c.columns(["language", "key"]).doUpdateSet(change))
    .execute();
}

export async function deleteSuggestion(db: Db, language: string, key: string): Promise<void> {
  await db.deleteFrom("suggestions").where("language", "=", language).where("key", "=", key).execute();
}
