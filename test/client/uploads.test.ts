import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";

import {
  Guffaw,
  GuffawError,
  InvalidInput,
  TimedOut,
  UnsuitableFile,
  type ImageSource,
} from "../../client/src/index.ts";
import { ROOT } from "../world.ts";
import { installClient, run, RUNTIMES } from "./built.ts";

/** A site that accepts and records everything, and fails as often as a test wants. */
let site: ReturnType<typeof Bun.serve>;
let received: Uint8Array[] = [];
let failures = 0;
/** Where the package is installed. */
let author: string;

beforeAll(async () => {
  author = await installClient();
  site = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const image = (await request.formData()).get("image") as File;
      received.push(await image.bytes());
      return failures-- > 0 ? new Response(null, { status: 503 }) : Response.json({ meme: { memeid: "1" } });
    },
  });
});

afterAll(async () => {
  await site?.stop(true);
});

beforeEach(() => {
  received = [];
  failures = 0;
});

const clientOf = (options = {}) => new Guffaw({ url: `http://127.0.0.1:${site.port}`, key: "gfw_x", ...options });
const failed = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as GuffawError,
  );
const bytes = new Uint8Array(300_000).map((_, i) => i);
const PICTURE = join(ROOT, "assets/starter/printer.png");

async function* parts() {
  // The same memory each time, as some streams do.
  const memory = new Uint8Array(100_000);
  for (let at = 0; at < bytes.length; at += memory.length) {
    memory.set(bytes.subarray(at, at + memory.length));
    yield memory;
  }
}

describe("an image", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const other = runInNewContext("new Uint8Array(buffer)", { buffer: bytes.buffer.slice() }) as Uint8Array;

  test.each<[string, () => ImageSource]>([
    ["bytes", () => bytes],
    ["a part of bytes", () => new Uint8Array([7, ...bytes, 7]).subarray(1, -1)],
    ["bytes of another realm", () => other],
    ["a buffer of another realm", () => runInNewContext("bytes.buffer", { bytes: other }) as ArrayBuffer],
    ["bytes that are shared", () => shared],
    ["bytes for a canvas", () => new Uint8ClampedArray(bytes)],
    ["a view of bytes", () => new DataView(bytes.buffer)],
    ["a buffer", () => bytes.buffer],
    ["a blob", () => new Blob([bytes])],
    ["a file", () => new File([bytes], "cat.png")],
    ["a stream", () => new Blob([bytes]).stream()],
    ["a stream of Node", () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)])],
    ["whatever yields bytes", parts],
  ])("may be %s", async (_, source) => {
    await clientOf().submit(source());
    expect(Buffer.from(received[0]!).equals(bytes)).toBe(true);
  });

  test.each([PICTURE, pathToFileURL(PICTURE), pathToFileURL(PICTURE).href])("may be a file: %p", async (path) => {
    await clientOf().submit(path);
    expect(received[0]).toEqual(await Bun.file(PICTURE).bytes());
  });

  test.each<[string, unknown, string]>([
    ["nothing", null, "file, not Null."],
    ["less than that", undefined, "file, not Undefined."],
    ["a number", 5, "file, not Number."],
    ["a list", [1, 2], "file, not Array."],
    ["an answer", new Response("x"), "file, not Response."],
    ["an address", "https://example.org/cat.png", "not fetched from an address"],
    ["an address as such", new URL("https://example.org/cat.png"), "not fetched from an address"],
    ["an address of data", "data:image/png;base64,AAAA", "not fetched from an address"],
    ["no file", "/no/such/file", "The file /no/such/file cannot be read"],
    ["the address of no file", "file:///no/such/file", "The file file:///no/such/file cannot be read"],
    ["a folder", "/", "The file / cannot be read"],
    ["what no path holds", "a\u0000b", "cannot be read"],
    ["text", Readable.from(["a", "b"]), "must yield bytes, not text"],
  ])("is not %s", async (_, source, words) => {
    const error = await failed(clientOf().submit(source as ImageSource));
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error!.message).toContain(words);
    expect(received).toEqual([]);
  });

  test("that cannot be read to its end is reported with the cause", async () => {
    const broken = new Error("the disk is gone");
    const streams: (() => ImageSource)[] = [
      () => new ReadableStream({ pull: (controller) => controller.error(broken) }),
      () => new Readable({ read: () => {} }).destroy(broken),
    ];
    for (const stream of streams) {
      const error = await failed(clientOf().submit(stream()));
      expect(error).toBeInstanceOf(InvalidInput);
      expect(error!.cause).toBe(broken);
    }
    const locked = new Blob([bytes]).stream();
    locked.getReader();
    expect(await failed(clientOf().submit(locked))).toBeInstanceOf(InvalidInput);
  });

  test("that is larger than any site accepts is not read to its end", async () => {
    let given = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => (given++, controller.enqueue(new Uint8Array(2 ** 20))),
      cancel: () => void (cancelled = true),
    });
    const error = await failed(clientOf().submit(endless));
    expect(error).toBeInstanceOf(UnsuitableFile);
    expect(error!.message).toBe("The file is larger than 30 MB; no site accepts that much.");
    expect([given < 52, cancelled]).toEqual([true, true]);
    expect(await failed(clientOf().submit("/dev/zero"))).toBeInstanceOf(UnsuitableFile);
    expect(await failed(clientOf().submit(new Blob([new Uint8Array(49 * 2 ** 20)])))).toBeInstanceOf(UnsuitableFile);
  });
});

