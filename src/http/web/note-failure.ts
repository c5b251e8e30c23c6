import type { Visit } from "./visit.ts";

/** For the operator: what exactly went wrong, under the id that the visitor is told. */
export function noteFailure({ c, parts }: Visit, error: unknown): void {
  const { requestId: request, route } = c.env;
  const { log, failures } = parts.services;
  const stack = error instanceof Error ? error.stack : undefined;
  log.error("page failed", { request, route, error: String(error), stack });
  failures.note({ request, route, error });
}
