import type { EntityCache } from "../data/cache.ts";
import { waitForDatabase } from "../time-spent.ts";
import { isPending } from "../when-ready.ts";
import { answerRefusal } from "./answer-json.ts";
import type { Busy } from "./busy.ts";
import { refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Entry, Gate, Lane } from "./gate.ts";
import { isHost } from "./host.ts";
import { plainPath } from "./request-path.ts";
import type { Destination, Router } from "./router.ts";
import type { HttpResponse } from "../wire/http-response.ts";

/** Finds the destination of each request, and starts it when the gate allows. */
export class Entrance {
  #lastAt = -Infinity;

  constructor(
    private gate: Gate,
    private busy: Busy,
    private cache: EntityCache,
    private routerOf: (host: string) => Router,
  ) {}

  /** Time since the last request, not counting health checks and metrics. */
  get idleMs(): number {
    return performance.now() - this.#lastAt;
  }

  enter(exchange: Exchange): HttpResponse | Promise<HttpResponse> {
    const { request, startedAt, method } = exchange;
    const host = request.headers.get("host");
    if (!isHost(host)) return answerRefusal(exchange, BAD_HOST);
    const destination = this.routerOf(host).find(plainPath(exchange.path), exchange);
    const writes = method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
    if (!writes && !destination.lane) return this.#serve(exchange, destination);
    this.#lastAt = startedAt;
    // Bodies may arrive slowly, so a write takes its place in the lane only once its body is here.
    if (writes)
      return this.gate.writes.isFull(startedAt)
        ? this.busy.refuse(exchange, destination.isApi)
        : this.#serve(exchange, destination);
    const lane = this.gate[destination.lane!];
    const entry = lane.enter(startedAt);
    return isPending(entry)
      ? this.#startLater(entry, lane, exchange, destination)
      : this.#start(entry, lane, exchange, destination);
  }

  async #startLater(entry: Promise<Entry>, lane: Lane, exchange: Exchange, destination: Destination) {
    const started = await entry;
    exchange.queueMs += performance.now() - exchange.startedAt;
    return this.#start(started, lane, exchange, destination, exchange.startedAt);
  }

  /** `arrivedAt` is set if it has waited. */
  #start(entry: Entry, lane: Lane, exchange: Exchange, destination: Destination, arrivedAt?: number) {
    if (entry === "full") return this.busy.refuse(exchange, destination.isApi);
    exchange.lane = lane;
    return this.#serve(exchange, destination, arrivedAt);
  }

  #serve(exchange: Exchange, destination: Destination, arrivedAt?: number): HttpResponse | Promise<HttpResponse> {
    if (destination.isStatic) return destination.serve(exchange);
    const looking = this.cache.look(arrivedAt);
    return looking ? this.#serveLater(looking, exchange, destination) : destination.serve(exchange);
  }

  async #serveLater(looking: Promise<void>, exchange: Exchange, destination: Destination): Promise<HttpResponse> {
    await waitForDatabase(looking);
    return destination.serve(exchange);
  }
}

/** Without a valid Host the request's address cannot be parsed, and every page would fail on it. */
const BAD_HOST = refusal("bad_host", "The request needs one valid Host header.");
