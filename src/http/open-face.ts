import { type Ctx, GUEST } from "../core/ctx.ts";
import { contextOf } from "../services.ts";
import { answerRefusal, refuseMethod, refuseUnknown } from "./answer-json.ts";
import type { Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Face, Resource } from "./pipeline.ts";
import type { RouteBase } from "./route.ts";
import type { Server } from "./server.ts";

export interface OpenCall {
  readonly exchange: Exchange;
  readonly ctx: Ctx;
}

export type OpenRoute = RouteBase<OpenCall, Response>;

/** For files, and for the operator's own machines: identifies nobody and counts nothing. */
export class OpenFace implements Face<OpenRoute, OpenCall, Response> {
  readonly isApi = false;
  readonly isCounted = false;
  readonly writes = { readQuery: false, base64: false };

  constructor(protected server: Server) {}

  identify(exchange: Exchange): OpenCall {
    return { exchange, ctx: contextOf(this.server.services, GUEST) };
  }

  allow(): undefined {}

  handle(call: OpenCall, route: OpenRoute): Response | Promise<Response> {
    return route.handle(call, {});
  }

  answer({ exchange }: OpenCall, _: OpenRoute, response: Response): Response {
    return withoutBody(exchange, response);
  }

  refuse(exchange: Exchange, _: OpenCall | undefined, refusal: Refusal): Response {
    return answerRefusal(exchange, refusal);
  }

  answerUnrouted(exchange: Exchange, resource: Resource | undefined): Response | Promise<Response> | undefined {
    return resource ? refuseMethod(exchange, resource.allow) : refuseUnknown(exchange);
  }

  refuseUnrouted({ exchange }: OpenCall): Response {
    return refuseUnknown(exchange);
  }
}

/** HEAD gets the headers of a GET, and nothing else. */
export const withoutBody = ({ method }: Exchange, response: Response): Response =>
  method === "HEAD" && response.body ? new Response(null, response) : response;
