import { z } from "zod";

import { requireAccess } from "../core/access.ts";
import type { Ctx } from "../core/ctx.ts";
import { isPending } from "../when-ready.ts";
import { admitCaller, admitWrite } from "./admission.ts";
import type { Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { NO_FIELDS, queryOf, readInput } from "./input.ts";
import { announcedLength } from "./read-body.ts";
import { refusalFor } from "./refusal-for.ts";
import { MAX_BYTES, type RouteBase } from "./route.ts";
import type { Server } from "./server.ts";
import type { UploadSlot } from "./upload-slots.ts";

/** What a handler knows about its caller. */
export interface Call {
  readonly ctx: Ctx;
}

/** What differs between faces. Everything else about a request happens here, once. */
export interface Face<R extends RouteBase<C, A>, C extends Call, A> {
  /** For programs: refusals are JSON. */
  readonly isApi: boolean;
  /** Whether requests count against the caller's allowance. */
  readonly isCounted: boolean;
  /** Where a write reads its fields, and whether its file may be base64 text. */
  readonly writes: { readQuery: boolean; base64: boolean };
  /** The caller: a guest, unless the request says otherwise. `route` is undefined if none matches. */
  identify(exchange: Exchange, route: R | undefined): C | Promise<C>;
  /** Checks of this face, before those of the core: throws, or answers in place of the route. */
  allow(call: C, route: R): Response | undefined;
  handle(call: C, route: R, input: z.output<z.ZodObject>): A | Promise<A>;
  answer(call: C, route: R, answer: A): Response | Promise<Response>;
  /** `call` is undefined if the caller could not be identified. */
  refuse(exchange: Exchange, call: C | undefined, refusal: Refusal, error: unknown): Response;
  /** For a request without a route: an answer that is the same for everyone, if there is one. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): Response | Promise<Response> | undefined;
  /** Otherwise: nothing is here for this caller or, if there is a resource, not with this method. */
  refuseUnrouted(call: C, resource: Resource | undefined): Response | Promise<Response>;
}

/** What exists at one path. */
export interface Resource {
  /** Below the root of its face, with variables as {name}. */
  readonly path: string;
  /** Its methods, for the Allow header. */
  readonly allow: string;
}

const NO_INPUT = z.object({});

/**
 * One route of one face. Every request for it takes the same path:
 *
 *     identify → admit → allow → read input → handle → answer | refuse
 */
export class Endpoint<R extends RouteBase<C, A>, C extends Call, A> {
  readonly #writes: boolean;
  readonly #maxBytes: number;
  readonly #schema: z.ZodObject;
  /** Input of a read without a query. Always the same, so it is parsed once, unless something is required. */
  readonly #defaults: z.output<z.ZodObject> | undefined;

  constructor(
    private server: Server,
    private face: Face<R, C, A>,
    private route: R,
  ) {
    this.#writes = route.method !== "GET";
    this.#maxBytes = route.upload?.maxBytes ?? MAX_BYTES;
    this.#schema = route.input ?? NO_INPUT;
    this.#defaults = this.#writes ? undefined : this.#schema.safeParse({}).data;
  }

  async run(exchange: Exchange): Promise<Response> {
    const { server, face, route } = this;
    let call: C | undefined;
    let slot: UploadSlot | undefined;
    try {
      const identified = face.identify(exchange, route);
      call = isPending(identified) ? await identified : identified;

      const refused = face.isCounted ? admitCaller(server, exchange, face.isApi) : undefined;
      if (refused) return refused;

      const answered = face.allow(call, route);
      if (answered) return answered;
      requireAccess(call.ctx.actor, route, call.ctx.now);

      if (this.#writes) admitWrite(server, exchange, this.#maxBytes, call.ctx.now);
      if (route.upload) slot = server.uploads.enter(exchange.member?.user.id ?? "", announcedLength(exchange.request));
      const read = this.#readInput(exchange, slot);
      const input = isPending(read) ? await read : read;
      // A write enters its lane once its body is here. Uploads have their own queue.
      if (this.#writes && !slot) await server.gate.writes.admit(exchange);

      const handled = face.handle(call, route, input);
      const response = face.answer(call, route, isPending(handled) ? await handled : handled);
      return isPending(response) ? await response : response;
    } catch (error) {
      return face.refuse(exchange, call, refusalFor(server.services, exchange, error), error);
    } finally {
      slot?.[Symbol.dispose]();
    }
  }

  #readInput(exchange: Exchange, slot: UploadSlot | undefined) {
    const { request } = exchange;
    const { readQuery, base64 } = this.face.writes;
    const query = this.#writes && !readQuery ? NO_FIELDS : queryOf(request.url);
    if (this.#defaults && query.size === 0) return this.#defaults;
    const { upload } = this.route;
    const file = upload && { field: upload.field, base64 };
    return readInput(this.#schema, request, query, {
      maxBytes: this.#maxBytes,
      place: slot,
      file,
      connection: exchange,
    });
  }
}

/** A request without a route. Its caller is identified and counted all the same. */
export async function runUnrouted<R extends RouteBase<C, A>, C extends Call, A>(
  server: Server,
  face: Face<R, C, A>,
  exchange: Exchange,
  resource: Resource | undefined,
): Promise<Response> {
  let call: C | undefined;
  try {
    const answer = face.answerUnrouted(exchange, resource);
    if (answer) return await answer;
    call = await face.identify(exchange, undefined);
    const refused = face.isCounted ? admitCaller(server, exchange, face.isApi) : undefined;
    return refused ?? (await face.refuseUnrouted(call, resource));
  } catch (error) {
    return face.refuse(exchange, call, refusalFor(server.services, exchange, error), error);
  }
}
