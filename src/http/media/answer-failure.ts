import type { Services } from "../../services.ts";
import { codeOf } from "../../storage/filesystem.ts";
import { newRequestId } from "../exchange.ts";
import { internalError, noteFailure } from "../refusal-for.ts";
import { notFound } from "./answer-image.ts";

/**
 * For a file that the runtime was given to send and cannot open. Usually somebody has just deleted the picture. The
 * runtime does not say which request it was for, so the answer gets an ID of its own, and no route.
 */
export function answerFailure(services: Services, error: unknown): Response {
  if (codeOf(error) === "ENOENT") return notFound({ method: "GET" });
  const requestId = newRequestId();
  noteFailure(services, { requestId, route: "none" }, error);
  return new Response(`${internalError(requestId).message}\n`, {
    status: 500,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
    },
  });
}
