import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { ConnectionLost, Guffaw, GuffawError, InvalidInput, NotFound, ServerError } from "../../client/src/index.ts";
import { parse } from "../../client/src/json.ts";
import { delayBefore, secondsOf } from "../../client/src/retry.ts";

/** A site that answers what a test wants, and records its requests. */
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

describe("a path", () => {
  const ID = "184429283720527873";
  const calls: [string, (guffaw: Guffaw, id: string) => Promise<unknown>][] = [
    [`GET /v1/meme/${ID}`, (guffaw, id) => guffaw.meme(id)],
    [`PUT /v1/meme/${ID}/caption`, (guffaw, id) => guffaw.changeCaption(id, "x")],
    [`PUT /v1/meme/${ID}/disable`, (guffaw, id) => guffaw.disableMeme(id)],
    [`PUT /v1/meme/${ID}/enable`, (guffaw, id) => guffaw.enableMeme(id)],
    [`DELETE /v1/meme/${ID}`, (guffaw, id) => guffaw.deleteMeme(id)],
    [`PUT /v1/meme/${ID}/rate`, (guffaw, id) => guffaw.rate(id, 5)],
    [`DELETE /v1/meme/${ID}/rating`, (guffaw, id) => guffaw.unrate(id)],
    [`GET /v1/meme/${ID}/rating`, (guffaw, id) => guffaw.myRating(id)],
    [`GET /v1/meme/${ID}/ratings`, (guffaw, id) => guffaw.ratings(id).all()],
    [`GET /v1/meme/${ID}/comments`, (guffaw, id) => guffaw.comments(id).all()],
    [`POST /v1/meme/${ID}/comments`, (guffaw, id) => guffaw.comment(id, "x")],
    [`DELETE /v1/meme/7/comments/${ID}`, (guffaw, id) => guffaw.deleteComment("7", id)],
    [`DELETE /v1/meme/${ID}/comments/7`, (guffaw, id) => guffaw.deleteComment(id, "7")],
    [`PUT /v1/meme/7/comments/${ID}/like`, (guffaw, id) => guffaw.likeComment("7", id)],
    [`DELETE /v1/meme/${ID}/comments/7/like`, (guffaw, id) => guffaw.unlikeComment(id, "7")],
    [`GET /v1/meme/${ID}/comments/7/like`, (guffaw, id) => guffaw.commentLikes(id, "7")],
    [`DELETE /v1/notification/${ID}`, (guffaw, id) => guffaw.deleteNotification(id)],
    [`POST /v1/meme/${ID}/report`, (guffaw, id) => guffaw.reportMeme(id, { reason: "Spam" })],
    [`GET /v1/report/${ID}`, (guffaw, id) => guffaw.report(id)],
    [`GET /api/v1/meme/${ID}`, (guffaw, id) => guffaw.old.meme(id)],
  ];
  const users: [string, (guffaw: Guffaw, user: string) => Promise<unknown>][] = [
    ["GET /v1/profile/", (guffaw, user) => guffaw.user(user)],
    ["GET /v1/profile/…/memes?amount=25", (guffaw, user) => guffaw.memesOf(user).all()],
    ["PUT /v1/profile/…/follow", (guffaw, user) => guffaw.follow(user)],
    ["DELETE /v1/profile/…/follow", (guffaw, user) => guffaw.unfollow(user)],
    ["PUT /v1/profile/…/mute", (guffaw, user) => guffaw.mute(user)],
    ["DELETE /v1/profile/…/mute", (guffaw, user) => guffaw.unmute(user)],
    ["PUT /v1/profile/…/block", (guffaw, user) => guffaw.block(user)],
    ["DELETE /v1/profile/…/block", (guffaw, user) => guffaw.unblock(user)],
  ];
  const paths = () => asked.map(({ method, path }) => `${method} ${path}`);
  const nowhere = ["", ".", "..", "...", "%2e%2e", "../stats", "a/b", "a?b=c", "a\u0000b", "1\n", "ä", "\ud800"];

  test.each(calls)("with an id leads nowhere else: %s", async (path, call) => {
    answers = [json([])];
    await call(clientOf(), ID);
    expect(paths()).toEqual([path]);
    for (const id of [...nowhere, "random", "recents", "-1", "1.5", "aaaaaaa"])
      expect(await failed(call(clientOf(), id)), id).toMatchObject({
        name: "NotFound",
        status: 404,
        code: "not_found",
        requestId: undefined,
      });
    expect(await failed(call(clientOf(), 7 as unknown as string))).toBeInstanceOf(InvalidInput);
    expect(asked).toHaveLength(1);
  });

  test.each(users)("with a name leads nowhere else: %s", async (path, call) => {
    const names = ["me", "a.b", "..a", "memes", "follow", "under_score", ID];
    for (const name of names) {
      answers = [json([])];
      await call(clientOf(), name);
    }
    expect(paths()).toEqual(names.map((name) => (path.includes("…") ? path.replace("…", name) : path + name)));
    asked = [];
    for (const name of nowhere) expect(await failed(call(clientOf(), name)), name).toBeInstanceOf(NotFound);
    expect(await failed(call(clientOf(), undefined as unknown as string))).toBeInstanceOf(InvalidInput);
    expect(asked).toEqual([]);
  });
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

  test("ends in the middle of a page when abandoned", async () => {
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
  test.each([
    ["by what it is called", '{"memes":1,"ra', "application/json"],
    ["by how it begins", '{"memes":1,"ra', "text/plain"],
    ["by what it is called, without a word", "", "application/json; charset=utf-8"],
  ])("that was cut off is read again: known %s", async (_, text, type) => {
    const cut = () => new Response(text, { headers: { "Content-Type": type, "X-Request-Id": "the-one" } });
    answers = [cut, json({ memes: 1 })];
    expect((await clientOf().stats()).memes).toBe(1);
    answers = [cut];
    const error = await failed(clientOf({ retries: 0 }).stats());
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error).toMatchObject({ message: "The answer was cut off.", requestId: "the-one" });
    // Requests that could act twice are not repeated.
    asked = [];
    answers = [cut];
    expect(await failed(clientOf().deleteMeme("1"))).toBeInstanceOf(ConnectionLost);
    expect(asked).toHaveLength(1);
  });

  test.each([{}, { error: "no" }, { memes: [] }])("that is no list is not taken for an empty one: %p", async (body) => {
    const guffaw = clientOf();
    for (const work of [
      () => guffaw.recentMemes().take(3),
      () => guffaw.comments("1").all(),
      () => guffaw.myMemes(),
      () => guffaw.old.myMemes(),
    ]) {
      answers = [json(body)];
      expect((await failed(work()))?.message).toContain("does not look like a Guffaw site");
    }
  });

  test("that describes the API is not converted", async () => {
    const description = { openapi: "3.1.0", parent: 7, timestamp: "2030-01-31T00:00:00.000Z", most: 2 ** 60 };
    answers = [json(description)];
    expect(await clientOf().openApi()).toEqual(description);
  });

  test("that is not the API's says what may be wrong", async () => {
    const page = () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });
    answers = [page];
    const error = await failed(clientOf().me());
    expect(error).toBeInstanceOf(GuffawError);
    expect(error!.message).toContain("does not look like a Guffaw site");
    answers = [() => new Response("<h1>Bad gateway</h1>", { status: 502 })];
    expect(await failed(clientOf({ retries: 0 }).me())).toBeInstanceOf(ServerError);
    answers = [() => new Response("null", { status: 500 })];
    expect(await failed(clientOf().me())).toMatchObject({ status: 500, name: "ServerError" });
  });

  test("without a body is fine if there is nothing to say", async () => {
    answers = [() => new Response(null, { status: 204 })];
    await clientOf().deleteMeme("1");
    expect(asked).toHaveLength(1);
  });

  test("that redirects elsewhere is reported, and the key stays here", async () => {
    const elsewhere = `http://127.0.0.1:${stranger.port}/v1/profile/me`;
    answers = [() => new Response(null, { status: 308, headers: { Location: elsewhere } })];
    const error = await failed(clientOf().me());
    expect(error).toMatchObject({ status: 308, message: expect.stringContaining(elsewhere) });
    expect([asked.length, strangers]).toEqual([1, []]);
  });
});

