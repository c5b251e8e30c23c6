import type { z } from "zod";

import { GUEST } from "../../core/ctx.ts";
import { useGifKey } from "../../core/gifs/use-gif-key.ts";
import { DomainError } from "../../errors.ts";
import { contextOf } from "../../services.ts";
import { answerJson, answerRefusal, PREFLIGHT_HEADERS } from "../answer-json.ts";
import { refusal, type Refusal } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { jsonOf } from "../json.ts";
import type { Face, Resource } from "../pipeline.ts";
import type { RateLimiter } from "../rate-limit.ts";
import type { RouteBase } from "../route.ts";
import type { Server } from "../server.ts";
import { GifCall } from "./gif-call.ts";
import type { HttpResponse } from "../../wire/http-response.ts";
import type { RequestHeaders } from "../../wire/request-headers.ts";

/** How one family of programs sends its key, and expects to be refused. */
export interface Dialect {
  keyOf(exchange: Exchange): string | undefined;
  refuse(refused: Refusal, exchange: Exchange): { status: number; body: object };
}

export interface GifRoute extends RouteBase<GifCall, object> {
  /** Answers differently each time. */
  changing?: true;
}

/** Declares a route with the type of its input. */
export const gifRoute = <S extends z.ZodObject>(
  route: Omit<RouteBase<GifCall, object, S>, "access" | "method"> & Pick<GifRoute, "changing">,
): GifRoute => ({ method: "GET", access: "anyone", ...(route as unknown as Omit<GifRoute, "access" | "method">) });

/** Many people share a key. */
const KEY_TIMES = 10;
const SHARED = { "Cache-Control": "public, max-age=60" };
const FOR_ALL = {
  "Access-Control-Allow-Origin": "*",
  // The address of the answer has the key in it.
  "Referrer-Policy": "no-referrer",
};
const NEEDS_KEY = "You need an API key: people who have an account here make GIF keys in their settings.";

/** For programs that search for GIFs. Whoever they are, they see what a guest sees. */
export class GifFace implements Face<GifRoute, GifCall, object> {
  readonly isApi = true;
  /** Here, since refusals by the pipeline would not be in the dialect's own shape. */
  readonly isCounted = false;
  readonly writes = { readQuery: true, base64: false };
  readonly #keyLimit: RateLimiter | undefined;

  constructor(
    private server: Server,
    private dialect: Dialect,
  ) {
    const { rateLimit } = server.services.config;
    const limit = rateLimit && { ...rateLimit, requests: rateLimit.requests * KEY_TIMES };
    this.#keyLimit = limit && server.limiterOf("gif key", limit);
  }

  async identify(exchange: Exchange): Promise<GifCall> {
    const { services, addresses } = this.server;
    const { database, config } = services;
    const ctx = contextOf(services, GUEST, exchange.reads ? database.reading : database.db);
    const call = new GifCall(exchange, ctx, addresses);
    const sent = this.dialect.keyOf(exchange);
    if (sent === undefined || sent === "") {
      if (config.gifApi !== "open") call.refusedKey = new DomainError("not_signed_in", NEEDS_KEY);
      return call;
    }
    try {
      call.key = await useGifKey(ctx, sent, originOf(exchange.request.headers));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Programs whose key cannot be left out send any.
      if (config.gifApi !== "open") call.refusedKey = error;
    }
    return call;
  }

  allow(call: GifCall): undefined {
    this.#count(call);
    if (call.refusedKey) throw call.refusedKey;
  }

  #count({ exchange, ctx, key }: GifCall): void {
    const { guests, services } = this.server;
    const retryAfter = guests.count(exchange);
    if (retryAfter !== undefined) throw tooMany(retryAfter);
    if (!key) return;
    services.gifKeyUses.note(key, ctx.now);
    const verdict = this.#keyLimit?.take(key.id, ctx.now);
    if (verdict?.allowed === false) throw tooMany(verdict.retryAfter!);
  }

  handle(call: GifCall, route: GifRoute, input: Record<string, unknown>): object | Promise<object> {
    return route.handle(call, input);
  }

  answer({ exchange }: GifCall, { changing }: GifRoute, body: object): HttpResponse | Promise<HttpResponse> {
    const headers = changing ? { "Cache-Control": "no-store" } : SHARED;
    return answerJson(exchange, jsonOf(body), { ...FOR_ALL, ...(exchange.reads ? headers : {}) });
  }

  /** A key in an address is no answer to a challenge. */
  refuse(exchange: Exchange, _: GifCall | undefined, refused: Refusal): HttpResponse {
    const { status, body } = this.dialect.refuse(refused, exchange);
    const { "WWW-Authenticate": _challenge, ...rest } = refused.headers;
    const headers = { ...rest, ...FOR_ALL };
    return answerRefusal(exchange, { ...refused, status, headers }, jsonOf(body));
  }

  /** Browsers ask first whether a page of another site may call. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | Promise<HttpResponse> | undefined {
    if (exchange.method !== "OPTIONS") return undefined;
    return answerJson(exchange, "{}", {
      ...FOR_ALL,
      ...PREFLIGHT_HEADERS,
      ...(resource && { Allow: resource.allow }),
    });
  }

  refuseUnrouted(call: GifCall, resource: Resource | undefined): HttpResponse {
    this.#count(call);
    const refused = resource
      ? refusal("method_not_allowed", `Use ${resource.allow} here.`, { Allow: resource.allow })
      : refusal("unknown_route", "There is nothing at this address.");
    return this.refuse(call.exchange, call, refused);
  }
}

const tooMany = (retryAfter: string) =>
  new DomainError("too_many", "Too many requests. Wait as long as Retry-After says.", {
    retryAfter: Number(retryAfter),
  });

/** Of the page that sent the request. Browsers leave out Origin for pages of the same site. */
function originOf(headers: RequestHeaders): string | undefined {
  const origin = headers.get("origin");
  if (origin !== null) return origin;
  const referrer = headers.get("referer") ?? "";
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined;
}

/** The first value of a field in the query, for a key: whatever else is wrong with the query is said later. */
export const inQuery = ({ request: { target } }: Exchange, name: string): string | undefined => {
  const at = target.indexOf("?");
  return at < 0 ? undefined : (new URLSearchParams(target.slice(at)).get(name) ?? undefined);
};
