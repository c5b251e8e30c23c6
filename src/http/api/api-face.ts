import { type Actor, type Member, GUEST } from "../../core/ctx.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { DomainError } from "../../errors.ts";
import { contextOf } from "../../services.ts";
import { isPending } from "../../when-ready.ts";
import {
  answerJson,
  answerPicture,
  answerRefusal,
  answerStream,
  PictureAnswer,
  PREFLIGHT_HEADERS,
  refuseMethod,
  refuseUnknown,
  StreamAnswer,
} from "../answer-json.ts";
import { credentialOf, sendsKey } from "../credential.ts";
import type { Refusal } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { Face, Resource } from "../pipeline.ts";
import type { Server } from "../server.ts";
import { ApiCall } from "./api-call.ts";
import type { Answer, Route } from "./api-route.ts";
import { handleOnce } from "./handle-once.ts";
import type { Events } from "./listening.ts";
import type { Writers } from "./writers.ts";
import { openWriters } from "./v1/kept-memes.ts";
import type { HttpRequest } from "../../wire/http-request.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

export const NEEDS_KEY = "You need an API key. Send it in the Authorization header.";

/** For programs: callers authenticate with a key, and answers are JSON, or a picture for whoever asks for one. */
export class ApiFace implements Face<Route, ApiCall, Answer> {
  readonly isApi = true;
  readonly isCounted = true;
  readonly writes = { readQuery: true, base64: true };

  readonly #writers: Writers;

  constructor(
    private server: Server,
    private events: Events,
  ) {
    this.#writers = openWriters(server.services.cache, server.addresses);
  }

  identify(exchange: Exchange, route: Route | undefined): ApiCall | Promise<ApiCall> {
    const key = route?.access === "anyone" ? undefined : credentialOf(exchange.request.headers);
    if (key === undefined) return this.#guest(exchange);
    const { services } = this.server;
    const { database, cache, clock } = services;
    try {
      const member = useKey({ db: database.db, cache }, key, clock());
      if (!isPending(member)) return this.#member(exchange, member);
      return this.#memberLater(exchange, route, member);
    } catch (error) {
      return this.#stranger(exchange, route, error);
    }
  }

  async #memberLater(exchange: Exchange, route: Route | undefined, member: Promise<Member>): Promise<ApiCall> {
    try {
      return this.#member(exchange, await member);
    } catch (error) {
      return this.#stranger(exchange, route, error);
    }
  }

  #member(exchange: Exchange, member: Member): ApiCall {
    exchange.member = member;
    return this.#call(exchange, member);
  }

  #guest(exchange: Exchange, badKey?: DomainError): ApiCall {
    return this.#call(exchange, GUEST, badKey);
  }

  #call(exchange: Exchange, actor: Actor, badKey?: DomainError): ApiCall {
    const { services, addresses } = this.server;
    const db = exchange.reads ? services.database.reading : services.database.db;
    return new ApiCall(exchange, contextOf(services, actor, db), addresses, this.#writers, this.events, badKey);
  }

  /**
   * With a bad key the caller is a guest, who is rate-limited first and refused then. Without a route, the key does
   * not matter.
   */
  #stranger(exchange: Exchange, route: Route | undefined, error: unknown): ApiCall {
    if (error instanceof DomainError && (error.code === "bad_key" || !route)) return this.#guest(exchange, error);
    throw error;
  }

  allow({ exchange, badKey }: ApiCall, { access }: Route): undefined {
    if (access === "anyone" || exchange.member) return;
    throw badKey ?? new DomainError("not_signed_in", NEEDS_KEY);
  }

  handle(call: ApiCall, route: Route, input: Record<string, unknown>): Answer | Promise<Answer> {
    return route.once ? handleOnce(route, call, input, this.server.services.clock) : route.handle(call, input);
  }

  answer(
    { exchange, headers }: ApiCall,
    { answer: { status } }: Route,
    body: Answer,
  ): HttpResponse | Promise<HttpResponse> {
    if (body instanceof PictureAnswer) return answerPicture(exchange, body, headers);
    if (body instanceof StreamAnswer) return answerStream(exchange, body);
    return answerJson(exchange, body, headers, status);
  }

  refuse(exchange: Exchange, _: ApiCall | undefined, refusal: Refusal): HttpResponse {
    return answerRefusal(exchange, refusal);
  }

  /** CORS preflight: browsers send OPTIONS before a page of another site may call, or read that there is nothing. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | Promise<HttpResponse> | undefined {
    if (exchange.request.method !== "OPTIONS") return undefined;
    const headers = resource ? { Allow: resource.allow, ...PREFLIGHT_HEADERS } : PREFLIGHT_HEADERS;
    return answerJson(exchange, "{}", headers);
  }

  refuseUnrouted({ exchange }: ApiCall, resource: Resource | undefined): HttpResponse {
    return resource ? refuseMethod(exchange, resource.allow) : refuseUnknown(exchange);
  }
}

/** A program's request, rather than a browser's for a page. Browsers send OPTIONS before they send a key. */
export const isForApi = ({ method, headers }: HttpRequest): boolean =>
  method === "OPTIONS" || sendsKey(headers) || headers.get("accept")?.includes("text/html") !== true;
