import type { Age } from "../../entities/age.ts";
import { EVENT_KINDS, type EventKind } from "../../entities/meme-event.ts";
import { tagNamed } from "../../entities/tag.ts";
import type { Webhook } from "../../entities/webhook.ts";
import { DomainError } from "../../errors.ts";
import { DeliveryError, findReceiver } from "../../webhooks/find-receiver.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { findUserBy } from "../users/find-user.ts";

/** What somebody wants to be told, and where. Empty texts mean everything. */
export interface WebhookWish {
  url: string;
  kinds: readonly EventKind[];
  age: Age;
  tag: string;
  /** An id, a username, or me. */
  author: string;
}

const MAX_URL = 2000;

type Wished = Pick<Webhook, "url" | "kinds" | "age" | "tag" | "authorId">;

/** Looks the host up, so it runs outside of transactions. */
export async function checkWish(
  ctx: Pick<Ctx, "db" | "actor" | "policy">,
  wish: Partial<WebhookWish>,
): Promise<Partial<Wished>> {
  const { url, kinds, age, tag, author } = wish;
  const wished: Partial<Wished> = {};
  if (kinds?.length === 0) throw new DomainError("invalid", message("webhooks.no-kinds"));
  if (kinds) wished.kinds = EVENT_KINDS.filter((kind) => kinds.includes(kind));
  if (age !== undefined) wished.age = age;
  if (tag !== undefined) wished.tag = cleanTag(tag);
  if (author !== undefined) wished.authorId = author.trim() ? (await findUserBy(ctx, author.trim())).id : undefined;
  if (url !== undefined) wished.url = await cleanUrl(ctx, url);
  return wished;
}

function cleanTag(text: string): string | undefined {
  const bare = text.trim().replace(/^#/, "");
  if (bare === "") return undefined;
  const tag = tagNamed(bare);
  if (tag === undefined) throw new DomainError("invalid", message("webhooks.bad-tag"));
  return tag;
}

async function cleanUrl({ policy }: Pick<Ctx, "policy">, text: string): Promise<string> {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isFit = url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isFit || url.href.length > MAX_URL) throw new DomainError("invalid", message("webhooks.bad-url"));
  url.hash = "";
  try {
    await findReceiver(url, { allowsPrivate: policy.webhooks === "any" });
  } catch (error) {
    // A name that leads nowhere may be on its way.
    const isPrivate = error instanceof DeliveryError && error.sentence.key === "webhooks.not-public";
    if (isPrivate) throw new DomainError("invalid", error.sentence);
  }
  return url.href;
}
