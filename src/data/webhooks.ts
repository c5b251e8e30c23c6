import { sql, type Selectable } from "kysely";

import type { Age } from "../entities/age.ts";
import { EVENT_KINDS } from "../entities/meme-event.ts";
import type { Webhook } from "../entities/webhook.ts";
import { dialectOf } from "./dialect.ts";
import { first, prepared } from "./prepared.ts";
import type { Db } from "./schema.ts";
import { keepFact, writeFact } from "./site.ts";
import type { WebhooksTable } from "./tables/webhooks.ts";

const toWebhook = (row: Selectable<WebhooksTable>): Webhook => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  kinds: EVENT_KINDS.filter((kind) => row.kinds.split(" ").includes(kind)),
  age: row.age as Age,
  tag: row.tag ?? undefined,
  authorId: row.author_id ?? undefined,
  after: row.after_event,
  createdAt: row.created_at,
  failures: row.failures,
  failingSince: row.failing_since ?? undefined,
  disabledAt: row.disabled_at ?? undefined,
  oldSecretUntil: row.old_secret_until ?? undefined,
});

const columnsOf = (hook: Omit<Webhook, "id" | "userId" | "createdAt" | "oldSecretUntil">) => ({
  url: hook.url,
  kinds: hook.kinds.join(" "),
  age: hook.age,
  tag: hook.tag ?? null,
  author_id: hook.authorId ?? null,
  after_event: hook.after,
  failures: hook.failures,
  failing_since: hook.failingSince ?? null,
  disabled_at: hook.disabledAt ?? null,
});

const byId = prepared((db, id: string) => db.selectFrom("webhooks").selectAll().where("id", "=", id), toWebhook);

export const findWebhook = async (db: Db, id: string): Promise<Webhook | undefined> => first(byId(db, id));

/** The same, and nobody else writes it or adds deliveries to it until the transaction ends. */
export async function lockWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const { lockRows } = dialectOf(db);
  await sql`select id from webhooks where id = ${id} ${lockRows}`.execute(db);
  return findWebhook(db, id);
}

/** In the order they were added. */
export async function listWebhooksOf(db: Db, userId: string): Promise<Webhook[]> {
  const rows = await db.selectFrom("webhooks").selectAll().where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(toWebhook);
}

const active = prepared(
  (db, after: string, amount: number) =>
    db
      .selectFrom("webhooks")
      .selectAll()
      .where("disabled_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(amount),
  toWebhook,
);

/** Those that are not disabled, by id. */
export const listActiveWebhooks = async (db: Db, after: string, amount: number) => active(db, after, amount);

export async function insertWebhook(db: Db, hook: Webhook, secret: string): Promise<void> {
  const { id, userId, createdAt } = hook;
  await db
    .insertInto("webhooks")
    .values({ id, user_id: userId, secret, created_at: createdAt, ...columnsOf(hook) })
    .execute();
}

export async function updateWebhook(db: Db, hook: Webhook): Promise<void> {
  await db.updateTable("webhooks").set(columnsOf(hook)).where("id", "=", hook.id).execute();
}

/** False if there was none. */
export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("webhooks").where("id", "=", id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What to sign a message with: the secret, and until it has expired, the one before. */
export async function readSecrets(db: Db, id: string, now: number): Promise<string[]> {
  const row = await db
    .selectFrom("webhooks")
    .select(["secret", "old_secret", "old_secret_until"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return [];
  const isOldValid = row.old_secret !== null && (row.old_secret_until ?? 0) > now;
  return isOldValid ? [row.secret, row.old_secret!] : [row.secret];
}

/** The one until now is good until `oldUntil`. */
export async function rotateSecret(db: Db, id: string, secret: string, oldUntil: number): Promise<void> {
  await db
    .updateTable("webhooks")
    .set((eb) => ({ secret, old_secret: eb.ref("secret"), old_secret_until: oldUntil }))
    .where("id", "=", id)
    .execute();
}

const PLACE = "webhooks_after";
const place = prepared((db) => db.selectFrom("site").select("value").where("name", "=", PLACE));

/** All events up to this number have become deliveries. */
export const readWebhooksPlace = async (db: Db): Promise<number> => Number((await first(place(db)))?.value ?? 0);

/** The same, and others wait until the transaction ends. */
export async function lockWebhooksPlace(db: Db): Promise<number> {
  await keepFact(db, PLACE, "0");
  const { lockRows } = dialectOf(db);
  const { rows } = await sql<{ value: string }>`select value from site where name = ${PLACE} ${lockRows}`.execute(db);
  return Number(rows[0]!.value);
}

export const writeWebhooksPlace = (db: Db, number: number): Promise<void> => writeFact(db, PLACE, String(number));
