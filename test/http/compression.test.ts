import { afterAll, beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";

import { openWorld, type TestMember, type World } from "../world.ts";

let world: World;
let me: TestMember;

beforeAll(async () => {
  // Answers tell the age of a meme, and two of them are compared.
  const now = Date.now();
  world = await openWorld("SQLite", { clock: () => now });
  me = await world.member();
  for (let i = 0; i < 3; i++) await world.meme({ by: me, caption: "ü".repeat(400) });
});
afterAll(() => world?.[Symbol.asyncDispose]());

const ask = (path: string, encoding: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  world.as(me).send(init.method ?? "GET")(path, {
    headers: { "Accept-Encoding": encoding, ...init.headers },
    decompress: false,
  } as RequestInit);

const UNPACK: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  gzip: (bytes) => Bun.gunzipSync(bytes),
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};
const LISTS = ["/v1/meme/recents", "/api/v1/mymemes", "/v1/openapi.json"];

test.each(["zstd", "gzip", "br"])(
  "long answers come in %s to whoever asks, and are the same unpacked",
  async (coding) => {
    for (const path of LISTS) {
      const plain = await ask(path, "identity");
      const packed = await ask(path, coding);
      const bytes = await packed.bytes();
      expect(packed.headers.get("content-encoding")).toBe(coding);
      expect(plain.headers.get("content-encoding")).toBeNull();
      const text = await plain.text();
      expect(Buffer.from(UNPACK[coding]!(bytes)).toString()).toBe(text);
      expect(bytes.length).toBeLessThan(text.length / 2);
      for (const response of [plain, packed]) expect(response.headers.get("vary")).toBe("Accept-Encoding, Origin");
      expect(packed.headers.get("content-length")).toBe(String(bytes.length));
      expect(plain.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
      expect(packed.headers.get("etag")).toBe(plain.headers.get("etag"));

      const head = await ask(path, coding, { method: "HEAD" });
      for (const name of ["content-length", "content-encoding", "content-type", "etag", "vary"])
        expect(head.headers.get(name), name).toBe(packed.headers.get(name));
      const again = await ask(path, coding, { headers: { "If-None-Match": plain.headers.get("etag")! } });
      expect([again.status, again.headers.get("content-encoding"), again.headers.get("vary")]).toEqual([
        304,
        null,
        "Accept-Encoding, Origin",
      ]);
    }
  },
);

test("the caller's preferred encoding is used", async () => {
  const cases: [header: string, coding: string | null][] = [
    ["", null],
    ["identity", null],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "gzip"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["deflate", null],
    ["gzip;q=0", null],
    ["gzip;q=0.000, br;q=0.001", "br"],
    ["zstd;q=0.5, br;q=0.9 , gzip; q=0.8", "br"],
    ["gzip;q=0.5, identity", null],
    ["gzip, identity", "gzip"],
    ["*", "zstd"],
    ["*;q=0", null],
    ["zstd;q=0, *;q=0.5", "gzip"],
    ["gzip;q=2", null],
    ["gzip;q=abc, br", "br"],
    [";q=1,,", null],
    [`${"a,".repeat(2000)}gzip`, "gzip"],
  ];
  for (const [header, coding] of cases)
    expect((await ask("/v1/meme/recents", header)).headers.get("content-encoding"), header).toBe(coding);
});

test("short answers and errors are not compressed", async () => {
  for (const path of ["/v1/stats", "/v1/meme/1", "/v1/nothing"]) {
    const response = await ask(path, "gzip, br, zstd");
    expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([
      null,
      "Accept-Encoding, Origin",
    ]);
    expect(await response.json()).toBeObject();
  }
});

test("answers to writes are compressed too", async () => {
  const [{ memeid }] = (await (await world.as(me).get("/v1/mymemes")).json()) as [{ memeid: string }];
  const response = await world.as(me).post(`/v1/meme/${memeid}/comments`, {
    body: new URLSearchParams({ content: "ha ".repeat(300) }),
    headers: { "Accept-Encoding": "gzip" },
  });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(await response.json()).toMatchObject({ success: true });
});
