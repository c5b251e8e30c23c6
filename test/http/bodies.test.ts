import { expect, test } from "bun:test";

import { readEach } from "../../src/http/read-body.ts";
import { UploadSlots } from "../../src/http/upload-slots.ts";
import { Alone } from "../../src/processes/process-group.ts";
import { FixedLength } from "../../src/wire/body-framing.ts";
import { HttpRequest } from "../../src/wire/http-request.ts";
import { RequestBody } from "../../src/wire/request-body.ts";
import { RequestHeaders } from "../../src/wire/request-headers.ts";
import { openWorld, smallImage } from "../world.ts";

test("a body of countless fields is refused before it takes time or memory", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const bodies: [type: string, body: string][] = [
    ["multipart/form-data; boundary=b", `${part.repeat(120_000)}--b--\r\n`],
    ["application/x-www-form-urlencoded", "a&".repeat(4_000_000)],
    ["application/x-www-form-urlencoded", Array.from({ length: 500_000 }, (_, i) => i.toString(36)).join("&")],
    ["application/json", `{${Array.from({ length: 500_000 }, (_, i) => `"${i}":1`).join(",")}}`],
    ["application/json", `{"a":${"[".repeat(5_000_000)}`],
  ];
  for (const [type, body] of bodies) {
    const startedAt = performance.now();
    const response = await world.as(me).post("/v1/submit", { body, headers: { "Content-Type": type } });
    expect(response.status, type).toBe(400);
    expect(((await response.json()) as { error: string }).error).toMatch(/too many fields/);
    // Not a measure of speed: without the limits it takes minutes.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  }
});

test("unknown fields and a byte order mark are ignored; a compressed body is refused", async () => {
  await using world = await openWorld("SQLite");
  const me = await world.member();
  const image = Buffer.from(await smallImage()).toString("base64");
  const send = (body: BodyInit, headers: Record<string, string>) => world.as(me).post("/v1/submit", { body, headers });
  const json = { "Content-Type": "application/json" };
  expect((await send(`\uFEFF${JSON.stringify({ image, extra: [1, { a: 2 }] })}`, json)).status).toBe(201);
  const form = new FormData();
  form.set("image", image);
  form.set("extra", new Blob(["x"]), "x.txt");
  expect((await send(form, {})).status).toBe(201);
  const packed = await send(Bun.gzipSync(JSON.stringify({ image })), { ...json, "Content-Encoding": "gzip" });
  expect([packed.status, ((await packed.json()) as { error: string }).error]).toEqual([
    415,
    `A body compressed with "gzip" isn't accepted. Send it uncompressed.`,
  ]);
});

test("no single account can take all the room for uploads", async () => {
  await using world = await openWorld("SQLite");
  const [greedy, other] = [await world.member(), await world.member()];
  // Bodies that never end.
  const endless = () => {
    const stop = new AbortController();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent++ < 40) controller.enqueue(new Uint8Array(1024 * 1024));
        else await Bun.sleep(100);
      },
    });
    const headers = { "Content-Type": "application/json" };
    const done = world
      .as(greedy)
      .post("/v1/submit", { body, headers, signal: stop.signal })
      .catch(() => undefined);
    return { stop, done };
  };
  const many = Array.from({ length: 8 }, endless);
  const refused = await Promise.race(many.map(({ done }) => done));
  expect(refused?.status).toBe(503);
  expect(refused?.headers.get("retry-after")).toBeTruthy();
  const form = new FormData();
  form.set("image", new Blob([(await smallImage()) as BlobPart]), "a.png");
  expect((await world.as(other).post("/v1/submit", { body: form })).status).toBe(201);
  for (const { stop } of many) stop.abort();
  await Promise.all(many.map(({ done }) => done));
  expect((await world.as(greedy).post("/v1/submit", { body: form })).status).toBe(201);
});

test("of a long body, only the current piece is in memory", async () => {
  const body = new RequestBody(new FixedLength(100_000), { want: () => arrive(), pause() {}, resume() {} });
  const arrive = () => void setImmediate(() => body.take(Buffer.alloc(1000)));
  const pieces: WeakRef<Uint8Array>[] = [];
  const request = new HttpRequest({ method: "POST", target: "/", headers: new RequestHeaders() }, body);
  using place = new UploadSlots(new Alone()).enter("somebody", 100_000);
  let kept = 0;
  await readEach(request, { maxBytes: 100_000, place, connection: { waitFor() {}, closes: false } }, async (piece) => {
    pieces.push(new WeakRef(piece));
    await Bun.sleep(0);
    if (pieces.length < 100) return;
    Bun.gc(true);
    kept = pieces.filter((one) => one.deref()).length;
  });
  // The last ones may still be on the stack.
  expect(kept).toBeWithin(1, 10);
});
