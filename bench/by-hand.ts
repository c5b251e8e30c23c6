// The least a server can do: one answer, or one of many, on Bun.serve; and the least that does what ours does, on our own
// HTTP server. That is one function, without any layers: no routes, and nothing is ever read from the database. Started
// by limit.ts.
import { Database } from "bun:sqlite";
import { openSync, writeSync } from "node:fs";

import type { HttpRequest } from "../src/wire/http-request.ts";
import { HttpResponse } from "../src/wire/http-response.ts";
import { HeaderBlock } from "../src/wire/response-headers.ts";
import { serveAlone } from "./own-server.ts";
import { etagOf, idOf } from "./zipf.ts";

const [kind, file, ...numbers] = process.argv.slice(2) as [string, string, ...string[]];
const [count, bytes, status] = numbers.map(Number) as [number, number, number];
const KEY = "gfw_benchmark";
const JSON_TYPE = "application/json; charset=utf-8";
const filler = "x".repeat(bytes - '{"id":"1000000000000000000","filler":""}'.length);
const utf8 = new TextEncoder();
const answers = new Map<string, { body: Uint8Array<ArrayBuffer>; etag: string }>();
for (let i = 0; i < count; i++) {
  const id = idOf(i);
  const body = utf8.encode(`{"id":"${id}","filler":"${filler}"}`);
  answers.set(id, { body, etag: etagOf(id) });
}

const first = answers.get(idOf(0))!.body;
const isBare304 = status === 304;
const bareInit = { status, headers: { "Content-Type": JSON_TYPE } };
const headers = new HeaderBlock({
  "Content-Type": JSON_TYPE,
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding, Origin",
  "Cache-Control": "private, no-cache",
});
const keys = new Map([[KEY, { user: "1000000000000000001", left: 1e9 }]]);
const log = new Uint8Array(64 * 1024);
const logFile = kind === "by hand" ? openSync("/dev/null", "w") : 0;
let logged = 0;
let requests = 0;

/** Looks for changes once in a turn of the event loop: nothing that is kept may be older than the request. */
class Look {
  readonly #database = new Database(file);
  readonly #begin = this.#database.query("begin");
  readonly #version = this.#database.query<{ data_version: number }, []>("pragma data_version");
  readonly #commit = this.#database.query("commit");
  #kept: number | undefined;
  #isOfTurn = false;

  take() {
    if (this.#isOfTurn) return;
    this.#isOfTurn = true;
    setImmediate(this.#end);
    this.#begin.run();
    const { data_version } = this.#version.get()!;
    if (data_version !== (this.#kept ??= data_version)) answers.clear();
  }

  #end = () => {
    this.#isOfTurn = false;
    this.#commit.run();
  };
}
const look = kind === "by hand" ? new Look() : undefined;

const idIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

const BARE: Record<string, (request: Request) => Response> = {
  bare: () => new Response(isBare304 ? null : first, bareInit),
  spread: ({ url }) => new Response(isBare304 ? null : answers.get(idIn(url))!.body, bareInit),
};

function answerByHand({ target, method, headers: asked }: HttpRequest): HttpResponse {
  const started = performance.now();
  look!.take();
  const host = asked.get("host");
  const requestId = asked.get("x-request-id") ?? `1a2b3c4d-${(requests++).toString(36)}`;
  const caller = keys.get(asked.get("authorization") ?? "");
  if (host === null || !caller || caller.left-- < 0) return new HttpResponse("{}", { status: 401 });
  const { body, etag } = answers.get(idIn(target))!;
  const isKnown = asked.get("if-none-match") === etag;
  if (asked.get("origin") !== null || (!isKnown && asked.get("accept-encoding") !== null))
    return new HttpResponse("{}", { status: 501 });
  const response = isKnown
    ? new HttpResponse(null, { status: 304, headers })
    : new HttpResponse(body, { status: 200, headers });
  response.headers.append("X-Request-Id", requestId);
  response.headers.append("RateLimit", `"account";r=${caller.left};t=1`);
  response.headers.append("ETag", etag);
  const us = Math.round((performance.now() - started) * 1000);
  write(
    `{"time":"${new Date().toISOString()}","level":"info","message":"request","request":"${requestId}","method":"${method}","path":"${target}","route":"/v1/meme/{id}","status":${response.status},"us":${us},"user":"${caller.user}"}\n`,
  );
  return response;
}

function write(line: string) {
  if (logged + line.length * 3 > log.length) {
    writeSync(logFile, log, 0, logged);
    logged = 0;
  }
  logged += utf8.encodeInto(line, log.subarray(logged)).written;
}

process.on("disconnect", () => process.exit()); // the benchmark is gone
process.send!(
  kind === "by hand"
    ? serveAlone(answerByHand)
    : Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: BARE[kind]! }).port,
);
