import { describe, expect, test } from "bun:test";

import { HttpResponse } from "../../src/wire/http-response.ts";
import { until } from "../until.ts";
import { bodyOf, get, post, request, serve } from "./serve.ts";

const answersIn = (text: string) => [...text.matchAll(/<(.*?)>/g)].map(([, answer]) => answer);
const never = () => new Promise<never>(() => {});

describe("a client that ends its side", () => {
  test("still gets its answer, at once or later", async () => {
    for (const delay of [0, 30]) {
      await using site = serve(async ({ target }) => {
        if (delay > 0) await Bun.sleep(delay);
        return new HttpResponse(`<${target}>`);
      });
      const client = await site.send(get("/a"));
      client.endSide();
      await client.ended();
      expect(answersIn(client.text)).toEqual(["/a"]);
      await until(() => client.isClosed);
    }
  });

  test("gets the answers to everything it had sent", async () => {
    await using site = serve(async (one) => {
      await Bun.sleep(10);
      return new HttpResponse(`<${one.target} ${await bodyOf(one)}>`);
    });
    const client = await site.send(get("/a") + post("/b", "hello") + get("/c"));
    client.endSide();
    await client.ended();
    expect(answersIn(client.text)).toEqual(["/a ", "/b hello", "/c "]);
  });

  test("gets the answers to everything it had sent, those that are ready at once too", async () => {
    await using site = serve(({ target }) => {
      const response = new HttpResponse(`<${target}>`);
      return target === "/late" ? Bun.sleep(10).then(() => response) : response;
    });
    const client = await site.send(["/late", "/a", "/b", "/late", "/c", "/d"].map((target) => get(target)).join(""));
    client.endSide();
    await client.ended();
    expect(answersIn(client.text)).toEqual(["/late", "/a", "/b", "/late", "/c", "/d"]);
  });

  test("in the middle of a body behind another request makes reading it fail", async () => {
    const gate = Promise.withResolvers<void>();
    await using site = serve(async (one) => {
      if (one.target === "/late") await gate.promise;
      return new HttpResponse(`<${one.target} ${await bodyOf(one)}>`);
    });
    const client = await site.send(`${get("/late")}${request("POST /", ["Content-Length: 10"])}hello`);
    await until(() => site.server.pending === 1);
    client.endSide();
    // Until the server has seen the end, which another client's answer shows.
    await site.ask("nonsense\r\n\r\n");
    gate.resolve();
    await client.ended();
    expect(client.text).toMatch(/<\/late >HTTP\/1\.1 500 [^]*\r\n\r\nfailed: The client hung up\.$/);
  });

  test("gets a long answer whole", async () => {
    const SIZE = 10_000_000;
    await using site = serve(async () => {
      await Bun.sleep(10);
      return new HttpResponse(new Blob([Buffer.alloc(SIZE, "x")]));
    });
    const client = await site.client();
    client.pause();
    client.write(get("/"));
    client.endSide();
    await until(() => site.server.pending === 1);
    client.resume();
    await client.ended();
    expect(client.text.length - client.text.indexOf("\r\n\r\n") - 4).toBe(SIZE);
  });

  test("in the middle of a head gets nothing", async () => {
    await using site = serve();
    const client = await site.send("GET / HTTP/1.1\r\nHost");
    client.endSide();
    await client.ended();
    expect(client.text).toBe("");
  });

  test("in the middle of a body makes reading it fail", async () => {
    await using site = serve(async (one) => new HttpResponse(`<${await bodyOf(one)}>`));
    for (const head of [request("POST /", ["Content-Length: 10"]), request("POST /", ["Transfer-Encoding: chunked"])]) {
      const client = await site.send(`${head}5\r\nhe`);
      await until(() => site.server.pending === 1);
      client.endSide();
      await client.ended();
      expect(client.text).toMatch(/^HTTP\/1\.1 500 [^]*\r\nConnection: close\r\n\r\nfailed: The client hung up\.$/);
    }
  });

  test("cancels an endless stream", async () => {
    const cancelled = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    await using site = serve(({ signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      return new HttpResponse(
        new ReadableStream<string>({
          start: (controller) => controller.enqueue("hello"),
          cancel: () => cancelled.resolve(),
        }),
      );
    });
    const client = await site.send(get("/"));
    await client.has("5\r\nhello\r\n");
    client.endSide();
    await Promise.all([cancelled.promise, aborted.promise]);
    await site.settled();
  });
});

describe("a client that is gone", () => {
  test("aborts the signal of its request, whenever it is asked for", async () => {
    const seen: boolean[] = [];
    const early = Promise.withResolvers<void>();
    await using site = serve(async (one) => {
      if (one.target === "/early") {
        one.signal.addEventListener("abort", () => early.resolve());
        return never();
      }
      await until(() => site.server.pending === 0);
      seen.push(one.signal.aborted);
      return new HttpResponse("late");
    });
    for (const target of ["/early", "/late"]) {
      const client = await site.send(get(target));
      await until(() => site.server.pending === 1);
      client.reset();
      await site.settled();
    }
    await early.promise;
    await until(() => seen.length === 1);
    expect(seen).toEqual([true]);
  });

  test("is not reported to a handler that has a living client", async () => {
    await using site = serve(({ signal }) => new HttpResponse(`<${signal.aborted}>`));
    expect(answersIn(await site.ask(get("/") + get("/", "Connection: close")))).toEqual(["false", "false"]);
  });

  test("makes reading its body fail", async () => {
    const failures: unknown[] = [];
    await using site = serve(async (one) => {
      await bodyOf(one).catch((error: unknown) => failures.push(error));
      return new HttpResponse("");
    });
    const client = await site.send(`${request("POST /", ["Content-Length: 10"])}hello`);
    await until(() => site.server.pending === 1);
    client.reset();
    await until(() => failures.length === 1);
    expect(String(failures[0])).toBe("Error: The client hung up.");
  });

  test("cancels the stream it was sent, however far it was", async () => {
    for (const piece of ["", "hello", "x".repeat(20_000_000)]) {
      const cancelled = Promise.withResolvers<void>();
      const start = (controller: ReadableStreamDefaultController<string>) => controller.enqueue(piece);
      await using site = serve(
        () => new HttpResponse(new ReadableStream<string>({ start, cancel: () => cancelled.resolve() })),
      );
      const client = await site.client();
      client.pause();
      client.write(get("/"));
      await until(() => site.server.pending === 1);
      client.reset();
      await cancelled.promise;
      await site.settled();
    }
  });

  test("cancels the stream of an answer that comes too late", async () => {
    const cancelled = Promise.withResolvers<void>();
    await using site = serve(async () => {
      await until(() => site.server.pending === 0);
      return new HttpResponse(new ReadableStream<string>({ cancel: () => cancelled.resolve() }));
    });
    const client = await site.send(get("/"));
    await until(() => site.server.pending === 1);
    client.reset();
    await cancelled.promise;
  });
});

test("a client that ends its side gets more answers than fit into one turn", async () => {
  const ASKED = 300;
  await using site = serve(() => new HttpResponse("x"));
  const client = await site.send(get("/").repeat(ASKED));
  client.endSide();
  await client.ended();
  expect(client.text.split("HTTP/1.1 200 ").length - 1).toBe(ASKED);
});

test("a slow reader gets the whole of the last answer", async () => {
  const SIZE = 1_500_000;
  await using site = serve(() => new HttpResponse(Buffer.alloc(SIZE, "x")), 1);
  const client = await site.client();
  client.pause();
  client.write(request("GET /", ["Connection: close"]));
  await until(() => site.server.pending === 0 && client.isFlushed);
  // Longer than the server waits for a client that is silent.
  await Bun.sleep(8000);
  client.resume();
  await client.ended();
  expect(client.received).toBeGreaterThan(SIZE);
});
