import { z } from "zod";

import type { Addresses } from "../config.ts";
import { requireAccess } from "../core/access.ts";
import {
  keepAnswer,
  keepReservation,
  releaseAnswer,
  reserveAnswer,
  type Processes,
  type Reservation,
} from "../core/idempotency/keep-answer.ts";
import { inTransaction, type Actor, type Ctx, type Member } from "../core/ctx.ts";
import { DomainError, isOutage } from "../errors.ts";
import { findVisibleMeme } from "../core/memes/find-visible-meme.ts";
import { useKey } from "../core/keys/use-key.ts";
import { hasEnded, PROCESS_NAME } from "../process-name.ts";
import { contextOf, type Services } from "../services.ts";
import { message } from "../words/messages.ts";
import type { ApiDescription } from "./api-description.ts";
import { answerJson, answerRefusal, PREFLIGHT_HEADERS } from "./answer.ts";
import { credentialOf, sendsKey } from "./credential.ts";
import { refusal, refusalOf } from "./errors.ts";
import type { ProxyWatch } from "./forwarded.ts";
import { fingerprintOf, idempotencyKeyOf } from "./idempotency.ts";
import { queryOf, readInput } from "./input.ts";
import type { Gate } from "./gate.ts";
import type { GuestLimit } from "./guest-limit.ts";
import type { Json } from "./json.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { PathTree } from "./path-tree.ts";
import { announcedLength, tooLarge } from "./read-body.ts";
import { MAX_BYTES, type Call, type Once, type Route } from "./route.ts";
import type { Scope } from "./scope.ts";
import type { UploadSlots } from "./upload-slots.ts";
import { NEEDS_KEY } from "./api/openapi-responses.ts";
import type { Root } from "./api/openapi.ts";
import type { LiveCounts } from "./web/notifications/live.ts";

export type Env = { Bindings: Scope };

export interface ApiParts {
  services: Services;
  addresses: Addresses;
  limiter: RateLimiter | undefined;
  uploads: UploadSlots;
  live: LiveCounts;
  gate: Gate;
  proxy: ProxyWatch;
  guests: GuestLimit;
  describeApi: () => ApiDescription;
}

type Handler = (request: Request, scope: Scope, params: Record<string, string>) => Promise<Response>;

/** What there is at a path. */
interface Resource {
  /** How the log and the metrics name it. */
  label: string;
  methods: Map<string, Handler>;
  /** It may as well be a page that is asked for. */
  besidePages: boolean;
}

