import type { Delivery, Webhook } from "../../../entities/webhook.ts";
import { loadMessage } from "../../../words/stored-message.ts";
import { wordsIn } from "../../../words/words.ts";
import { jsonOf, type Json } from "../../json.ts";
import { epochSeconds, isoOf } from "../../time.ts";

const timesOf = (at: number) => ({ timestamp: isoOf(at), timestamp_epoch_seconds: epochSeconds(at) });

const momentOf = (at: number | undefined) => (at === undefined ? null : isoOf(at));

export const presentWebhook = (hook: Webhook): Json =>
  jsonOf({
    id: hook.id,
    url: hook.url,
    events: hook.kinds,
    age: hook.age,
    tag: hook.tag ?? "",
    author: hook.authorId ?? "",
    enabled: hook.disabledAt === undefined,
    failing_since: momentOf(hook.failingSince),
    ...timesOf(hook.createdAt),
  });

export const presentDelivery = (delivery: Delivery): Json =>
  jsonOf({
    id: `msg_${delivery.id}`,
    event: delivery.kind,
    memeid: delivery.memeId ?? null,
    state: delivery.state,
    attempts: delivery.tries,
    status: delivery.status ?? null,
    problem: delivery.error === undefined ? "" : wordsIn("en").translate(loadMessage(delivery.error)),
    tried: momentOf(delivery.triedAt),
    next: momentOf(delivery.state === "waiting" ? delivery.nextAt : undefined),
    ...timesOf(delivery.createdAt),
  });
