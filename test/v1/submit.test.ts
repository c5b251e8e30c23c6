import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

import sharp from "sharp";

import { checkDatabase } from "../../src/data/check.ts";
import { DIALECTS, openWorld, smallImage, type World } from "../world.ts";
import { bodyOf, form, json, read } from "./http.ts";

interface Submitted {
  success: true;
  memeid: string;
  meme: { memeid: string; caption: string; age: number; url: string; rating: object; author: { stats: object } };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const filesOf = async (world: World) =>
  (await readdir(join(world.env.GUFFAW_DATA!, "images"), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe.each(DIALECTS)("POST /v1/submit on %s", (dialect) => {
  test("takes a file, base64 or a data URL, and answers 201 with the meme", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const image = await smallImage();
    const upload = new FormData();
    upload.set("image", new Blob([image as BlobPart], { type: "image/png" }), "cat.png");
    upload.set("caption", "by file");
    upload.set("age", "4");
    const ways: [init: RequestInit, caption: string, age: number, rating: object][] = [
      [{ body: upload }, "by file", 4, { average: 0, total: 0 }],
      [json({ image: base64(image), caption: "by JSON", age: 1, rating: 5 }), "by JSON", 1, { average: 5, total: 1 }],
      [json({ image: `data:image/png;base64,${base64(image)}` }), "", 2, { average: 0, total: 0 }],
      [
        form({ image: base64(image), age: "2", caption: "by form", rating: "3" }),
        "by form",
        2,
        { average: 3, total: 1 },
      ],
      [form({ image: base64(image), age: "", caption: "", rating: "" }), "", 2, { average: 0, total: 0 }],
    ];
    for (const [i, [init, caption, age, rating]] of ways.entries()) {
      const response = await world.as(me).post("/v1//submit", init);
      expect(response.status).toBe(201);
      const { success, memeid, meme } = await bodyOf<Submitted>(response);
      expect({ success, memeid, meme }).toMatchObject({
        success: true,
        memeid: meme.memeid,
        meme: { caption, age, rating, author: { stats: { memes: i + 1 } } },
      });
      expect(await read<object>(world, me, `/v1/meme/${memeid}`)).toMatchObject({ caption, age, rating });
      const picture = await fetch(meme.url.replace(world.addresses.url, world.origin));
      expect((await sharp(await picture.bytes()).metadata()).width).toBe(8);
    }
    expect(await read<{ count: number }>(world, me, "/v1/notifications/count")).toEqual({ count: 0 });
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("refuses a picture posted before only if asked to, and still answers a repeated request", async () => {
    await using world = await openWorld(dialect);
    const me = world.as(await world.member());
    const fields = { image: base64(await smallImage()) };
    const post = async (more: object, headers = {}) => {
      const { body, headers: type } = json({ ...fields, ...more });
      return me.post("/v1/submit", { body, headers: { ...type, ...headers } } as RequestInit);
    };
    const once = { "Idempotency-Key": "first" };
    const first = await post({ unless_posted: true }, once);
    const again = await post({ unless_posted: true }, once);
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
    const { memeid } = await bodyOf<Submitted>(first);
    const refused = await post({ unless_posted: true });
    expect([refused.status, refused.headers.get("x-meme-id")]).toEqual([409, memeid]);
    for (const more of [{}, { unless_posted: false }]) {
      const taken = await post(more);
      expect([taken.status, taken.headers.get("x-meme-id")]).toEqual([201, null]);
    }
  });

  test("invalid submissions are refused in one sentence, and leave nothing behind", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const image = base64(await smallImage());
    const text = new FormData();
    text.set("image", new Blob(["not an image"]), "a.png");
    const twice = new FormData();
    for (let i = 0; i < 2; i++) twice.append("image", new Blob([(await smallImage()) as BlobPart]), "a.png");
    const bad: [status: number, init: RequestInit][] = [
      [400, {}],
      [400, json({})],
      [400, json({ image: "" })],
      [400, json({ image: 5 })],
      [400, json({ image: "https://example.org/cat.png" })],
      [400, json({ image: "data:image/png,abc" })],
      [400, json({ image: "%%%" })],
      [400, json({ image: base64(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")) })],
      [400, json({ image: base64((await smallImage()).subarray(0, 40)) })],
      [400, json({ image, caption: "x".repeat(501) })],
      [400, json({ image, caption: 5 })],
      [400, json({ image, age: 3 })],
      [400, json({ image, rating: 6 })],
      [400, json({ image, rating: "good" })],
      [400, json({ image, alt: "x".repeat(1001) })],
      [400, { body: text }],
      [400, { body: twice }],
      [415, { body: "image", headers: { "Content-Type": "text/plain" } }],
      [413, { body: new Uint8Array(49 * 1024 * 1024), headers: { "Content-Type": "application/json" } }],
    ];
    for (const [i, [status, init]] of bad.entries()) {
      const response = await world.as(me).post("/v1/submit", init);
      const answer = (await response.json()) as { error: string };
      expect([i, response.status, Object.keys(answer)]).toEqual([i, status, ["error"]]);
    }
    expect(await read<unknown[]>(world, me, "/v1/mymemes")).toEqual([]);
    expect(await filesOf(world)).toEqual([]);
  });

  test("deleting removes the image, its renditions, ratings, comments, notifications and search results", async () => {
    await using world = await openWorld(dialect);
    const [me, fan] = [await world.member(), await world.member()];
    const { memeid, meme } = await bodyOf<Submitted>(
      world.as(me).post("/v1/submit", json({ image: base64(await smallImage()), caption: "ephemeral", alt: "red" })),
    );
    const image = meme.url.replace(world.addresses.url, world.origin);
    await world.as(fan).put(`/v1/meme/${memeid}/rate?rating=5`);
    await world.as(fan).post(`/v1/meme/${memeid}/comments`, json({ content: "ha" }));
    expect((await filesOf(world)).length).toBe(3);
    expect(await read<unknown[]>(world, fan, "/v1/meme/search?search=ephem+red")).toHaveLength(1);
    expect((await world.as(fan).delete(`/v1/meme/${memeid}`)).status).toBe(403);
    expect(await bodyOf<object>(world.as(me).delete(`/v1/meme/${memeid}`))).toEqual({ success: true });
    expect(await filesOf(world)).toEqual([]);
    expect((await fetch(image)).status).toBe(404);
    expect((await world.as(me).get(`/v1/meme/${memeid}`)).status).toBe(404);
    expect((await world.as(me).delete(`/v1/meme/${memeid}`)).status).toBe(404);
    expect(await read<unknown[]>(world, fan, "/v1/meme/search?search=ephem+red")).toEqual([]);
    expect(await read<unknown[]>(world, fan, "/v1/meme/top")).toEqual([]);
    expect(await read<unknown[]>(world, me, "/v1/notifications")).toEqual([]);
    expect(await read<object>(world, me, "/v1/stats")).toEqual({
      memes: 0,
      ratings: 0,
      website_users: 2,
      unique_memers: 0,
    });
    for (const table of ["ratings", "comments", "notifications", "rated_days", "scores", "search"] as const)
      expect(
        await world.db
          .selectFrom(table as "ratings")
          .select((eb) => eb.fn.countAll().as("n"))
          .execute(),
        table,
      ).toEqual([{ n: dialect === "SQLite" ? 0 : ("0" as never) }]);
  });
});

test("a slow upload is waited for", async () => {
  await using world = await openWorld("SQLite", { idleSeconds: 1 });
  const me = await world.member();
  const body = JSON.stringify({ image: base64(await smallImage()), caption: "slow" });
  const { hostname, port } = new URL(world.origin);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (part) => (text += part.toString()));
    socket.on("close", () => resolve(text));
  });
  const head = `POST /v1/submit HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${me.key}\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  // Longer in total than the server's idle timeout, which the runtime rounds up to 4 seconds.
  const piece = Math.ceil(body.length / 6);
  for (let at = 0; at < body.length; at += piece) {
    if (at > 0) await Bun.sleep(1000);
    socket.write(body.slice(at, at + piece));
  }
  expect(await answer).toStartWith("HTTP/1.1 201");
}, 600_000);
