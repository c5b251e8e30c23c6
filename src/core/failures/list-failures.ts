import * as failures from "../../data/failures.ts";
import type { Failure } from "../../entities/failure.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { requireFounder } from "../access.ts";

/** Server errors, newest first. */
export async function listFailures(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: failures.FailureCursor },
): Promise<Page<Failure, failures.FailureCursor>> {
  requireFounder(ctx.actor);
  const found = await failures.listFailures(ctx.db, { amount: amount + 1, after });
  return pageOf(found, amount, ({ createdAt: at, request }) => ({ at, request }));
}

/** By the request id that somebody was shown. */
export async function findFailure(ctx: Ctx, request: string): Promise<Failure | undefined> {
  requireFounder(ctx.actor);
  // Shape of a request id; see http/exchange.ts.
  return /^[\w.-]{1,64}$/.test(request) ? failures.findFailure(ctx.db, request) : undefined;
}
