import type { Addresses } from "../../config.ts";
import type { Ctx } from "../../core/ctx.ts";
import { actAndKeep, type Reservation } from "../../core/idempotency/keep-answer.ts";
import type { DomainError } from "../../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { Json } from "../json.ts";
import type { Events } from "./listening.ts";
import type { Writers } from "./writers.ts";

/** The answer of an act, and the meme it is about. Once that is deleted, the answer is not repeated. */
export interface Once {
  body: Json;
  memeId: string;
}

/** One request to the API, as its handler sees it. */
export class ApiCall {
  /** Extra headers of the answer. */
  headers: Record<string, string> | undefined;
  /** Where the answer will be stored, for a request with an Idempotency-Key. */
  reservation: Reservation | undefined;

  constructor(
    readonly exchange: Exchange,
    readonly ctx: Ctx,
    readonly addresses: Addresses,
    readonly writers: Writers,
    readonly events: Events,
    /** Why the caller's key was refused. The caller then counts as a guest. */
    readonly badKey?: DomainError,
  ) {}

  get params(): Readonly<Record<string, string>> {
    return this.exchange.params;
  }

  /** Points to the next page of a list: the same request with this cursor. */
  linkNext(cursor: string) {
    const next = new URL(this.exchange.request.url);
    next.searchParams.set("cursor", cursor);
    next.searchParams.delete("offset"); // the cursor is past it
    this.headers ??= {};
    this.headers.Link = `<${new URL(this.addresses.apiUrl).origin}${next.pathname}${next.search}>; rel="next"`;
  }

  /** Runs the act of an idempotent route, and stores its answer in the same transaction. */
  async once(act: (ctx: Ctx) => Promise<Once>): Promise<Json> {
    return (await actAndKeep(this.ctx, this.reservation, act, (answer) => answer)).body;
  }
}
