import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import {
  Guffaw,
  type GuffawError,
  InvalidInput,
  NotFound,
  type RequestInfo,
  type ResponseInfo,
} from "../../client/src/index.ts";
import { openWorld, type TestMember, type World } from "../world.ts";

let world: World;
let ann: TestMember;
let ids: string[];

beforeAll(async () => {
  world = await openWorld("SQLite");
  ann = await world.member({ name: "ann" });
  ids = [];
  for (let i = 0; i < 5; i++) ids.unshift((await world.meme({ by: ann, caption: `meme ${i}` })).id);
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

const clientOf = (options = {}) => new Guffaw({ url: world.origin, key: ann.key, ...options });

describe("hooks", () => {
  test("report each request and its answer, and never the key", async () => {
    const requests: RequestInfo[] = [];
    const responses: ResponseInfo[] = [];
    const guffaw = clientOf({
      headers: { "User-Agent": "bot/1.0" },
      onRequest: (request: RequestInfo) => requests.push(request),
      onResponse: (response: ResponseInfo) => responses.push(response),
    });
    await guffaw.me();
    const error = await guffaw.meme("1").catch((reason: unknown) => reason as NotFound);
    expect(requests.map(({ method, url, attempt }) => [method, url, attempt])).toEqual([
      ["GET", `${world.origin}/v1/profile/me`, 1],
      ["GET", `${world.origin}/v1/meme/1`, 1],
    ]);
    expect(requests[0]!.headers["User-Agent"]).toBe("bot/1.0");
    expect(JSON.stringify(requests)).not.toContain(ann.key);
    expect(responses.map(({ status }) => status)).toEqual([200, 404]);
    expect(responses[0]!.requestId).toBeString();
    expect(error).toBeInstanceOf(NotFound);
    expect(responses[1]!.requestId).toBe((error as NotFound).requestId);
  });

  test("of one call report only that call", async () => {
    const seen: (string | undefined)[] = [];
    const guffaw = clientOf();
    await guffaw.me({ onResponse: ({ requestId }) => seen.push(requestId) });
    await guffaw.me();
    expect(seen).toHaveLength(1);
  });

  test("that throw end the call with their error", async () => {
    for (const name of ["onRequest", "onResponse"]) {
      const thrown = new Error(name);
      const guffaw = clientOf({
        [name]: () => {
          throw thrown;
        },
      });
      expect(await guffaw.me().catch((reason: unknown) => reason)).toBe(thrown);
    }
  });
});

test("an error has the site's error code", async () => {
  const codeOf = (work: Promise<unknown>) => work.then(String, (error: GuffawError) => error.code);
  const reader = await world.key(ann.user, { readOnly: true });
  expect([
    await codeOf(clientOf().meme("1")),
    await codeOf(clientOf({ key: undefined }).me()),
    await codeOf(clientOf({ key: "gfw_wrong" }).me()),
    await codeOf(clientOf({ key: reader }).follow("ann")),
    await codeOf(clientOf().enableMeme(ids[0]!)),
    await codeOf(clientOf({ url: "http://127.0.0.1:1", retries: 0 }).me()),
  ]).toEqual(["not_found", "no_key", "bad_key", "read_only_key", "already_enabled", undefined]);
});

test("the remaining allowance can be read", async () => {
  await using limited = await openWorld("SQLite", { env: { GUFFAW_RATE_LIMIT: "5/1h" } });
  const bob = await limited.member({ name: "bob" });
  const guffaw = new Guffaw({ url: limited.origin, key: bob.key });
  expect(guffaw.allowance).toBeUndefined();
  await guffaw.me();
  expect(guffaw.allowance).toMatchObject({ limit: 5, windowSeconds: 3600, remaining: 4 });
  await guffaw.me({ onResponse: ({ allowance }) => expect(allowance!.remaining).toBe(3) });
  expect(guffaw.allowance).toMatchObject({ limit: 5, windowSeconds: 3600, remaining: 3 });
});

describe("a list", () => {
  test("continues at a saved cursor", async () => {
    const [first] = await Array.fromAsync(clientOf().recentMemes({ pageSize: 2 }).pages());
    expect(first!.map(({ memeid }) => memeid)).toEqual(ids.slice(0, 2));
    const rest = await clientOf().recentMemes({ pageSize: 2, cursor: first!.next }).all();
    expect(rest.map(({ memeid }) => memeid)).toEqual(ids.slice(2));
  });

  test("says on its last page that there are no more", async () => {
    const pages = await Array.fromAsync(clientOf().memesOf("ann", { pageSize: 3 }).pages());
    expect(pages.map(({ length, next }) => [length, typeof next])).toEqual([
      [3, "string"],
      [2, "undefined"],
    ]);
  });

  test("fetches no more than requested", async () => {
    const asked: (string | null)[] = [];
    const onRequest = ({ url }: RequestInfo) => asked.push(new URL(url).searchParams.get("amount"));
    await clientOf({ onRequest }).recentMemes().take(1);
    await clientOf({ onRequest }).recentMemes({ pageSize: 2 }).take(3);
    expect(asked).toEqual(["1", "2", "1"]);
  });

  test.each([0, 26, 1.5, Number.NaN])("has no page of %p", async (pageSize) => {
    await expect(clientOf().recentMemes({ pageSize }).take(1)).rejects.toBeInstanceOf(InvalidInput);
  });

  test("of comments has pages of the site's own size", async () => {
    const options = { pageSize: 5 } as object;
    await expect(clientOf().comments(ids[0]!, options).take(1)).rejects.toThrow("leave pageSize out");
  });
});

describe("options that do not exist are refused", () => {
  test("by the client", () => {
    expect(() => new Guffaw({ token: "x" } as object)).toThrow('Unknown option "token"');
    expect(() => new Guffaw({ headers: { Authorization: "x" } })).toThrow(
      "The client sets the header Authorization itself",
    );
    expect(() => new Guffaw({ headers: { "a b": "x" } })).toThrow(InvalidInput);
  });

  test("with the names of existing ones", async () => {
    const { message } = await clientOf()
      .topMemes({ pagesize: 3 } as object)
      .take(1)
      .then(
        () => new Error("taken"),
        (error: Error) => error,
      );
    expect(message).toBe(
      'Unknown option "pagesize"; the options are age, period, cursor, pageSize, signal, timeout, onRequest, onResponse.',
    );
    const submitted = clientOf().submit("/nowhere.png", { captoin: "x" } as object);
    await expect(submitted).rejects.toThrow("the options are caption, age, rating, alt,");
  });

  const misspelt = { amount: 3 } as object;
  test.each([
    ["a read", (guffaw: Guffaw) => guffaw.me(misspelt)],
    ["a random meme", (guffaw: Guffaw) => guffaw.randomMeme({ pageSize: 3 } as object)],
    ["a list", (guffaw: Guffaw) => guffaw.recentMemes(misspelt).take(1)],
    ["a change", (guffaw: Guffaw) => guffaw.follow("ann", misspelt)],
    ["a comment", (guffaw: Guffaw) => guffaw.comment(ids[0]!, "x", misspelt)],
    ["an upload", (guffaw: Guffaw) => guffaw.submit("/nowhere.png", misspelt)],
    ["the older root", (guffaw: Guffaw) => guffaw.old.stats(misspelt)],
  ])("by %s", async (_, call) => {
    const onRequest = () => expect.unreachable();
    await expect(call(clientOf({ onRequest }))).rejects.toThrow(/Unknown option "(amount|pageSize)"/);
  });
});