/** Answers whatever lies under the API roots; undefined for what is none of theirs. */
export function createApi(roots: readonly Root[], parts: ApiParts, { hasPages }: { hasPages: boolean }) {
  const tree = new PathTree<Resource>();
  const prefixes: string[] = [];
  for (const root of roots) {
    const prefix = pathnameOf(root.address(parts.addresses));
    prefixes.push(prefix);
    for (const route of root.routes) {
      const label = prefix + route.path;
      const here = tree.at(label, () => ({ label, methods: new Map(), besidePages: false }));
      here.methods.set(route.method, handlerOf(route, label, parts));
      if (!route.unversioned || !root.unversioned) continue;
      const path = pathnameOf(root.unversioned(parts.addresses)) + route.path;
      tree.at(path, () => ({ ...here, besidePages: hasPages }));
    }
  }
  return (request: Request, scope: Scope, path: string): Response | Promise<Response> | undefined => {
    const found = tree.find(path);
    if (found?.what.besidePages && !isForApi(request)) return undefined;
    const handler = found?.what.methods.get(request.method === "HEAD" ? "GET" : request.method);
    if (handler) return handler(request, scope, found!.params);
    if (found) return unlessSpent(request, scope, parts, () => wrongMethod(request, scope, found.what));
    if (!prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return undefined;
    // Only after this does a browser let a page of another site read that there is nothing.
    if (request.method === "OPTIONS") return answerJson(request, scope, "{}", PREFLIGHT_HEADERS);
    return unlessSpent(request, scope, parts, () => nothingHere(request, scope));
  };
}

/** What leads nowhere counts against the allowance of whoever asks: of the account, or of the network of a guest. */
async function unlessSpent(
  request: Request,
  scope: Scope,
  parts: ApiParts,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  if (request.method === "OPTIONS") return answer();
  try {
    admit(await useCredential(request, scope, parts), scope, parts);
  } catch (error) {
    // That a key is missing or wrong is nobody's concern where there is nothing to be had with it.
    const isSpent = !(error instanceof DomainError) || error.code === "too_many";
    if (isSpent) return refuse(request, scope, parts.services, error);
  }
  return answer();
}

/** A program's request rather than a browser's for a page. A browser asks with OPTIONS before it sends a key. */
function isForApi({ method, headers }: Request): boolean {
  return method === "OPTIONS" || sendsKey(headers) || headers.get("accept")?.includes("text/html") !== true;
}

export const pathnameOf = (url: string) => new URL(url).pathname.replace(/\/+$/, "");

export const nothingHere = (request: Request, scope: Scope) =>
  answerRefusal(request, scope, refusal("unknown_route", "There is nothing at this address."));

/** Says which methods there are; OPTIONS is how a browser asks before it lets a page of another site call. */
function wrongMethod(request: Request, scope: Scope, { label, methods }: Resource): Response | Promise<Response> {
  scope.route = label;
  const allow = [...methods.keys()].map((method) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
  if (request.method === "OPTIONS") return answerJson(request, scope, "{}", { Allow: allow, ...PREFLIGHT_HEADERS });
  const message = `${request.method} isn't supported here. Use ${allow.replace(/, (?=\w+$)/, " or ")}.`;
  return answerRefusal(request, scope, refusal("method_not_allowed", message, { Allow: allow }));
}

function handlerOf(route: Route, label: string, parts: ApiParts): Handler {
  const { services } = parts;
  const writes = route.method !== "GET";
  const maxBytes = route.upload?.maxBytes ?? MAX_BYTES;
  // What a read without a query asks for is always the same, and settled once, unless something is required of it.
  const unasked = writes ? undefined : (route.input ?? NO_INPUT).safeParse({}).data;
  return async (request, scope, params) => {
    scope.route = label;
    try {
      let actor: Actor = GUEST;
      if (route.access === "anyone") countGuest(request, scope, parts);
      else {
        const found = useCredential(request, scope, parts);
        actor = admit(found instanceof Promise ? await found : found, scope, parts);
      }
      const ctx = contextOf(services, actor);
      requireAccess(ctx.actor, route, ctx.now);
      const query = queryOf(request.url);
      const announced = announcedLength(request);
      if (writes && announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
      const settled = query.size === 0 ? unasked : undefined;
      using place = route.upload && parts.uploads.enter(scope.member?.user.id ?? "", announced);
      const file = route.upload && { field: route.upload.field, base64: true };
      const limits = { maxBytes, place, file, connection: scope };
      const input = settled ?? (await readInput(route.input ?? NO_INPUT, request, query, limits));
      // Pictures have a queue of their own.
      if (writes && !route.upload) await parts.gate.writes.admit(scope);
      const call = new ApiCall(ctx, params, parts.addresses, request);
      const body = route.once
        ? await handleOnce(route, call, request, input, services)
        : await route.handle(call, input);
      return await answerJson(request, scope, body, call.headers, route.answer.status);
    } catch (error) {
      return refuse(request, scope, services, error);
    }
  };
}

const NO_INPUT = z.object({});
const GUEST: Actor = { kind: "guest" };

/** Whoever has no valid key is a guest, and counted as one. */
function useCredential(request: Request, scope: Scope, parts: ApiParts): Member | Promise<Member> {
  const { services } = parts;
  const refuseGuest = (error: unknown): never => {
    if (error instanceof DomainError && (error.code === "not_signed_in" || error.code === "bad_key"))
      countGuest(request, scope, parts);
    throw error;
  };
  try {
    const key = credentialOf(request.headers);
    if (key === undefined) throw new DomainError("not_signed_in", NEEDS_KEY);
    const member = useKey({ db: services.database.db, cache: services.cache }, key, services.clock());
    return member instanceof Promise ? member.catch(refuseGuest) : member;
  } catch (error) {
    return refuseGuest(error);
  }
}

function countGuest(request: Request, scope: Scope, { guests }: ApiParts) {
  const seconds = guests.count(request, scope);
  if (seconds !== undefined)
    throw new DomainError("too_many", message("error.many-requests"), { retryAfter: Number(seconds) });
}

/** Notes that the key was used, and counts it against the account's allowance, which all of its keys share. */
function admit(member: Member, scope: Scope, { services, limiter }: ApiParts): Member {
  scope.member = member;
  if (member.via === "session") return member;
  const now = services.clock();
  services.keyUses.note(member.via, now);
  scope.rateLimit = limiter?.take(member.user.id, now);
  if (scope.rateLimit?.allowed === false)
    throw new DomainError("too_many", "Too many requests with this account's keys. Wait as long as Retry-After says.");
  return member;
}

/** The foreseen in its own words; the rest as a 500 that gives nothing away but the id to find it by in the log. */
export function refuse(request: Request, scope: Scope, { log, failures }: Services, error: unknown): Response {
  const foreseen = refusalOf(error);
  if (foreseen) {
    if (foreseen.status === 503) log.warn("unavailable", { request: scope.requestId, error: (error as Error).message });
    if (isOutage(error)) failures.note({ request: scope.requestId, route: scope.route, error });
    return answerRefusal(request, scope, foreseen);
  }
  const stack = error instanceof Error ? error.stack : undefined;
  log.error("request failed", { request: scope.requestId, route: scope.route, error: String(error), stack });
  failures.note({ request: scope.requestId, route: scope.route, error });
  const message = `Something went wrong on our side. Tell the people who run this site the request ID ${scope.requestId}.`;
  return answerRefusal(request, scope, refusal("internal", message));
}

const PROCESSES: Processes = { name: PROCESS_NAME, hasEnded };

async function handleOnce(
  route: Route,
  call: ApiCall,
  request: Request,
  input: Record<string, unknown>,
  services: Services,
): Promise<Json> {
  const key = idempotencyKeyOf(request.headers);
  if (key === undefined) return route.handle(call, input);
  // What was answered before is not answered again to whoever may not see the meme any more.
  if (call.params.id !== undefined) await findVisibleMeme(call.ctx, call.params.id);
  const fingerprint = fingerprintOf(route.name, call.params, input);
  const found = await reserveAnswer(call.ctx, { key, fingerprint }, PROCESSES);
  if (found.kept !== undefined) {
    call.headers = { "Idempotent-Replayed": "true" };
    return found.kept as Json;
  }
  call.reservation = found.reservation;
  using _ = keepReservation(call.ctx, found.reservation, services.clock);
  try {
    return await route.handle(call, input);
  } catch (error) {
    // Nothing was done: who mends what was wrong may use the same key again.
    await releaseAnswer(call.ctx, found.reservation);
    throw error;
  }
}

class ApiCall implements Call {
  headers: Record<string, string> | undefined;
  /** Where the answer is to be kept. */
  reservation: Reservation | undefined;

  constructor(
    readonly ctx: Ctx,
    readonly params: Record<string, string>,
    readonly addresses: Addresses,
    private request: Request,
  ) {}

  linkNext(cursor: string) {
    const next = new URL(this.request.url);
    next.searchParams.set("cursor", cursor);
    next.searchParams.delete("offset"); // the cursor is past it
    this.headers ??= {};
    this.headers.Link = `<${new URL(this.addresses.apiUrl).origin}${next.pathname}${next.search}>; rel="next"`;
  }

  async once(act: (ctx: Ctx) => Promise<Once>): Promise<Json> {
    const { ctx, reservation } = this;
    if (!reservation) return (await act(ctx)).body;
    return inTransaction(ctx, async (tx) => {
      const answer = await act(tx);
      await keepAnswer(tx, reservation, answer);
      return answer.body;
    });
  }
}
