import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { Guffaw, GuffawError, InvalidInput, ServerError } from "../../client/src/index.ts";
import { parse } from "../../client/src/json.ts";
import { delayBefore, secondsOf } from "../../client/src/retry.ts";

/** A site that answers what a test wants, and remembers what it was asked. */
let site: ReturnType<typeof Bun.serve>;
/** Another origin, which must never see a key. */
let stranger: ReturnType<typeof Bun.serve>;
let answers: (() => Response)[] = [];
let asked: { method: string; path: string; body: string }[] = [];
let strangers: (string | null)[] = [];

const json =
  (body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json", ...headers } });
const origin = () => `http://127.0.0.1:${site.port}`;
const clientOf = (options = {}) => new Guffaw({ url: origin(), key: "gfw_secret", ...options });
const failed = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as GuffawError,
  );

beforeAll(() => {
  site = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push({ method: request.method, path: pathname + search, body: await request.text() });
      return (answers.shift() ?? json({}))();
    },
  });
  stranger = Bun.serve({
    port: 0,
    fetch: (request) => {
      strangers.push(request.headers.get("authorization"));
      return Response.json([]);
    },
  });
});

afterAll(async () => {
  await site?.stop(true);
  await stranger?.stop(true);
});

beforeEach(() => {
  answers = [];
  asked = [];
  strangers = [];
});

describe("numbers", () => {
  test.each([
    ['{"id":12345678901234567890}', { id: "12345678901234567890" }],
    [
      '{"id":-12345678901234567890,"x":[98765432109876543210]}',
      { id: "-12345678901234567890", x: ["98765432109876543210"] },
    ],
    ['{"id":7,"parent":null}', { id: "7", parent: null }],
    ['{"x":0.30000000000000004}', { x: 0.30000000000000004 }],
    [
      '{"x":1234567890123456789.5,"y":1e12,"z":-1.5E-12345678901234567}',
      { x: Number("1234567890123456789.5"), y: 1e12, z: -0 },
    ],
    ['{"x":9007199254740991}', { x: 9007199254740991 }],
    [
      String.raw`{"x":"a\\\" 12345678901234567890 \\","id":3}`,
      { x: String.raw`a\" 12345678901234567890 ` + "\\", id: "3" },
    ],
  ])("are exact in %s", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  test("are found after a text of any length", () => {
    const x = '\\"12345678901234567890'.repeat(2000);
    expect(parse(JSON.stringify({ x }).replace("}", ',"id":12345678901234567890}'))).toEqual({
      x,
      id: "12345678901234567890",
    });
  });
});

describe("a list", () => {
  test.each([
    ["of another host", () => `http://127.0.0.1:${stranger.port}/v1/meme/recents?amount=25&cursor=7`],
    ["without a host", () => "/v1/meme/recents?amount=25&cursor=7"],
    ["with nothing but a query", () => "?amount=25&cursor=7"],
  ])("goes on below its own address, whatever the link: one %s", async (_, link) => {
    answers = [json([{ memeid: "1" }], { Link: `<${link()}>; rel="next"` }), json([{ memeid: "2" }])];
    const guffaw = clientOf({ url: `${origin()}/below/` });
    expect((await guffaw.recentMemes().all()).map(({ memeid }) => memeid)).toEqual(["1", "2"]);
    expect(asked.map(({ path }) => path)).toEqual([
      "/below/v1/meme/recents?amount=25",
      "/below/v1/meme/recents?amount=25&cursor=7",
    ]);
    expect(strangers).toEqual([]);
  });

  test("ends in the middle of a page when it is given up", async () => {
    answers = [json([{ memeid: "1" }, { memeid: "2" }])];
    const stop = new AbortController();
    const seen: string[] = [];
    const walk = async () => {
      for await (const { memeid } of clientOf().recentMemes({ signal: stop.signal })) {
        seen.push(memeid);
        stop.abort(new Error("enough"));
      }
    };
    await expect(walk()).rejects.toThrow("enough");
    expect(seen).toEqual(["1"]);
  });
});

describe("an answer", () => {
  test("that is not the API's says what may be wrong", async () => {
    const page = () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });
    answers = [page];
    const error = await failed(clientOf().me());
    expect(error).toBeInstanceOf(GuffawError);
    expect(error!.message).toContain("not what a Guffaw site answers");
    answers = [() => new Response("<h1>Bad gateway</h1>", { status: 502 })];
    expect(await failed(clientOf({ retries: 0 }).me())).toBeInstanceOf(ServerError);
    answers = [() => new Response("null", { status: 500 })];
    expect(await failed(clientOf().me())).toMatchObject({ status: 500, name: "ServerError" });
  });

  test("without a body is enough where there is nothing to say", async () => {
    answers = [() => new Response(null, { status: 204 })];
    await clientOf().deleteMeme("1");
    expect(asked).toHaveLength(1);
  });

  test("that leads elsewhere is told, and the key stays here", async () => {
    const elsewhere = `http://127.0.0.1:${stranger.port}/v1/profile/me`;
    answers = [() => new Response(null, { status: 308, headers: { Location: elsewhere } })];
    const error = await failed(clientOf().me());
    expect(error).toMatchObject({ status: 308, message: expect.stringContaining(elsewhere) });
    expect([asked.length, strangers]).toEqual([1, []]);
  });
});

