import type { Addresses } from "../../config.ts";
import type { Ctx } from "../../core/ctx.ts";
import type { DomainError } from "../../errors.ts";
import type { Exchange } from "../exchange.ts";

/** A request of a program that calls tools for a language model. */
export interface McpCall {
  readonly exchange: Exchange;
  readonly ctx: Ctx;
  readonly addresses: Addresses;
  /** Why the caller's key was refused. The caller then counts as a guest. */
  readonly badKey?: DomainError | undefined;
}
