// Guffaw's own HTTP server, for programs of the benchmark that have nothing else of Guffaw.
import type { HttpRequest } from "../src/wire/http-request.ts";
import { HttpResponse } from "../src/wire/http-response.ts";
import { HttpServer } from "../src/wire/listen.ts";

const IDLE_SECONDS = 30;

/** Returns the port. */
export function serveAlone(answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>): number {
  const broken = (error: unknown) => new HttpResponse(String(error), { status: 500 });
  const service = { answer, failed: broken, refuse: broken, broken: console.error, idleSeconds: IDLE_SECONDS };
  return new HttpServer({ hostname: "127.0.0.1", port: 0, reusePort: false, ...service }).port;
}
