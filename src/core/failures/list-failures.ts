import * as failures from "../../data/failures.ts";
import type { Failure } from "../../entities/failure.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

/** Requests that failed by our own fault, newest first. */
export async function listFailures(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: failures.FailureCursor },
): Promise<Page<Failure, failures.FailureCursor>> {
  requireFounder(ctx.actor);
  const found = await failures.listFailures(ctx.db, { amount: amount + 1, after });
  return pageOf(found, amount, ({ createdAt: at, request }) => ({ at, request }));
}

/** The one that somebody was told the id of. */
export async function findFailure(ctx: Ctx, request: string): Promise<Failure | undefined> {
  requireFounder(ctx.actor);
  // What an id can look like; see http/exchange.ts.
  return /^[\w.-]{1,64}$/.test(request) ? failures.findFailure(ctx.db, request) : undefined;
}