describe("a silent source", () => {
  function silent() {
    const seen = { cancelled: false };
    const stream = new ReadableStream<Uint8Array>({ cancel: () => void (seen.cancelled = true) });
    return { stream, seen };
  }

  test("is abandoned with the call, and released", async () => {
    const stop = new AbortController();
    const { stream, seen } = silent();
    const node = new Readable({ read: () => {} });
    setTimeout(() => stop.abort(new Error("enough")), 20);
    const works = [stream, node].map((source) => failed(clientOf().submit(source, { signal: stop.signal })));
    expect((await Promise.all(works)).map((error) => error?.message)).toEqual(["enough", "enough"]);
    expect([seen.cancelled, stream.locked, node.destroyed]).toEqual([true, false, true]);
  });

  test("is abandoned in time", async () => {
    const { stream, seen } = silent();
    const error = await failed(clientOf().submit(stream, { timeout: 50 }));
    expect(error).toBeInstanceOf(TimedOut);
    expect(error!.message).toBe("The image could not be read within 0.05 seconds.");
    expect([seen.cancelled, stream.locked]).toEqual([true, false]);
    const short = clientOf({ timeout: 10 });
    expect((await failed(short.submit(silent().stream)))?.message).toContain("within 0.04 seconds");
  });

  test("that has ended is released too", async () => {
    const stream = new Blob([bytes]).stream();
    await clientOf().submit(stream);
    expect(stream.locked).toBe(false);
  });
});

describe("its progress", () => {
  test("starts over when it is sent again", async () => {
    failures = 1;
    const steps: number[] = [];
    await clientOf().submit(bytes, { onProgress: ({ sent }) => steps.push(sent) });
    expect(received.map(({ length }) => length)).toEqual([bytes.length, bytes.length]);
    expect(steps.filter((sent) => sent === 0)).toHaveLength(2);
    expect(Math.max(...steps.map((sent, i) => sent - (steps[i - 1] ?? 0)))).toBeLessThanOrEqual(64 * 1024);
  });

  test("fails with the author's own error if the listener throws", async () => {
    for (const at of [0, 1]) {
      const onProgress = ({ sent }: { sent: number }) => {
        if (sent >= at) throw new Error("mine");
      };
      await expect(clientOf().submit(bytes, { onProgress })).rejects.toThrow("mine");
    }
  });

  test.each(RUNTIMES)("matches the receiver's in %s", async (_, command) => {
    // Stops in the middle of reading: the sender can continue until the buffers in between are full.
    const slow = createServer((request, response) => {
      request.once("data", () => {
        request.pause();
        setTimeout(() => request.resume(), 1000);
      });
      request.on("end", () => response.end('{"meme":{"memeid":"1"}}'));
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const script = join(author, "slow.mjs");
    await Bun.write(
      script,
      `import { Guffaw } from "guffaw-client";
      const steps = [];
      const onProgress = ({ sent, total }) => steps.push({ sent, total, at: Date.now() });
      await new Guffaw({ url: process.env.GUFFAW_URL, key: "x" }).submit(new Uint8Array(24 * 2 ** 20), { onProgress });
      console.log(JSON.stringify(steps));`,
    );
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const done = await run([command, script], { env: { GUFFAW_URL: url } });
    slow.closeAllConnections();
    slow.close();
    expect([done.code, done.stderr]).toEqual([0, ""]);
    const steps = JSON.parse(done.stdout) as { sent: number; total: number; at: number }[];
    const { total } = steps[0]!;
    expect([steps[0]!.sent, steps.at(-1)!.sent]).toEqual([0, total]);
    expect(steps.length).toBeGreaterThan(300);
    // The sender's longest pause is the receiver's, and comes long before everything is sent.
    const pauses = steps.slice(1).map(({ at }, i) => at - steps[i]!.at);
    const { sent } = steps[pauses.indexOf(Math.max(...pauses))]!;
    expect(sent / total).toBeLessThan(0.6);
  });
});

test("one signal for many uploads leaks nothing", async () => {
  const script = join(author, "many.mjs");
  await Bun.write(
    script,
    `import { Guffaw } from "guffaw-client";
    const fetch = async () => Response.json({ meme: { memeid: "1" } });
    const guffaw = new Guffaw({ key: "x", fetch });
    const { signal } = new AbortController();
    const one = () => guffaw.submit(new Blob(["x"]).stream(), { signal });
    await Promise.all(Array.from({ length: 20 }, one));
    for (let i = 0; i < 20; i++) await one();`,
  );
  expect(await run(["node", script])).toMatchObject({ code: 0, stderr: "" });
});
