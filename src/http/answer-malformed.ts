import type { Services } from "../services.ts";
import { HttpResponse } from "../wire/http-response.ts";
import type { WireError } from "../wire/wire-error.ts";
import type { WireCode } from "./error-codes.ts";
import { newRequestId } from "./exchange.ts";
import { jsonOf } from "./json.ts";

const CODES = {
  400: "bad_input",
  408: "too_slow",
  431: "too_large",
  501: "bad_input",
  505: "bad_input",
} as const satisfies Record<WireError["status"], WireCode>;

/** For what is not a request, so that there is no exchange: no host, no path, no caller. */
export function answerMalformed(
  { config, log }: Pick<Services, "config" | "log">,
  { status, message }: WireError,
  address: string | undefined,
): HttpResponse {
  const request = newRequestId();
  log.info("not a request", { request, status, error: message, address: config.logAddress ? address : undefined });
  return new HttpResponse(jsonOf({ error: message }), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "X-Error-Code": CODES[status],
      "X-Request-Id": request,
    },
  });
}
