import type { StoredAnswer } from "../entities/stored-answer.ts";
import { prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";

const reserve = prepared((db, userId: string, key: string, fingerprint: string, token: string, createdAt: number) =>
  db
    .insertInto("kept_answers")
    .values({ user_id: userId, key, fingerprint, token, body: null, meme_id: null, created_at: createdAt })
    .onConflict((c) => c.doNothing())
    .returning("key"),
);
const byKey = prepared((db, userId: string, key: string) =>
  db.selectFrom("kept_answers").selectAll().where("user_id", "=", userId).where("key", "=", key),
);
const fill = prepared((db, body: string, memeId: string, userId: string, key: string, token: string) =>
  db
    .updateTable("kept_answers")
    .set({ body, meme_id: memeId })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("token", "=", token)
    .returning("key"),
);

/** Reserves the key for a future answer. False if it is taken. */
export async function insertAnswer(db: Db, answer: Omit<StoredAnswer, "body">): Promise<boolean> {
  const { userId, key, fingerprint, token, createdAt } = answer;
  return (await reserve(db, userId, key, fingerprint, token, createdAt)).length === 1;
}

export async function findAnswer(db: Db, userId: string, key: string): Promise<StoredAnswer | undefined> {
  const [row] = await byKey(db, userId, key);
  if (!row) return undefined;
  const { fingerprint, token, body } = row;
  return { userId, key, fingerprint, token, body: body ?? undefined, createdAt: row.created_at };
}

/** False if the reservation is not, or no longer, the caller's. */
export async function fillAnswer(
  db: Db,
  { userId, key, token }: { userId: string; key: string; token: string },
  { body, memeId }: { body: string; memeId: string },
): Promise<boolean> {
  return (await fill(db, body, memeId, userId, key, token)).length === 1;
}

/** While it is still being worked on. */
export async function renewAnswer(
  db: Db,
  { userId, key, token }: { userId: string; key: string; token: string },
  now: number,
): Promise<void> {
  await db
    .updateTable("kept_answers")
    .set({ created_at: now })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("token", "=", token)
    .where("body", "is", null)
    .execute();
}

/**
 * `onlyEmpty`: a filled answer means the work was done, even if its process never learned that, and must not be
 * repeated.
 */
export async function deleteAnswer(
  db: Db,
  { userId, key, token }: { userId: string; key: string; token: string },
  { onlyEmpty = false } = {},
): Promise<void> {
  await db
    .deleteFrom("kept_answers")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("token", "=", token)
    .$if(onlyEmpty, (query) => query.where("body", "is", null))
    .execute();
}

export async function deleteAnswersBefore(db: Db, ms: number): Promise<void> {
  await db.deleteFrom("kept_answers").where("created_at", "<", ms).execute();
}

/** Removes what the answer said about a meme. The row stays, so that the request is not repeated. */
export async function emptyAnswersOfMeme(db: Db, memeId: string): Promise<void> {
  await db.updateTable("kept_answers").set({ body: "" }).where("meme_id", "=", memeId).execute();
}
