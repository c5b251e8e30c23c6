import { describe, expect, test } from "bun:test";

import { SpanExporter, type Span } from "../../src/tracing/span-exporter.ts";
import { Log } from "../../src/log.ts";
import { tracedFetch } from "../../src/tracing/traced-fetch.ts";
import { Trace } from "../../src/tracing/trace.ts";
import { spending } from "../../src/time-spent.ts";
import { until } from "../until.ts";
import { DIALECTS, openWorld } from "../world.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string; doubleValue?: number } }[];
  status: { code?: number };
}

/** A collector on a port of its own, which can be told what to answer. */
function openCollector() {
  const collector = {
    status: 200,
    requests: 0,
    types: new Set<string | null>(),
    resources: [] as unknown[],
    spans: [] as SentSpan[],
    url: "",
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      collector.requests++;
      if (new URL(request.url).pathname !== "/v1/traces") return new Response(null, { status: 404 });
      const body = (await request.json()) as {
        resourceSpans: { resource: unknown; scopeSpans: { spans: SentSpan[] }[] }[];
      };
      if (collector.status !== 200) return new Response(null, { status: collector.status });
      collector.types.add(request.headers.get("content-type"));
      for (const { resource, scopeSpans } of body.resourceSpans) {
        collector.resources.push(resource);
        for (const { spans } of scopeSpans) collector.spans.push(...spans);
      }
      return Response.json({});
    },
  });
  collector.url = `http://127.0.0.1:${server.port}`;
  return collector;
}

const valueOf = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

describe.each(DIALECTS)("traces on %s", (dialect) => {
  test("a request and its statements are exported, below the caller's span", async () => {
    await using collector = openCollector();
    await using world = await openWorld(dialect, { env: { GUFFAW_OTLP_URL: collector.url, GUFFAW_CACHE_MB: "0" } });
    const author = await world.member();
    const meme = await world.meme({ by: author });
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    await world.as(author).get(`/v1/meme/${meme.id}`, { headers });
    await world.as().get("/healthz", { headers });
    await world.services.spans!.flush();
    const mine = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const request = mine.find(({ kind }) => kind === 2)!;
    expect(request).toMatchObject({ name: "GET /v1/meme/{id}", parentSpanId: CALLER, status: {} });
    expect(valueOf(request, "http.response.status_code")).toBe("200");
    expect(BigInt(request.endTimeUnixNano)).toBeGreaterThan(BigInt(request.startTimeUnixNano));
    expect(Math.abs(Number(request.startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(3_600_000);
    const statements = mine.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(statements.length).toBeGreaterThan(0);
    expect(valueOf(statements[0]!, "db.query.text")).toBeDefined();
    expect(mine).toHaveLength(1 + statements.length);
    expect(collector.types).toEqual(new Set(["application/json"]));
    expect(JSON.stringify(collector.resources[0])).toContain('"service.name"');
    expect(await (await world.as().get("/metrics")).text()).toMatch(/guffaw_trace_spans_total\{result="sent"\} [1-9]/);
  });

  test("without a caller's trace it begins its own; what is not sampled is not exported", async () => {
    await using collector = openCollector();
    await using world = await openWorld(dialect, { env: { GUFFAW_OTLP_URL: collector.url } });
    await world.as().get("/v1/meme/1", { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
    await world.as().get("/nowhere", { headers: { "X-Request-Id": "mine" } });
    await world.services.spans!.flush();
    await world.services.log.flush();
    const line = JSON.parse(world.logLines.find((one) => one.includes('"mine"'))!) as { trace: string };
    const request = collector.spans.find((span) => valueOf(span, "guffaw.request") === "mine")!;
    expect(request.traceId).toBe(line.trace);
    expect(request.parentSpanId).toBeUndefined();
    expect(collector.spans.some(({ traceId }) => traceId === TRACE)).toBe(false);
  });
});

describe("a collector that is away", () => {
  const span = (name: string): Span => ({
    traceId: TRACE,
    spanId: CALLER,
    name,
    kind: "server",
    startedAt: 1,
    endedAt: 2,
    attributes: {},
  });
  function openLog() {
    const lines: string[] = [];
    const log = new Log("info", async (bytes) => void lines.push(...String(Buffer.from(bytes)).trimEnd().split("\n")));
    return { log, lines };
  }

  test("is one warning; spans wait for it, within a bound, and then arrive", async () => {
    await using collector = openCollector();
    collector.status = 503;
    const { log, lines } = openLog();
    await using exporter = new SpanExporter(collector.url, log);
    for (let i = 0; i < 3; i++) {
      exporter.add(span(`early ${i}`));
      await exporter.flush();
    }
    for (let i = 0; i < 5000; i++) exporter.add(span(`late ${i}`));
    await exporter.flush();
    await log.flush();
    expect(lines.filter((line) => line.includes("cannot be sent"))).toHaveLength(1);
    expect(exporter.counts).toEqual({ sent: 0, dropped: 5003 - 4096 });
    collector.status = 200;
    await exporter.flush();
    await log.flush();
    expect(exporter.counts.sent).toBe(4096);
    expect(collector.spans.map(({ name }) => name).slice(0, 4)).toEqual(["early 0", "early 1", "early 2", "late 0"]);
    expect(lines.at(-1)).toContain("traces are sent again");
  });

  test("what it refuses is not sent again", async () => {
    await using collector = openCollector();
    collector.status = 400;
    const { log } = openLog();
    await using exporter = new SpanExporter(collector.url, log);
    exporter.add(span("wrong"));
    await exporter.flush();
    await exporter.flush();
    expect(collector.requests).toBe(1);
    expect(exporter.counts.dropped).toBe(1);
  });

  test("delays neither requests nor the end", async () => {
    const env = { GUFFAW_OTLP_URL: "http://127.0.0.1:1" };
    await using world = await openWorld("SQLite", { env });
    expect((await world.as().get("/")).status).toBe(200);
    await world.services.spans!.flush();
    expect((await world.as().get("/")).status).toBe(200);
    await until(() => world.logLines.some((line) => line.includes("cannot be sent")));
  });
});

describe("calls to other services", () => {
  const open = () => {
    const seen: (string | null)[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch({ headers }) {
        seen.push(headers.get("traceparent"), headers.get("tracestate"), headers.get("accept"));
        return new Response("hi");
      },
    });
    return { seen, url: `http://127.0.0.1:${server.port}/`, [Symbol.asyncDispose]: () => server.stop(true) };
  };
  const call = async (url: string, trace: Trace | undefined) =>
    spending({ requestId: "x", databaseMs: 0, queueMs: 0, trace }, () =>
      tracedFetch(url, { headers: { accept: "text/x" } }),
    );
  const sent = new Headers({ traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "a=1" });

  test("carry the caller's trace on, and nothing without one", async () => {
    await using service = open();
    await call(service.url, Trace.of(sent));
    await call(service.url, Trace.of(new Headers()));
    await tracedFetch(service.url, {});
    expect(service.seen.slice(0, 5)).toEqual([`00-${TRACE}-${CALLER}-01`, "a=1", "text/x", null, null]);
    expect(service.seen[6]).toBeNull();
  });

  test("are spans of their own if traces are exported", async () => {
    await using service = open();
    await using collector = openCollector();
    const { log } = { log: new Log("silent", async () => {}) };
    await using exporter = new SpanExporter(collector.url, log);
    const trace = Trace.of(sent, exporter)!;
    await call(service.url, trace);
    await exporter.flush();
    const [span] = collector.spans;
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: trace.spanId, kind: 3 });
    expect(service.seen[0]).toBe(`00-${TRACE}-${span!.spanId}-01`);
  });
});
