import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import type { Exchange } from "./exchange.ts";
import { answerPlainly } from "./plain-refusal.ts";
import { announcedLength, tooLarge } from "./read-body.ts";
import type { Server } from "./server.ts";
import type { HttpResponse } from "../wire/http-response.ts";

/**
 * Counts a request against the allowance of its account or, for guests, of its network. Returns the refusal for a
 * guest without allowance, which costs next to nothing to make.
 */
export function admitCaller(server: Server, exchange: Exchange, now: number, isApi: boolean): HttpResponse | undefined {
  const { member } = exchange;
  if (!member) return admitGuest(server, exchange, isApi);
  if (member.via === "session") return undefined;
  const { services, keyLimit } = server;
  services.keyUses.note(member.via, now);
  const verdict = (exchange.rateLimit = keyLimit?.take(member.user.id, now));
  if (verdict?.allowed === false) throw new DomainError("too_many", TOO_MANY_WITH_KEYS);
  return undefined;
}

const TOO_MANY_WITH_KEYS = "Too many requests with this account's keys. Wait as long as Retry-After says.";

function admitGuest({ guests, known }: Server, exchange: Exchange, isApi: boolean): HttpResponse | undefined {
  const retryAfter = guests.count(exchange);
  if (retryAfter === undefined) return undefined;
  const refused = { code: "too_many", title: "message.too-many", text: "error.many-requests", retryAfter } as const;
  return answerPlainly(exchange, refused, { isApi, known });
}

/** Counts a write from the website, and refuses a body whose announced length is too large. */
export function admitWrite({ formLimit }: Server, exchange: Exchange, maxBytes: number, now: number): void {
  const { member, request } = exchange;
  if (member?.via === "session") {
    const verdict = formLimit?.take(member.user.id, now);
    if (verdict?.allowed === false)
      throw new DomainError("too_many", message("error.too-much-at-once"), { retryAfter: Number(verdict.retryAfter) });
  }
  const announced = announcedLength(request);
  if (announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
}
