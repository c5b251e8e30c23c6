// The least a server can do that does what ours does. Everything is written by hand, without any layers: no routes, no
// database, no changes to see. Started by limit.ts.
import { openSync, writeSync } from "node:fs";

import { idOf } from "./zipf.ts";

const [kind, count, bytes] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const KEY = "gfw_benchmark";
const JSON_TYPE = "application/json; charset=utf-8";
const filler = "x".repeat(bytes - '{"id":"1000000000000000000","filler":""}'.length);
const utf8 = new TextEncoder();
const answers = new Map<string, { body: Uint8Array<ArrayBuffer>; etag: string }>();
for (let i = 0; i < count; i++) {
  const id = idOf(i);
  const body = utf8.encode(`{"id":"${id}","filler":"${filler}"}`);
  answers.set(id, { body, etag: `W/"${Bun.hash(body).toString(16)}"` });
}

const first = answers.get(idOf(0))!.body;
const bareInit = { headers: { "Content-Type": JSON_TYPE } };
const headers = new Headers({
  "Content-Type": JSON_TYPE,
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding, Origin",
  "Cache-Control": "private, no-cache",
});
const init = { status: 200, headers };
const keys = new Map([[KEY, { user: "1000000000000000001", left: 1e9 }]]);
const log = new Uint8Array(64 * 1024);
const logFile = kind === "by hand" ? openSync("/dev/null", "w") : 0;
let logged = 0;
let requests = 0;

const idIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

const KINDS: Record<string, (request: Request) => Response> = {
  bare: () => new Response(first, bareInit),
  spread: ({ url }) => new Response(answers.get(idIn(url))!.body, bareInit),
  "by hand": (request) => {
    const { url, method, headers: asked } = request;
    const started = performance.now();
    const host = asked.get("host");
    const requestId = asked.get("x-request-id") ?? `1a2b3c4d-${(requests++).toString(36)}`;
    const caller = keys.get(asked.get("authorization") ?? "");
    if (host === null || !caller || caller.left-- < 0) return new Response("{}", { status: 401 });
    const { body, etag } = answers.get(idIn(url))!;
    if (asked.get("if-none-match") === etag || asked.get("origin") !== null || asked.get("accept-encoding") !== null)
      return new Response(null, { status: 304 });
    headers.set("X-Request-Id", requestId);
    headers.set("RateLimit", `"account";r=${caller.left};t=1`);
    headers.set("ETag", etag);
    const response = new Response(body, init);
    const us = Math.round((performance.now() - started) * 1000);
    write(
      `{"time":"${new Date().toISOString()}","level":"info","message":"request","request":"${requestId}","method":"${method}","path":"${url.slice(url.indexOf("/", 8))}","route":"/v1/meme/{id}","status":200,"us":${us},"user":"${caller.user}"}\n`,
    );
    return response;
  },
};

function write(line: string) {
  if (logged + line.length * 3 > log.length) {
    writeSync(logFile, log, 0, logged);
    logged = 0;
  }
  logged += utf8.encodeInto(line, log.subarray(logged)).written;
}

process.on("disconnect", () => process.exit()); // the benchmark is gone
process.send!(Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: KINDS[kind]! }).port);