describe("invalid input", () => {
  test.each([
    { url: "memes.example.org" },
    { url: "localhost:8420" },
    { url: "ftp://memes.example.org" },
    { apiUrl: "api" },
    { oldApiUrl: "old" },
    { key: "gfw_a\nb" },
    { key: "ключ" },
    { timeout: -1 },
    { timeout: NaN },
    { retries: NaN },
    { retries: -1 },
  ])("is refused at once: %p", (options) => {
    expect(() => clientOf(options)).toThrow(InvalidInput);
  });

  test("an address with a password is refused without repeating it", () => {
    expect(() => clientOf({ url: "https://ann:secret@memes.example.org" })).toThrow(InvalidInput);
    expect(() => clientOf({ url: "https://ann:secret@memes.example.org" })).not.toThrow("secret");
  });

  test.each([-1, NaN])("a timeout of %p for a call", async (timeout) => {
    expect(await failed(clientOf().me({ timeout }))).toBeInstanceOf(InvalidInput);
    expect(asked).toEqual([]);
  });

  test("as many as no number says", async () => {
    for (const count of [NaN, undefined as unknown as number])
      expect(await failed(clientOf().recentMemes().take(count))).toBeInstanceOf(InvalidInput);
    expect(asked).toEqual([]);
  });

  test("an empty address counts as none, and white space around a key is ignored", async () => {
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

test.each([Infinity, 1e10, 3e9, 20_000.5])("a timeout may be as long as %p", async (timeout) => {
  await clientOf({ timeout, retries: 0 }).me();
  await clientOf({ retries: 0 }).me({ timeout });
  expect(asked).toHaveLength(2);
});

test("pauses grow even if the site asks for none", () => {
  expect(secondsOf("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  expect(secondsOf("-1")).toBe(0);
  expect(secondsOf("soon")).toBeUndefined();
  const longest = Math.max(...Array.from({ length: 200 }, () => delayBefore(3, 0)!));
  expect(longest).toBeGreaterThan(1000);
  expect(delayBefore(0, 2)).toBeGreaterThanOrEqual(2000);
  // Waits a minute, and not a moment longer.
  expect(delayBefore(0, 60)).toBeGreaterThanOrEqual(60_000);
  expect(delayBefore(0, 60.001)).toBeUndefined();
});
