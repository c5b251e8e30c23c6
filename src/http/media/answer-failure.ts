import type { Log } from "../../log.ts";
import { codeOf } from "../../storage/filesystem.ts";
import { notFound } from "./answer-image.ts";

/** For a file that the runtime was given to send and cannot open. Usually somebody has just deleted the picture. */
export function answerFailure(log: Log, error: unknown): Response {
  if (codeOf(error) === "ENOENT") return notFound({ method: "GET" });
  log.error("a file cannot be sent", { error: String(error) });
  return new Response("Something went wrong on our side.\n", {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
