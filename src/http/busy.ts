import type { Log } from "../log.ts";
import { answerPlainly, type PlainRefusal } from "./plain-refusal.ts";
import type { Scope } from "./scope.ts";

/** Stands for the route of whatever was refused before it was routed. */
export const BUSY = "busy";
const LOG_MS = 1000;
/** Not all at the same moment, when they come again. */
const MAX_RETRY_SECONDS = 3;

/** Refuses what the process has no time for, and says so in the log, once a second instead of for each request. */
export class Busy {
  #refused = 0;
  #isTelling = false;

  constructor(private log: Log) {}

  refuse(request: Request, scope: Scope, isApi: boolean): Response {
    scope.route = BUSY;
    this.#refused++;
    if (!this.#isTelling) setTimeout(this.#tell, LOG_MS).unref();
    this.#isTelling = true;
    return answerPlainly(request, scope, refusalNow(), isApi);
  }

  #tell = () => {
    this.log.warn("too busy: the newest requests were refused with 503", { refused: this.#refused });
    this.#refused = 0;
    this.#isTelling = false;
  };
}

const refusalNow = (): PlainRefusal => ({
  code: "unavailable",
  title: "message.busy",
  text: "error.busy",
  retryAfter: String(1 + Math.floor(Math.random() * MAX_RETRY_SECONDS)),
});
