import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { ConnectionLost, Guffaw, NotFound, RateLimited, ServerError, TimedOut } from "../../client/src/index.ts";
import { openWorld, smallImage, type TestMember, type World } from "../world.ts";

/** What a proxy does to the next requests, one after the other. Then it lets all through. */
type Fault = number | { status: number; retryAfter: string } | "drop" | "drop after" | "hang";

let world: World;
let ann: TestMember;
let guffaw: Guffaw;
let faults: Fault[] = [];
let seen: { method: string; key: string | null; at: number }[] = [];
let proxy: Server;
let address: string;

async function forward(request: IncomingMessage): Promise<Response> {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  return fetch(world.origin + request.url, {
    method: request.method!,
    headers: new Headers(request.headers as Record<string, string>),
    ...(request.method === "GET" ? {} : { body }),
  });
}

async function handle(request: IncomingMessage, response: ServerResponse) {
  const key = (request.headers["idempotency-key"] as string | undefined) ?? null;
  seen.push({ method: request.method!, key, at: performance.now() });
  const fault = faults.shift();
  if (fault === "hang") return; // until the client gives up
  const answer = fault === undefined || fault === "drop after" ? await forward(request) : undefined;
  if (fault === "drop" || fault === "drop after") return request.socket.destroy();
  if (answer) {
    for (const name of ["content-type", "link", "retry-after", "x-request-id"])
      if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name)!);
    return response.writeHead(answer.status).end(await answer.text());
  }
  const { status, retryAfter } =
    typeof fault === "number" ? { status: fault, retryAfter: undefined } : (fault as Exclude<Fault, number | string>);
  response.setHeader("X-Request-Id", "from-the-proxy");
  if (retryAfter) response.setHeader("Retry-After", retryAfter);
  return response.writeHead(status, { "Content-Type": "application/json" }).end('{"error":"Not now."}');
}

beforeAll(async () => {
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann" });
  proxy = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  guffaw = new Guffaw({ url: address, key: ann.key, timeout: 20_000 });
});

afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await world?.[Symbol.asyncDispose]();
});

beforeEach(() => {
  faults = [];
  seen = [];
});

