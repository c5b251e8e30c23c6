import type { Selectable } from "kysely";

import type { Db, SuggestionsTable } from "./schema.ts";

export type SuggestionRow = Selectable<SuggestionsTable>;
export type NamedSuggestion = SuggestionRow & { username: string | null };

/** At most one for each message. */
export const listSuggestions = (db: Db, language: string): Promise<NamedSuggestion[]> =>
  db
    .selectFrom("suggestions")
    .leftJoin("users", "users.id", "suggestions.user_id")
    .selectAll("suggestions")
    .select("users.username")
    .where("suggestions.language", "=", language)
    .execute();

export const listSuggestedLanguages = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom("suggestions").select("language").distinct().orderBy("language").execute();
  return rows.map(({ language }) => language);
};

export const findSuggestion = (db: Db, language: string, key: string): Promise<SuggestionRow | undefined> =>
  db.selectFrom("suggestions").selectAll().where("language", "=", language).where("key", "=", key).executeTakeFirst();

/** In the place of one that was there. */
export async function upsertSuggestion(db: Db, row: SuggestionRow): Promise<void> {
  const { source, text, user_id, created_at } = row;
  await db
    .insertInto("suggestions")
    .values(row)
    .onConflict((c) => c.columns(["language", "key"]).doUpdateSet({ source, text, user_id, created_at }))
    .execute();
}

export async function deleteSuggestion(db: Db, language: string, key: string): Promise<void> {
  await db.deleteFrom("suggestions").where("language", "=", language).where("key", "=", key).execute();
}
