import { z } from "zod";

import { requireAccess } from "../core/access.ts";
import type { Ctx } from "../core/ctx.ts";
import { waitForTurn } from "../time-spent.ts";
import { takesVideos } from "../video/ffmpeg.ts";
import { isPending } from "../when-ready.ts";
import { admitCaller, admitWrite } from "./admission.ts";
import type { Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { kindOf } from "./decode-body.ts";
import { NO_FIELDS, parseFields, queryOf, readInput } from "./input.ts";
import { announcedLength } from "./read-body.ts";
import { refusalFor } from "./refusal-for.ts";
import { MAX_BYTES, type RouteBase } from "./route.ts";
import type { Server } from "./server.ts";
import type { UploadSlot } from "./upload-slots.ts";
import type { HttpResponse } from "../wire/http-response.ts";

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
  allow(call: C, route: R): HttpResponse | undefined;
  handle(call: C, route: R, input: z.output<z.ZodObject>): A | Promise<A>;
  answer(call: C, route: R, answer: A): HttpResponse | Promise<HttpResponse>;
  /** `call` is undefined if the caller could not be identified. */
  refuse(exchange: Exchange, call: C | undefined, refusal: Refusal, error: unknown): HttpResponse;
  /** For a request without a route: an answer that is the same for everyone, if there is one. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | Promise<HttpResponse> | undefined;
  /** Otherwise: nothing is here for this caller or, if there is a resource, not with this method. */
  refuseUnrouted(call: C, resource: Resource | undefined): HttpResponse | Promise<HttpResponse>;
}

/** What exists at one path. */
export interface Resource {
  /** Below the root of its face, with variables as {name}. */
  readonly path: string;
  /** Its methods, for the Allow header. */
  readonly allow: string;
}

/** What a form with a video may have besides it. */
const ROOM_FOR_WORDS = 256 * 1024;

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
  /** Input of a read without a query. Always the same, so only the first one is parsed. */
  #defaults: z.output<z.ZodObject> | undefined;

  constructor(
    private server: Server,
    private face: Face<R, C, A>,
    private route: R,
  ) {
    this.#writes = route.method !== "GET";
    this.#maxBytes = route.upload?.maxBytes ?? route.maxBytes ?? MAX_BYTES;
    this.#schema = route.input ?? NO_INPUT;
  }

  /** Waits only where there is something to wait for: most reads are answered from memory, without a promise. */
  run(exchange: Exchange): HttpResponse | Promise<HttpResponse> {
    try {
      const call = this.face.identify(exchange, this.route);
      return isPending(call) ? this.#serveLater(exchange, call) : this.#serve(exchange, call);
    } catch (error) {
      return this.#refuse(exchange, undefined, error);
    }
  }

  async #serveLater(exchange: Exchange, identified: Promise<C>): Promise<HttpResponse> {
    try {
      return await this.#serve(exchange, await identified);
    } catch (error) {
      return this.#refuse(exchange, undefined, error);
    }
  }

  #serve(exchange: Exchange, call: C): HttpResponse | Promise<HttpResponse> {
    const { server, face, route } = this;
    try {
      const refused = face.isCounted ? admitCaller(server, exchange, call.ctx.now, face.isApi) : undefined;
      if (refused) return refused;

      const answered = face.allow(call, route);
      if (answered) return answered;
      requireAccess(call.ctx.actor, route, call.ctx.now);

      if (this.#writes) return this.#write(exchange, call);
      const handled = face.handle(call, route, this.#readQuery(exchange));
      return isPending(handled) ? this.#answerLater(exchange, call, handled) : face.answer(call, route, handled);
    } catch (error) {
      return this.#refuse(exchange, call, error);
    }
  }

  async #answerLater(exchange: Exchange, call: C, handled: Promise<A>): Promise<HttpResponse> {
    try {
      return await this.face.answer(call, this.route, await handled);
    } catch (error) {
      return this.#refuse(exchange, call, error);
    }
  }

  async #write(exchange: Exchange, call: C): Promise<HttpResponse> {
    const { server, face, route } = this;
    let slot: UploadSlot | undefined;
    try {
      const maxOnDisk = this.#maxOnDisk(exchange, call);
      admitWrite(server, exchange, maxOnDisk ?? this.#maxBytes, call.ctx.now);
      if (route.upload) slot = this.#enter(exchange, maxOnDisk);
      const input = await this.#readBody(exchange, call, slot);
      // Only now that its body is here does it enter its lane. Uploads have their own queue.
      if (!slot) await waitForTurn(server.gate.writes.admit(exchange));
      return await face.answer(call, route, await face.handle(call, route, input));
    } catch (error) {
      return this.#refuse(exchange, call, error);
    } finally {
      slot?.[Symbol.dispose]();
    }
  }

  #refuse(exchange: Exchange, call: C | undefined, error: unknown): HttpResponse {
    return this.face.refuse(exchange, call, refusalFor(this.server.services, exchange, error), error);
  }

  #readQuery({ request }: Exchange) {
    const query = queryOf(request.target);
    return query.size > 0 ? parseFields(this.#schema, query) : (this.#defaults ??= parseFields(this.#schema, query));
  }

  /** A form with a video may be larger than anything that is kept in memory. Undefined if it is not. */
  #maxOnDisk({ request }: Exchange, { ctx }: C): number | undefined {
    const { video } = ctx.policy;
    if (!this.route.upload?.film || !video?.ffmpeg) return undefined;
    if ((announcedLength(request) ?? 0) <= this.#maxBytes) return undefined;
    return kindOf(request.headers.get("content-type") ?? "") === "multipart"
      ? video.maxBytes + ROOM_FOR_WORDS
      : undefined;
  }

  #enter({ member, request }: Exchange, maxOnDisk: number | undefined): UploadSlot {
    const account = member?.user.id ?? "";
    const announced = announcedLength(request);
    const { uploads } = this.server;
    return maxOnDisk === undefined
      ? uploads.enter(account, announced)
      : uploads.enterOnDisk(account, announced!, maxOnDisk);
  }

  async #readBody(exchange: Exchange, { ctx }: C, slot: UploadSlot | undefined) {
    const { readQuery, base64 } = this.face.writes;
    const query = readQuery ? queryOf(exchange.request.target) : NO_FIELDS;
    const { upload } = this.route;
    const file = upload && { ...upload, base64 };
    const isUnstated = upload?.film !== undefined && announcedLength(exchange.request) === undefined;
    const moreIfStated = isUnstated && (await takesVideos(ctx.policy.video));
    const limits = { maxBytes: this.#maxBytes, moreIfStated, place: slot, file, connection: exchange };
    return readInput(this.#schema, exchange.request, query, limits);
  }
}

/** A request without a route. Its caller is identified and counted all the same. */
export async function runUnrouted<R extends RouteBase<C, A>, C extends Call, A>(
  server: Server,
  face: Face<R, C, A>,
  exchange: Exchange,
  resource: Resource | undefined,
): Promise<HttpResponse> {
  let call: C | undefined;
  try {
    const answer = face.answerUnrouted(exchange, resource);
    if (answer) return await answer;
    call = await face.identify(exchange, undefined);
    const refused = face.isCounted ? admitCaller(server, exchange, call.ctx.now, face.isApi) : undefined;
    return refused ?? (await face.refuseUnrouted(call, resource));
  } catch (error) {
    return face.refuse(exchange, call, refusalFor(server.services, exchange, error), error);
  }
}
