import { randomBytes } from "node:crypto";

import type { Span, SpanExporter } from "./span-exporter.ts";

/** W3C Trace Context: version, trace, the caller's span, flags. Later versions may add fields. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|(?!00)-)/;
const SAMPLED = 1;
/** The caller's own notes, which we pass on and never read. */
const MAX_STATE = 512;
/** A page that asks the database more often than this tells enough. */
const MAX_CHILDREN = 100;

type Attributes = Span["attributes"];

interface TraceHeaders {
  get(name: "traceparent" | "tracestate"): string | null;
}

/** One request's part in a trace: what its log line names, and what calls on its behalf carry on. */
export class Trace {
  #children = 0;

  private constructor(
    readonly traceId: string,
    /** Our own span if traces are exported, otherwise the caller's. */
    readonly spanId: string,
    private flags: string,
    private state: string | undefined,
    private parentId?: string,
    private exporter?: SpanExporter,
  ) {}

  /** The trace that the caller has begun. Without one, there is a trace only if traces are exported. */
  static of(headers: TraceHeaders, exporter?: SpanExporter): Trace | undefined {
    const sent = headers.get("traceparent");
    if (sent === null && !exporter) return undefined;
    const [, version, traceId, parentId, flags] = (sent !== null && TRACEPARENT.exec(sent)) || [];
    if (traceId === undefined || (version === "00" && sent!.length !== 55))
      return exporter && new Trace(newId(16), newId(8), "01", undefined, undefined, exporter);
    const state = headers.get("tracestate") ?? undefined;
    const short = state !== undefined && state.length <= MAX_STATE ? state : undefined;
    if (!exporter) return new Trace(traceId, parentId!, flags!, short);
    const isSampled = (Number.parseInt(flags!, 16) & SAMPLED) !== 0;
    return new Trace(traceId, newId(8), flags!, short, parentId, isSampled ? exporter : undefined);
  }

  /** The request itself. */
  end(name: string, startedAt: number, attributes: Attributes, failed: boolean) {
    const { traceId, spanId, parentId } = this;
    const endedAt = performance.now();
    this.exporter?.add({ traceId, spanId, parentId, name, kind: "server", startedAt, endedAt, attributes, failed });
  }

  statement(sql: string, startedAt: number, ms: number) {
    const attributes = { "db.query.text": sql };
    this.#child(newId, { name: sql.split(" ", 1)[0]!.toUpperCase(), startedAt, endedAt: startedAt + ms, attributes });
  }

  /** A call to another service: the headers to send, and what to call when it has ended. */
  call(method: string, host: string) {
    const spanId = this.exporter ? newId(8) : this.spanId;
    const startedAt = performance.now();
    const headers: Record<string, string> = { traceparent: `00-${this.traceId}-${spanId}-${this.flags}` };
    if (this.state !== undefined) headers.tracestate = this.state;
    const end = (status: number | undefined) => {
      const attributes: Attributes = { "http.request.method": method, "server.address": host };
      if (status !== undefined) attributes["http.response.status_code"] = status;
      const failed = status === undefined || status >= 400;
      this.#child(() => spanId, { name: method, startedAt, endedAt: performance.now(), attributes, failed });
    };
    return { headers, end };
  }

  #child(
    idOf: (bytes: number) => string,
    span: Pick<Span, "name" | "startedAt" | "endedAt" | "attributes" | "failed">,
  ) {
    if (!this.exporter || ++this.#children > MAX_CHILDREN) return;
    const { traceId, spanId: parentId } = this;
    this.exporter.add({ traceId, spanId: idOf(8), parentId, kind: "client", ...span });
  }
}

const newId = (bytes: number) => randomBytes(bytes).toString("hex");
