import { isOutage } from "../errors.ts";
import type { Services } from "../services.ts";
import { refusal, refusalOf, type Refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/**
 * The one way from an error to a refusal. Expected errors have their own words; anything else is a 500 that reveals
 * only the id under which the operator finds it, in the log and at /admin/errors.
 */
export function refusalFor(services: Services, exchange: Exchange, error: unknown): Refusal {
  const foreseen = refusalOf(error);
  const { requestId: request } = exchange;
  if (!foreseen) {
    noteFailure(services, exchange, error);
    return internalError(request);
  }
  if (foreseen.status === 503) services.log.warn("unavailable", { request, error: (error as Error).message });
  // Nobody has to fix anything if the site is merely busy.
  if (isOutage(error)) services.failures.note({ request, route: exchange.route, error });
  return foreseen;
}

/** All that visitors learn of it. */
export const internalError = (request: string): Refusal =>
  refusal("internal", `Something went wrong on our side. Tell the people who run this site the request ID ${request}.`);

/** For the operator: what exactly went wrong. */
export function noteFailure(
  { log, failures }: Services,
  { requestId: request, route }: Pick<Exchange, "requestId" | "route">,
  error: unknown,
): void {
  const stack = error instanceof Error ? error.stack : undefined;
  log.error("request failed", { request, route, error: String(error), stack });
  failures.note({ request, route, error });
}
