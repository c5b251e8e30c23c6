import { type Ctx, GUEST } from "../core/ctx.ts";
import { contextOf } from "../services.ts";
import { answerRefusal, refuseMethod, refuseUnknown } from "./answer-json.ts";
import type { Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Face, Resource } from "./pipeline.ts";
import type { RouteBase } from "./route.ts";
import type { Server } from "./server.ts";
import { HttpResponse } from "../wire/http-response.ts";

export interface OpenCall {
  readonly exchange: Exchange;
  readonly ctx: Ctx;
}

export type OpenRoute = RouteBase<OpenCall, HttpResponse>;

/** For files, and for the operator's own machines: identifies nobody and counts nothing. */
export class OpenFace implements Face<OpenRoute, OpenCall, HttpResponse> {
  readonly isApi = false;
  readonly isCounted = false;
  readonly writes = { readQuery: false, base64: false };

  constructor(protected server: Server) {}

  identify(exchange: Exchange): OpenCall {
    return { exchange, ctx: contextOf(this.server.services, GUEST) };
  }

  allow(): undefined {}

  handle(call: OpenCall, route: OpenRoute): HttpResponse | Promise<HttpResponse> {
    return route.handle(call, {});
  }

  answer(_: OpenCall, __: OpenRoute, response: HttpResponse): HttpResponse {
    return response;
  }

  refuse(exchange: Exchange, _: OpenCall | undefined, refusal: Refusal): HttpResponse {
    return answerRefusal(exchange, refusal);
  }

  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | Promise<HttpResponse> | undefined {
    return resource ? refuseMethod(exchange, resource.allow) : refuseUnknown(exchange);
  }

  refuseUnrouted({ exchange }: OpenCall): HttpResponse {
    return refuseUnknown(exchange);
  }
}
