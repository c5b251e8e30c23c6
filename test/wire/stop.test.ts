import { expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { Client } from "./client.ts";
import { get, request, serve } from "./serve.ts";

test("a closed server takes no further connections, and those that are open go on", async () => {
  const gate = Promise.withResolvers<void>();
  await using site = serve(async ({ target }) => {
    if (target === "/late") await gate.promise;
    return new HttpResponse(`<${target}>`);
  });
  const [late, idle] = [await site.send(get("/late")), await site.send(get("/first"))];
  await until(() => site.server.pending === 1 && idle.text.includes("<"));
  const { port } = site.server;
  site.server.close();
  expect(Client.open(port)).rejects.toThrow();
  gate.resolve();
  await late.has("</late>");
  for (const client of [late, idle]) {
    client.write(get("/again", "Connection: close"));
    await client.ended();
    expect(client.text).toEndWith("</again>");
  }
});

test("a stopped server ends every connection, whatever it is doing", async () => {
  const aborted = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await using site = serve(async (one) => {
    if (one.target === "/large") return new HttpResponse(Buffer.alloc(20_000_000));
    if (one.target === "/stream")
      return new HttpResponse(new ReadableStream<string>({ cancel: () => cancelled.resolve() }));
    one.signal.addEventListener("abort", () => aborted.resolve());
    return new Promise<never>(() => {});
  });
  const busy = ["/never", "/large", "/stream"].map((target) => get(target));
  const sent = [...busy, request("POST /", ["Content-Length: 5"]), "", "GET / HT", "nonsense\r\n\r\n"];
  const clients = await Promise.all(sent.map(() => site.client()));
  for (const [i, client] of clients.entries()) {
    client.pause();
    client.write(sent[i]!);
  }
  await until(() => site.server.pending === 4);
  site.server.stop();
  // None of them has closed its side.
  await site.settled();
  await Promise.all([aborted.promise, cancelled.promise]);
  for (const client of clients) {
    client.resume();
    await client.ended();
  }
});

test("a stopped server waits for clients that have their last answer, but not for long", async () => {
  await using site = serve();
  const clients = [await site.send(get("/a", "Connection: close")), await site.send("nonsense\r\n\r\n")];
  for (const client of clients) await client.ended();
  let isStopped = false;
  const stopped = site.server.stop().then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  await stopped;
});

test("a server may be stopped twice, and after it was closed", async () => {
  await using site = serve();
  site.server.close();
  site.server.stop();
  site.server.stop();
  expect(site.server.pending).toBe(0);
});
