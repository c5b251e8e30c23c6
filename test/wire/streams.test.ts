import { expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { get, request, serve } from "./serve.ts";

const LAST = "Connection: close";
const bodyIn = (text: string) => text.slice(text.indexOf("\r\n\r\n") + 4);

type Piece = string | Uint8Array;

/** Sends a piece each time it is asked for one, and then ends or breaks. */
function streamOf(pieces: readonly Piece[], fault?: Error) {
  const left = [...pieces];
  return new ReadableStream<Piece>({
    async pull(controller) {
      await Bun.sleep(0);
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (fault) controller.error(fault);
      else controller.close();
    },
  });
}

test("a stream is sent in chunks, and the connection goes on", async () => {
  await using site = serve(() => new HttpResponse(streamOf(["a", "", new Uint8Array(), "é", Buffer.alloc(20, "x")])));
  const text = await site.ask(get("/") + get("/", LAST));
  const body = `1\r\na\r\n2\r\n\xc3\xa9\r\n14\r\n${"x".repeat(20)}\r\n0\r\n\r\n`;
  expect(text.split(`\r\nTransfer-Encoding: chunked\r\n\r\n${body}HTTP/1.1 200 OK\r\n`)).toHaveLength(2);
  expect(text).toEndWith(`\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body}`);
  expect(text).not.toMatch(/content-length/i);
});

test("an empty stream is its last chunk only", async () => {
  await using site = serve(() => new HttpResponse(streamOf([])));
  expect(bodyIn(await site.ask(get("/", LAST)))).toBe("0\r\n\r\n");
});

test("pieces are sent as they come", async () => {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  await using site = serve(() => new HttpResponse(readable));
  const client = await site.send(get("/"));
  await writer.write("one");
  await client.has("3\r\none\r\n");
  await writer.write("two");
  await client.has("3\r\ntwo\r\n");
  expect(client.text).not.toContain("0\r\n\r\n");
  await writer.close();
  await client.has(/3\r\ntwo\r\n0\r\n\r\n$/);
  await site.settled();
});

test("HTTP/1.0 gets a stream until the end of the connection", async () => {
  await using site = serve(() => new HttpResponse(streamOf(["a", "bc"])));
  const text = await site.ask(request("GET /", ["Connection: keep-alive"], "1.0"));
  expect(text).not.toMatch(/content-length|transfer-encoding|keep-alive/i);
  expect(text).toEndWith("\r\nConnection: close\r\n\r\nabc");
});

test("a stream that states its length is sent as it is, and the connection goes on", async () => {
  await using site = serve(() => new HttpResponse(streamOf(["a", "bc"]), { headers: { "Content-Length": "3" } }));
  for (const version of ["1.0", "1.1"]) {
    const kept = request("GET /", ["Connection: keep-alive"], version);
    const text = await site.ask(kept + request("GET /", [LAST], version));
    expect(text).toMatch(/^HTTP[^]*\r\nContent-Length: 3\r\n[^]*\r\nabcHTTP[^]*\r\n\r\nabc$/);
    expect(text).not.toMatch(/transfer-encoding/i);
  }
});

test.each([2, 4])("a stream of three bytes that states %d ends the connection, and never says more", async (length) => {
  const headers = { "Content-Length": String(length) };
  await using site = serve(() => new HttpResponse(streamOf(["a", "bc"]), { headers }));
  const body = bodyIn(await site.ask(get("/") + get("/next")));
  expect("abc".startsWith(body)).toBe(true);
  expect(body.length).toBeLessThan(length);
  await site.settled();
});

test("a stream that breaks in the middle ends the connection without the last chunk", async () => {
  await using site = serve(() => new HttpResponse(streamOf(["abc"], new Error("broken"))));
  const text = await site.ask(get("/") + get("/next"));
  expect(text).not.toContain("0\r\n\r\n");
  expect(text).not.toContain("failed");
  await site.settled();
});

test("a stream that breaks before its first piece gets an answer, and the connection goes on", async () => {
  await using site = serve(({ target }) =>
    target === "/" ? new HttpResponse(streamOf([], new Error("broken"))) : new HttpResponse("fine"),
  );
  const text = await site.ask(get("/") + get("/next", LAST));
  expect(text).toMatch(/^HTTP\/1\.1 500 [^]*\r\n\r\nfailed: brokenHTTP\/1\.1 200 [^]*\r\n\r\nfine$/);
});

test("a stream that somebody else reads is answered with a failure", async () => {
  await using site = serve(() => {
    const stream = streamOf(["a"]);
    stream.getReader();
    return new HttpResponse(stream);
  });
  expect(await site.ask(get("/", LAST))).toMatch(/^HTTP\/1\.1 500 /);
});

test("a slow reader gets every byte of a long stream, and the stream does not run ahead", async () => {
  const PIECES = 400;
  let pulled = 0;
  const long = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (pulled === PIECES) return controller.close();
        controller.enqueue(Buffer.alloc(100_000, 32 + (pulled++ % 90)));
      },
    },
    { highWaterMark: 0 },
  );
  await using site = serve(() => new HttpResponse(long, { headers: { "Content-Length": String(PIECES * 100_000) } }));
  const client = await site.send(get("/"));
  await client.has("\r\n\r\n");
  client.pause();
  let before = -1;
  await until(() => {
    const isStill = pulled === before;
    before = pulled;
    return isStill;
  });
  expect(pulled).toBeLessThan(PIECES);
  client.resume();
  await until(() => client.received >= PIECES * 100_000);
  await site.settled();
  const body = client.bytes.subarray(client.bytes.indexOf("\r\n\r\n") + 4);
  expect(body.length).toBe(PIECES * 100_000);
  for (let i = 0; i < PIECES; i++)
    if (!body.subarray(i * 100_000, (i + 1) * 100_000).equals(Buffer.alloc(100_000, 32 + (i % 90))))
      throw new Error(`Piece ${i} is not what was sent.`);
});
