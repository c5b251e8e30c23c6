import type { Log } from "../log.ts";
import type { Exchange } from "./exchange.ts";
import type { KnownSite } from "./known-site.ts";
import { answerPlainly, type PlainRefusal } from "./plain-refusal.ts";
import type { HttpResponse } from "../wire/http-response.ts";

/** The route, in log and metrics, of requests that were refused before they started. */
export const BUSY = "busy";
const LOG_MS = 1000;
/** Spreads out the retries. */
const MAX_RETRY_SECONDS = 3;

/** Refuses requests the process has no time for. Logs this once per second, not per request. */
export class Busy {
  #refused = 0;
  #isTelling = false;

  constructor(
    private log: Log,
    private known: KnownSite,
  ) {}

  refuse(exchange: Exchange, isApi: boolean): HttpResponse {
    exchange.route = BUSY;
    this.#refused++;
    if (!this.#isTelling) setTimeout(this.#tell, LOG_MS).unref();
    this.#isTelling = true;
    const seconds = 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
    return answerPlainly(exchange, refusalOf(seconds), { isApi, known: this.known });
  }

  #tell = () => {
    this.log.warn("too busy: the newest requests were refused with 503", { refused: this.#refused });
    this.#refused = 0;
    this.#isTelling = false;
  };
}

const refusalOf = (seconds: number): PlainRefusal => ({
  code: "unavailable",
  title: "message.busy",
  text: "error.busy",
  retryAfter: String(seconds),
});
