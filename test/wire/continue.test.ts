import { expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { bodyOf, get, request, serve } from "./serve.ts";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const waiting = (target: string, length: number, version = "1.1") =>
  request(`POST ${target}`, [`Content-Length: ${length}`, "Expect: 100-continue"], version);

const reading = () => serve(async (one) => new HttpResponse(`<${await bodyOf(one)}>`));
const refusing = () => serve(() => new HttpResponse("no", { status: 401 }));

test("a client that waits is told to send its body once the handler reads it", async () => {
  const started = Promise.withResolvers<void>();
  let isReading = false;
  await using site = serve(async (one) => {
    await started.promise;
    isReading = true;
    return new HttpResponse(`<${await bodyOf(one)}>`);
  });
  const client = await site.send(waiting("/", 5));
  // What another client gets shows that the server had time to say something to this one.
  await (await site.send("nonsense\r\n\r\n")).has("400");
  expect([client.text, isReading]).toEqual(["", false]);
  started.resolve();
  expect(await client.has(CONTINUE)).toBe(CONTINUE);
  client.write("hello");
  expect(await client.has("<hello>")).toStartWith(`${CONTINUE}HTTP/1.1 200 OK\r\n`);
  client.write(waiting("/", 2));
  await client.has(/<hello>HTTP\/1\.1 100 Continue\r\n\r\n$/);
  client.write(`hi${get("/", "Connection: close")}`);
  await client.ended();
  expect(client.text.split(CONTINUE)).toHaveLength(3);
  expect(client.text).toMatch(/<hi>HTTP[^]*<>$/);
});

test("a client that is refused is never told to send its body, and the connection ends", async () => {
  await using site = refusing();
  const text = await site.ask(waiting("/", 40_000_000));
  expect(text).toMatch(/^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n\r\nno$/);
  expect(await site.ask(waiting("/", 5))).toMatch(/^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n\r\nno$/);
});

test("a client that does not wait for it is not told anything", async () => {
  await using site = reading();
  const client = await site.send(`${waiting("/", 5)}hello`);
  expect(await client.has("<hello>")).not.toContain("100 Continue");
  const other = await site.send(`${waiting("/", 5, "1.0")}hello`);
  await other.ended();
  expect(other.text).toMatch(/^HTTP\/1\.1 200 [^]*<hello>$/);
});

test("a client that is refused although it sends at once may go on", async () => {
  await using site = refusing();
  const client = await site.send(`${waiting("/", 5)}hello${get("/", "Connection: close")}`);
  await client.ended();
  expect([...client.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["401", "401"]);
});

test("there is nothing to wait for if there is no body", async () => {
  await using site = reading();
  expect(await site.ask(waiting("/", 0) + get("/", "Connection: close"))).toMatch(/^HTTP\/1\.1 200 [^]*<>HTTP[^]*<>$/);
});

test("a client that is gone by then makes reading its body fail", async () => {
  const gate = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  await using site = serve(async (one) => {
    await gate.promise;
    await bodyOf(one).catch((error: unknown) => failures.push(error));
    return new HttpResponse("");
  });
  const client = await site.send(waiting("/", 5));
  await until(() => site.server.pending === 1);
  // The server finds out when it tells it to go on.
  client.reset();
  gate.resolve();
  await until(() => failures.length === 1);
  expect(String(failures[0])).toBe("Error: The client hung up.");
});

test("chunks are waited for as well", async () => {
  await using site = reading();
  const client = await site.send(request("POST /", ["Transfer-Encoding: chunked", "Expect: 100-continue"]));
  await client.has(CONTINUE);
  client.write("5\r\nhello\r\n0\r\n\r\n");
  await client.has("<hello>");
});
