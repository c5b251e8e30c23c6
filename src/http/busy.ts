import type { Log } from "../log.ts";
import { wordsIn } from "../words/words.ts";
import type { Exchange } from "./exchange.ts";
import { jsonOf } from "./json.ts";
import type { KnownSite } from "./known-site.ts";
import { answerPlainly, type PlainRefusal } from "./plain-refusal.ts";

/** The route, in log and metrics, of requests that were refused before they started. */
export const BUSY = "busy";
const LOG_MS = 1000;
/** Spreads out the retries. */
const MAX_RETRY_SECONDS = 3;

/** Refuses requests the process has no time for. Logs this once per second, not per request. */
export class Busy {
  #refused = 0;
  #isTelling = false;
  #made: Response[] = [];

  constructor(
    private log: Log,
    private known: KnownSite,
  ) {}

  refuse(exchange: Exchange, isApi: boolean): Response {
    exchange.route = BUSY;
    this.#refused++;
    if (!this.#isTelling) setTimeout(this.#tell, LOG_MS).unref();
    this.#isTelling = true;
    const seconds = 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
    const { known } = this;
    if (!isApi || exchange.method === "HEAD") return answerPlainly(exchange, refusalOf(seconds), { isApi, known });
    return this.#copy(exchange, seconds);
  }

  /** Programs always get the same answer, so it is created once and copied, at a third of the cost. */
  #copy(exchange: Exchange, seconds: number): Response {
    // Pages of other sites get further headers.
    const kind = 2 * seconds + (exchange.request.headers.has("origin") ? 1 : 0);
    const made = (this.#made[kind] ??= answerPlainly(exchange, refusalOf(seconds), { isApi: true, known: this.known }));
    made.headers.set("X-Request-Id", exchange.requestId);
    exchange.isMarked = true;
    return new Response(BODY, { status: made.status, headers: made.headers });
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

const BODY = jsonOf({ error: wordsIn("en").say("error.busy") });
