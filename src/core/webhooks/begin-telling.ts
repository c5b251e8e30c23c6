import { findLastNumber } from "../../data/events.ts";
import { listActiveWebhooks, lockWebhooksPlace, writeWebhooksPlace } from "../../data/webhooks.ts";
import type { Ctx } from "../ctx.ts";
import { numberNewEvents } from "../events/number-events.ts";

/** Number of the last event so far: whoever is told from now on hears of later ones. */
export async function findNow(ctx: Ctx): Promise<number> {
  await numberNewEvents({ ...ctx, actor: { kind: "system", job: "webhooks" } });
  return findLastNumber(ctx.db);
}

/** Before a webhook becomes the only one: nobody wants what happened while there was none. */
export async function skipTo({ db }: Pick<Ctx, "db">, now: number): Promise<void> {
  const place = await lockWebhooksPlace(db);
  if (now > place && (await listActiveWebhooks(db, "", 1)).length === 0) await writeWebhooksPlace(db, now);
}
