import type { Services } from "../../services.ts";
import { codeOf } from "../../storage/filesystem.ts";
import { newRequestId } from "../exchange.ts";
import { internalError, noteFailure } from "../refusal-for.ts";
import { notFound } from "./answer-image.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/**
 * For a file that was to be sent and cannot be read. Usually somebody has just deleted the picture. The line of the
 * request is in the log by then, so the answer gets an ID of its own.
 */
export function answerFailure(services: Services, error: unknown): HttpResponse {
  if (codeOf(error) === "ENOENT") return notFound();
  const requestId = newRequestId();
  noteFailure(services, { requestId, route: "none" }, error);
  return new HttpResponse(`${internalError(requestId).message}\n`, {
    status: 500,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
    },
  });
}
