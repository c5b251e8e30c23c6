import { describe, expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { bodyOf, get, request, serve } from "./serve.ts";

const large = Buffer.alloc(20_000_000);
const long = request("POST /late", ["Content-Length: 900000"]);

const STAGES: [stage: string, sent: string, isPending: boolean][] = [
  ["before a request", "", false],
  ["in the head", "GET / HT", false],
  ["before the body", request("POST /read", ["Content-Length: 10"]), true],
  ["in the body", `${request("POST /read", ["Content-Length: 10"])}hello`, true],
  ["in a chunk", `${request("POST /read", ["Transfer-Encoding: chunked"])}5\r\nhe`, true],
  ["while its body waits to be read", `${long}${"x".repeat(800_000)}`, true],
  ["while it waits to be told to go on", request("POST /read", ["Content-Length: 10", "Expect: 100-continue"]), true],
  ["while it waits for an answer", get("/late"), true],
  ["with requests behind the one that is answered", get("/late").repeat(5000), true],
  ["in a long answer", get("/bytes"), true],
  ["in a long file", get("/blob"), true],
  ["in a stream", get("/stream"), true],
  ["after a whole answer", get("/"), false],
  ["in an unread body", `${request("POST /", ["Content-Length: 10"])}hello`, false],
  ["after a refusal", "nonsense\r\n\r\n", false],
];

/** Answers `/late` once `gate` opens. */
const serveAll = (gate: Promise<void>) =>
  serve(async (one) => {
    if (one.target === "/late") await gate;
    if (one.target === "/read") return new HttpResponse(await bodyOf(one));
    if (one.target === "/bytes") return new HttpResponse(large);
    if (one.target === "/blob") return new HttpResponse(new Blob([large]));
    if (one.target === "/stream") return new HttpResponse(new ReadableStream<string>({}));
    return new HttpResponse("");
  });

describe.each(STAGES)("nothing is pending after a client left %s", (_, sent, isPending) => {
  test.each(["reset", "closeSoon", "endSide"] as const)("by %s", async (how) => {
    const gate = Promise.withResolvers<void>();
    await using site = serveAll(gate.promise);
    const client = await site.client();
    client.pause();
    client.write(sent);
    if (isPending) await until(() => site.server.pending === 1);
    // What another client gets shows that the server has read what this one sent.
    else await site.isWell();
    client[how]();
    // The others could have ended their side only: that they are gone is noticed once an answer is written.
    if (how === "reset") await site.settled();
    gate.resolve();
    if (how === "endSide") {
      client.resume();
      if (!sent.includes("/stream")) await client.ended();
      client.reset();
    }
    await site.settled();
    expect(await site.isWell()).toBe(true);
  });
});

test("nothing is pending after thousands of requests of all kinds", async () => {
  await using site = serveAll(Promise.resolve());
  const kinds = ["/", "/late", "/read", "/blob", "/bytes"];
  await Promise.all(
    kinds.map(async (target) => {
      const isLong = target.startsWith("/b");
      const client = await site.send(get(target).repeat(isLong ? 2 : 1000) + get("/", "Connection: close"));
      await client.ended();
    }),
  );
  await site.settled();
  expect(await site.isWell()).toBe(true);
});