describe("a temporary failure", () => {
  test.each([429, 502, 503, 504, "drop", "hang"] as Fault[])("is read again after %p", async (fault) => {
    faults = [fault];
    expect((await guffaw.me(fault === "hang" ? { timeout: 3000 } : {})).username).toBe("ann");
    expect(seen.map(({ method }) => method)).toEqual(["GET", "GET"]);
  });

  test("is retried", async () => {
    const meme = await world.meme({ by: ann });
    faults = [503, "drop after"];
    expect(await guffaw.rate(meme.id, 5)).toMatchObject({ rating: 5 });
    expect(seen.map(({ method }) => method)).toEqual(["PUT", "PUT", "PUT"]);
  });

  test("acts once, however often it is sent", async () => {
    const meme = await world.meme({ by: ann });
    faults = ["drop after", 502];
    await guffaw.comment(meme.id, "only once");
    const keys = new Set(seen.map(({ key }) => key));
    expect([seen.length, keys.size]).toEqual([3, 1]);
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await guffaw.comments(meme.id).all()).toHaveLength(1);

    seen = [];
    faults = ["drop after"];
    const made = await guffaw.submit(await smallImage(), { caption: "one of a kind" });
    expect(seen).toHaveLength(2);
    const found = await guffaw.searchMemes("one of a kind").all();
    expect(found.map(({ memeid }) => memeid)).toEqual([made.memeid]);
  });

  test("is not retried if that could act twice", async () => {
    const meme = await world.meme({ by: ann });
    faults = [503];
    await expect(guffaw.deleteMeme(meme.id)).rejects.toBeInstanceOf(ServerError);
    faults = [503];
    await expect(guffaw.updateMe({ bio: "x" })).rejects.toBeInstanceOf(ServerError);
    expect(seen.map(({ method }) => method)).toEqual(["DELETE", "PATCH"]);
  });

  test("is not retried if the second answer would differ", async () => {
    const meme = await world.meme({ by: ann, caption: "one" });
    for (const work of [
      () => guffaw.changeCaption(meme.id, "two"),
      () => guffaw.disableMeme(meme.id),
      () => guffaw.enableMeme(meme.id),
      () => guffaw.unrate(meme.id),
      () => guffaw.deleteMeme(meme.id),
    ]) {
      // A reused connection: Bun's own fetch would retry on another.
      await guffaw.me();
      seen = [];
      faults = ["drop after"];
      await expect(work()).rejects.toBeInstanceOf(ConnectionLost);
      expect(seen).toHaveLength(1);
    }
    await expect(guffaw.meme(meme.id)).rejects.toBeInstanceOf(NotFound);
  });

  test.each([400, 401, 403, 404, 500])("is nothing like %p", async (status) => {
    faults = [status, status];
    await expect(guffaw.me()).rejects.toMatchObject({ status, requestId: "from-the-proxy", message: "Not now." });
    expect(seen).toHaveLength(1);
  });

  test("is waited for as long as the site asks, within reason", async () => {
    faults = [{ status: 429, retryAfter: "1" }];
    await guffaw.me();
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThan(990);
    seen = [];
    faults = [{ status: 503, retryAfter: "3600" }];
    await expect(guffaw.me()).rejects.toMatchObject({ status: 503, retryAfter: 3600 });
    expect(seen).toHaveLength(1);
    faults = [{ status: 429, retryAfter: new Date(Date.now() + 7_200_000).toUTCString() }];
    const error = await guffaw.me().catch((one: unknown) => one as RateLimited);
    expect((error as RateLimited).retryAfter).toBeGreaterThan(7000);
  });

  test("is given up after as many attempts as allowed", async () => {
    faults = Array.from({ length: 10 }, () => 503);
    const few = new Guffaw({ url: address, key: ann.key, retries: 2 });
    await expect(few.me()).rejects.toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(3);
    seen = [];
    const none = new Guffaw({ url: address, key: ann.key, retries: 0 });
    await expect(none.me()).rejects.toBeInstanceOf(ServerError);
    expect(seen).toHaveLength(1);
  });
});

describe("no answer", () => {
  test("is a lost connection if nobody listens", async () => {
    const nobody = new Guffaw({ url: "http://127.0.0.1:1", key: ann.key, retries: 1 });
    await expect(nobody.me()).rejects.toBeInstanceOf(ConnectionLost);
    await expect(nobody.me()).rejects.toThrow("127.0.0.1:1 cannot be reached.");
  });

  test("in time is reported as a timeout", async () => {
    faults = ["hang"];
    const once = new Guffaw({ url: address, key: ann.key, retries: 0, timeout: 100 });
    await expect(once.me()).rejects.toBeInstanceOf(TimedOut);
    // For one call only.
    faults = ["hang"];
    const patient = new Guffaw({ url: address, key: ann.key, retries: 0 });
    await expect(patient.stats({ timeout: 100 })).rejects.toThrow("There was no answer within 0.1 seconds.");
  });

  test("is waited for no longer than the caller wants", async () => {
    const stop = new AbortController();
    faults = ["hang"];
    const waiting = guffaw.me({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error("I have changed my mind")), 50);
    await expect(waiting).rejects.toThrow("I have changed my mind");
    expect(seen).toHaveLength(1);
    // Between two attempts, too.
    seen = [];
    const later = new AbortController();
    faults = [{ status: 503, retryAfter: "30" }];
    const startedAt = performance.now();
    setTimeout(() => later.abort(new Error("enough")), 100);
    await expect(guffaw.me({ signal: later.signal })).rejects.toThrow("enough");
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await expect(guffaw.me({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  });
});
