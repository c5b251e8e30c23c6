import { sql, type Selectable } from "kysely";

import type { EventKind } from "../entities/meme-event.ts";
import { DELIVERY_STATES, type Delivery } from "../entities/webhook.ts";
import type { Db } from "./schema.ts";
import type { DeliveriesTable } from "./tables/webhooks.ts";

const WAITING = DELIVERY_STATES.indexOf("waiting");

const toDelivery = (row: Selectable<DeliveriesTable>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  kind: row.kind as EventKind | "test",
  event: row.event_number ?? undefined,
  memeId: row.meme_id ?? undefined,
  state: DELIVERY_STATES[row.state]!,
  tries: row.tries,
  status: row.status ?? undefined,
  error: row.error ?? undefined,
  createdAt: row.created_at,
  queuedAt: row.queued_at,
  nextAt: row.next_at,
  triedAt: row.tried_at ?? undefined,
});

const columnsOf = (one: Delivery) => ({
  state: DELIVERY_STATES.indexOf(one.state),
  tries: one.tries,
  status: one.status ?? null,
  error: one.error ?? null,
  queued_at: one.queuedAt,
  next_at: one.nextAt,
  tried_at: one.triedAt ?? null,
});

/** So many fit into one statement. */
const AT_ONCE = 100;

export async function insertDeliveries(db: Db, deliveries: readonly Delivery[]): Promise<void> {
  for (let from = 0; from < deliveries.length; from += AT_ONCE) {
    const values = deliveries.slice(from, from + AT_ONCE).map((one) => ({
      id: one.id,
      webhook_id: one.webhookId,
      kind: one.kind,
      event_number: one.event ?? null,
      meme_id: one.memeId ?? null,
      created_at: one.createdAt,
      ...columnsOf(one),
    }));
    await db.insertInto("deliveries").values(values).execute();
  }
}

export async function updateDelivery(db: Db, delivery: Delivery): Promise<void> {
  await db.updateTable("deliveries").set(columnsOf(delivery)).where("id", "=", delivery.id).execute();
}

const ofWebhook = (db: Db, webhookId: string) => db.selectFrom("deliveries").where("webhook_id", "=", webhookId);
const waitingFor = (db: Db, webhookId: string) => ofWebhook(db, webhookId).where("state", "=", sql.lit(WAITING));

export async function findDelivery(db: Db, webhookId: string, id: string): Promise<Delivery | undefined> {
  const row = await ofWebhook(db, webhookId).selectAll().where("id", "=", id).executeTakeFirst();
  return row && toDelivery(row);
}

/** The one that is due first, even if that is later. */
export async function findNextDelivery(db: Db, webhookId: string): Promise<Delivery | undefined> {
  const next = waitingFor(db, webhookId).selectAll().orderBy("next_at").orderBy("id").limit(1);
  const row = await next.executeTakeFirst();
  return row && toDelivery(row);
}

/** Newest first. */
export async function listDeliveries(db: Db, webhookId: string, amount: number): Promise<Delivery[]> {
  const rows = await ofWebhook(db, webhookId).selectAll().orderBy("id", "desc").limit(amount).execute();
  return rows.map(toDelivery);
}

/** Whether at least so many wait. */
export const hasWaiting = async (db: Db, webhookId: string, amount: number): Promise<boolean> => {
  const found = waitingFor(db, webhookId)
    .select("id")
    .offset(amount - 1)
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
};

/** Nothing that waits will be sent. */
export async function failWaiting(db: Db, webhookId: string, error: string): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: DELIVERY_STATES.indexOf("failed"), error })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", sql.lit(WAITING))
    .execute();
}

/** Keeps the newest, and all that wait. */
export async function trimDeliveries(db: Db, webhookId: string, kept: number): Promise<void> {
  const last = await ofWebhook(db, webhookId).select("id").orderBy("id", "desc").offset(kept).limit(1).execute();
  if (last.length === 0) return;
  await db
    .deleteFrom("deliveries")
    .where("webhook_id", "=", webhookId)
    .where("id", "<=", last[0]!.id)
    .where("state", "<>", sql.lit(WAITING))
    .execute();
}
