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

/** What a handler gets to know of its caller. */
export interface Call {
  readonly ctx: Ctx;
}

/** What differs from face to face. Everything else about a request happens here, once. */
export interface Face<R extends RouteBase<C, A>, C extends Call, A> {
  /** For programs: whatever is refused is refused in JSON. */
  readonly isApi: boolean;
  /** Whether its requests count against the allowance of whoever makes them. */
  readonly isCounted: boolean;
  /** Where a write finds its fields, and whether its file may be base64 text. */
  readonly writes: { readQuery: boolean; base64: boolean };
  /** Who is calling? A guest, unless the request says otherwise. Without a route where none serves the request. */
  identify(exchange: Exchange, route: R | undefined): C | Promise<C>;
  /** What this face asks before the core is asked: throws, or answers in place of the route. */
  allow(call: C, route: R): Response | undefined;
  handle(call: C, route: R, input: z.output<z.ZodObject>): A | Promise<A>;
  answer(call: C, route: R, answer: A): Response | Promise<Response>;
  /** Without a call where it could not be told who is calling. */
  refuse(exchange: Exchange, call: C | undefined, refusal: Refusal, error: unknown): Response;
  /** For a request that no route serves: an answer that is the same for everyone, if there is one. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): Response | Promise<Response> | undefined;
  /** Otherwise: nothing is here for this caller or, where there is a resource, not by this method. */
  refuseUnrouted(call: C, resource: Resource | undefined): Response | Promise<Response>;
}

/** What there is at one path. */
export interface Resource {
  /** Below the root of its face, with variables as {name}. */
  readonly path: string;
  /** Its methods, as the header Allow lists them. */
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
  /** The input of a read without a query: always the same, so it is parsed once, unless something is required. */
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
      // A write takes its place in the lane once its body is here; uploads have a queue of their own.
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

/** A request that no route serves. Whoever asks is identified and counted all the same. */
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
