import type { Context, Hono } from "hono";

import type { Addresses } from "../config.ts";
import { requireAccess } from "../core/access.ts";
import type { Ctx, Member } from "../core/ctx.ts";
import { DomainError } from "../core/errors.ts";
import { useKey } from "../core/keys/use-key.ts";
import { contextOf, type Services } from "../services.ts";
import { answerJson, answerRefusal, PREFLIGHT_HEADERS } from "./answer.ts";
import { credentialOf } from "./credential.ts";
import { refusalOf } from "./errors.ts";
import { queryOf, readInput, tooLarge } from "./input.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { honoPath, MOST_BYTES, type Call, type Route } from "./route.ts";
import type { Scope } from "./scope.ts";

export type Env = { Bindings: Scope };

export interface ApiParts {
  services: Services;
  addresses: Addresses;
  limiter: RateLimiter | undefined;
}

/**
 * Puts the routes of one API root into the router, under the path of its address, and returns the root's own answer
 * to what no route takes. A route's handler must stay the only match of its path: the router is fastest so.
 */
export function mountApi(app: Hono<Env>, root: string, routes: readonly Route[], parts: ApiParts) {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    app.on(route.method, root + honoPath(route.path), handlerOf(route, root + route.path, parts));
    const known = methods.get(root + route.path) ?? [];
    methods.set(root + route.path, known.concat(route.method === "GET" ? ["GET", "HEAD"] : route.method));
  }
  const paths = [...methods].map(([path, known]) => ({ path, allow: known.join(", "), shape: shapeOf(path) }));

  return (c: Context<Env>): Response | undefined => {
    if (c.req.path !== root && !c.req.path.startsWith(`${root}/`)) return undefined;
    const match = paths.find(({ shape }) => shape.test(c.req.path));
    if (match) return wrongMethod(c, match.path, match.allow);
    return answerRefusal(c.req.raw, c.env, { status: 404, message: "There is nothing at this address.", headers: {} });
  };
}

const shapeOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);

/** Says which methods there are; OPTIONS is how a browser asks before it lets a page of another site call. */
function wrongMethod(c: Context<Env>, label: string, allow: string): Response {
  c.env.route = label;
  if (c.req.method === "OPTIONS") return answerJson(c.req.raw, c.env, "{}", { Allow: allow, ...PREFLIGHT_HEADERS });
  const message = `${c.req.method} is not possible here; use ${allow.replace(/, (?=\w+$)/, " or ")}.`;
  return answerRefusal(c.req.raw, c.env, { status: 405, message, headers: { Allow: allow } });
}

function handlerOf(route: Route, label: string, parts: ApiParts) {
  const { services } = parts;
  const writes = route.method !== "GET";
  const takesParams = route.path.includes("{");
  const mostBytes = route.mostBytes ?? MOST_BYTES;
  return async (c: Context<Env>): Promise<Response> => {
    const request = c.req.raw;
    const scope = c.env;
    scope.route = label;
    try {
      const member = route.access.needs === "nothing" ? undefined : await authenticate(request, scope, parts);
      const ctx = contextOf(services, member ?? { kind: "guest" });
      requireAccess(ctx.actor, route.access, ctx.now);
      const query = queryOf(request.url);
      if (writes && Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge(mostBytes);
      const input = route.input ? await readInput(route.input, request, query, mostBytes) : {};
      const call = new ApiCall(ctx, takesParams ? c.req.param() : {}, parts.addresses, request);
      const body = await route.handle(call, input);
      return answerJson(request, scope, body, call.headers);
    } catch (error) {
      return refuse(request, scope, services, error);
    }
  };
}

async function authenticate(request: Request, scope: Scope, { services, limiter }: ApiParts): Promise<Member> {
  const key = credentialOf(request.headers);
  if (key === undefined)
    throw new DomainError("not_signed_in", "An API key is needed; send it in the header Authorization.");
  const now = services.clock();
  const member = await useKey({ db: services.database.db, cache: services.cache }, key, now);
  scope.member = member;
  if (member.via !== "session") {
    services.keyUses.note(member.via, now);
    const verdict = limiter?.take(member.via.id, now);
    scope.rateLimit = verdict?.headers;
    if (verdict && !verdict.allowed)
      throw new DomainError("too_many", "Too many requests with this key; wait as long as Retry-After says.");
  }
  return member;
}

/** The foreseen in its own words; the rest as a 500 that gives nothing away but the id to find it by in the log. */
export function refuse(request: Request, scope: Scope, { log }: Services, error: unknown): Response {
  const refusal = refusalOf(error);
  if (refusal) {
    if (refusal.status === 503) log.warn("unavailable", { request: scope.requestId, error: refusal.message });
    return answerRefusal(request, scope, refusal);
  }
  const stack = error instanceof Error ? error.stack : undefined;
  log.error("request failed", { request: scope.requestId, route: scope.route, error: String(error), stack });
  const message = `Something went wrong on our side; tell the people who run this site the request id ${scope.requestId}.`;
  return answerRefusal(request, scope, { status: 500, message, headers: {} });
}

class ApiCall implements Call {
  headers: Record<string, string> = {};

  constructor(
    readonly ctx: Ctx,
    readonly params: Record<string, string>,
    readonly addresses: Addresses,
    private request: Request,
  ) {}

  linkNext(cursor: string) {
    const next = new URL(this.request.url);
    next.searchParams.set("cursor", cursor);
    this.headers.Link = `<${new URL(this.addresses.apiUrl).origin}${next.pathname}${next.search}>; rel="next"`;
  }
}
