import { withoutKeys } from "../log.ts";
import type { Services } from "../services.ts";
import { Trace } from "../tracing/trace.ts";
import { BUSY } from "./busy.ts";
import type { Exchange } from "./exchange.ts";
import { logRequest } from "./log-request.ts";
import { callerOf } from "./remote-address.ts";

/** What is written about every request: its line in the log and, if configured, its span. */
export class Journal {
  readonly #isLogged: boolean;
  readonly #isDebug: boolean;

  constructor(private services: Pick<Services, "config" | "log" | "spans">) {
    this.#isLogged = services.log.keeps("info");
    this.#isDebug = services.log.keeps("debug");
  }

  /** At the start of a request. Returns whether anybody wants to know what it waits for. */
  watch(exchange: Exchange): boolean {
    exchange.trace = Trace.of(exchange.request.headers, this.services.spans);
    return this.#isLogged || exchange.trace !== undefined;
  }

  /** At its end. What is refused in an overload is only counted, and so are probes, which come all the time. */
  write(exchange: Exchange, status: number, seconds: number, isProbe: boolean): void {
    const { config, log, spans } = this.services;
    if (exchange.route === BUSY || (isProbe && !this.#isDebug)) return;
    if (this.#isLogged) {
      const caller = config.logAddress ? addressOf(exchange, config.proxies) : undefined;
      logRequest(log, exchange, status, seconds, caller);
    }
    if (spans) endTrace(exchange, status);
  }
}

const addressOf = ({ request, address }: Exchange, proxies: number) =>
  callerOf(request.headers.get("x-forwarded-for"), address, proxies);

function endTrace({ trace, method, route, path, requestId, startedAt, databaseMs, queueMs }: Exchange, status: number) {
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "url.path": withoutKeys(path),
    "guffaw.request": requestId,
    "guffaw.database_ms": databaseMs,
    "guffaw.queue_ms": queueMs,
  };
  trace!.end(`${method} ${route}`, startedAt, attributes, status >= 500);
}