describe("what cannot be right", () => {
  test.each([
    { url: "memes.example.org" },
    { url: "localhost:8420" },
    { url: "ftp://memes.example.org" },
    { apiUrl: "api" },
    { oldApiUrl: "old" },
    { key: "gfw_a\nb" },
    { key: "ключ" },
  ])("is refused at once: %p", (options) => {
    expect(() => clientOf(options)).toThrow(InvalidInput);
  });

  test("an empty address is none, and white space around a key is not of it", async () => {
    let address = "";
    const noting = async (input: string) => ((address = input), Response.json({}));
    await new Guffaw({ url: "", key: " gfw_x\n", fetch: noting }).me();
    expect(address).toBe("http://localhost:8420/v1/profile/me");
  });

  test("the id of a comment to reply to", async () => {
    answers = [json({})];
    await clientOf().comment("1", "x", { replyTo: "12345678901234567890" });
    expect(asked[0]!.body).toContain('"12345678901234567890"');
  });

  test("an idempotency key that no header holds", async () => {
    const error = await failed(clientOf().comment("1", "x", { idempotencyKey: "a\nb" }));
    expect([error?.name, asked]).toEqual(["InvalidInput", []]);
  });
});

describe("an upload", () => {
  const bytes = new Uint8Array(300_000).fill(65);

  test("is sent whole again, and tells its progress from the start", async () => {
    answers = [() => new Response(null, { status: 503 }), json({ success: true, meme: { memeid: "1" } })];
    const steps: number[] = [];
    await clientOf().submit(new Blob([bytes]).stream(), { onProgress: ({ sent }) => steps.push(sent) });
    expect(asked.map(({ body }) => body.length > bytes.length)).toEqual([true, true]);
    const starts = steps.filter((sent, i) => i === 0 || sent < steps[i - 1]!);
    expect(starts).toHaveLength(2);
  });

  test("is given up while its stream has nothing to say", async () => {
    const stop = new AbortController();
    const silent = new ReadableStream<Uint8Array>({});
    setTimeout(() => stop.abort(new Error("enough")), 20);
    await expect(clientOf().submit(silent, { signal: stop.signal })).rejects.toThrow("enough");
  });

  test("may come from whatever yields bytes, as the streams of Node do", async () => {
    async function* parts() {
      yield bytes.subarray(0, 10);
      yield bytes.subarray(10);
    }
    answers = [json({ meme: { memeid: "1" } })];
    await clientOf().submit(parts());
    expect(asked[0]!.body).toContain("A".repeat(bytes.length));
  });

  test("fails with the author's own error where the listener throws", async () => {
    const work = clientOf().submit(bytes, {
      onProgress: () => {
        throw new Error("mine");
      },
    });
    await expect(work).rejects.toThrow("mine");
  });
});

test("it needs no secure page to make an idempotency key", async () => {
  const { randomUUID } = crypto;
  try {
    Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
    await clientOf().comment("1", "x");
    expect(asked).toHaveLength(1);
  } finally {
    Object.defineProperty(crypto, "randomUUID", { value: randomUUID, configurable: true });
  }
});

test("a timeout may be left out altogether", async () => {
  await clientOf({ timeout: Infinity }).me();
  expect(asked).toHaveLength(1);
});

test("pauses grow even where the site asks for none", () => {
  expect(secondsOf("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  expect(secondsOf("-1")).toBe(0);
  expect(secondsOf("soon")).toBeUndefined();
  const longest = Math.max(...Array.from({ length: 200 }, () => delayBefore(3, 0)!));
  expect(longest).toBeGreaterThan(1000);
  expect(delayBefore(0, 2)).toBeGreaterThanOrEqual(2000);
});
