import type { Log } from "../log.ts";

const FLUSH_MS = 2000;
const MAX_BATCH = 512;
/** While the collector is away, this many wait for it. The others are dropped. */
const MAX_PENDING = 4096;
const PATIENCE_MS = 5000;
/** The end of the program waits no longer. */
const LAST_MS = 1000;

export interface Span {
  traceId: string;
  spanId: string;
  parentId?: string | undefined;
  name: string;
  kind: "server" | "client";
  /** As of performance.now(). */
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number>;
  failed?: boolean | undefined;
}

/** Sends spans to an OpenTelemetry collector, in batches. No request waits for it or fails because of it. */
export class SpanExporter implements AsyncDisposable {
  /** Spans since the start. */
  readonly counts = { sent: 0, dropped: 0 };
  #pending: Span[] = [];
  #timer: Timer | undefined;
  #sending: Promise<void> | undefined;
  #isAway = false;
  #address: string;

  constructor(
    url: string,
    private log: Log,
    private resource: Record<string, string> = { "service.name": "guffaw" },
  ) {
    this.#address = `${url}/v1/traces`;
  }

  add(span: Span) {
    if (this.#pending.length >= MAX_PENDING) return void this.counts.dropped++;
    this.#pending.push(span);
    if (this.#pending.length === MAX_BATCH && !this.#isAway) void this.flush();
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** One batch at a time. Resolves when all that is here has been sent, or the collector is away. */
  flush(patienceMs = PATIENCE_MS): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#sending ??= this.#send(patienceMs).finally(() => (this.#sending = undefined)));
  }

  async #send(patienceMs: number): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, MAX_BATCH);
      const failure = await this.#post(batch, patienceMs);
      if (failure === undefined) this.counts.sent += batch.length;
      else if (failure.isRefusal) this.counts.dropped += batch.length;
      else this.#putBack(batch);
      this.#say(failure?.reason);
      if (failure) return;
    }
  }

  /** Undefined if the collector has taken them. What it refuses, it would refuse again. */
  async #post(batch: readonly Span[], patienceMs: number) {
    try {
      const response = await fetch(this.#address, {
        method: "POST",
        redirect: "error",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.#message(batch)),
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.body?.cancel();
      const { ok, status } = response;
      return ok ? undefined : { reason: `it answers ${status}`, isRefusal: status < 500 && status !== 429 };
    } catch (error) {
      return { reason: (error as Error).message, isRefusal: false };
    }
  }

  #putBack(batch: Span[]) {
    const all = [...batch, ...this.#pending];
    this.counts.dropped += Math.max(0, all.length - MAX_PENDING);
    this.#pending = all.slice(0, MAX_PENDING);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  #say(failure: string | undefined) {
    if (failure !== undefined && !this.#isAway)
      this.log.warn("traces cannot be sent to GUFFAW_OTLP_URL", { reason: failure });
    if (failure === undefined && this.#isAway) this.log.info("traces are sent again");
    this.#isAway = failure !== undefined;
  }

  #message(batch: readonly Span[]) {
    const scope = { name: "guffaw" };
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(this.resource) },
          scopeSpans: [{ scope, spans: batch.map((span) => spanOf(span)) }],
        },
      ],
    };
  }

  async [Symbol.asyncDispose]() {
    await this.#sending;
    if (!this.#isAway) await this.flush(LAST_MS);
    clearTimeout(this.#timer);
  }
}

/** Numbers of the protocol. */
const KINDS = { server: 2, client: 3 };
const FAILED = 2;

const spanOf = ({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, failed }: Span) => ({
  traceId,
  spanId,
  parentSpanId: parentId,
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf(attributes),
  status: failed ? { code: FAILED } : {},
});

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number) {
  if (typeof value === "string") return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A text, because a number is not exact enough. */
const nanoseconds = (at: number) => `${Math.round((performance.timeOrigin + at) * 1000)}000`;
