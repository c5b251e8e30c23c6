import { describe, expect, test } from "bun:test";

import { noise, raw } from "../pictures.ts";
import { envOf, startS3 } from "../s3.ts";
import { DIALECTS, openWorld, smallImage, type World } from "../world.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { imagePath, keyOf } from "../../src/core/memes/renditions.ts";

async function examine(world: World) {
  const author = await world.member();
  const meme = await world.meme({ by: author });
  const path = imagePath(meme);
  const guest = world.as();
  const whole = await guest.get(path);
  const bytes = await whole.bytes();
  return { author, meme, path, guest, whole, bytes };
}

describe.each(DIALECTS)("images on %s", (dialect) => {
  test("that the storage has lost are named in the log", async () => {
    await using world = await openWorld(dialect);
    const meme = await world.meme({ by: await world.member() });
    const file = keyOf(meme.image, "display");
    await world.services.storage.delete(file);
    expect((await world.as().get(imagePath(meme, "display"))).status).toBe(404);
    await world.services.log.flush();
    const line = world.logLines.findLast((one) => one.includes("an image is missing in the storage"))!;
    expect(JSON.parse(line)).toMatchObject({ meme: meme.id, file });
  });

  test("one that is deleted while it is being sent is not found, like any that is gone", async () => {
    await using world = await openWorld(dialect);
    const image = await raw(noise(300 * 300 * 3), 300, 300)
      .png()
      .toBuffer();
    const { meme } = await submitMeme(world.ctx(await world.member()), { image, caption: "", age: 1 });
    const { storage } = world.services;
    const open = storage.open.bind(storage);
    storage.open = async (key) => {
      const file = await open(key);
      await storage.delete(key);
      return file;
    };
    const gone = await world.as().get(imagePath(meme));
    expect([gone.status, await gone.text()]).toEqual([404, "There is no such image.\n"]);
    expect(gone.headers.get("cache-control")).toBe("no-store");
  });

  test("have headers of their own, whatever was sent before them", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [meme, hidden] = [await world.meme({ by: author }), await world.meme({ by: author, disabled: true })];
    const image = Buffer.from(await smallImage()).toString("base64");
    const form = { body: JSON.stringify({ image }), headers: { "Content-Type": "application/json" } };
    const avatar = (await (await world.as(author).put("/v1/profile/me/avatar", form)).json()) as { url: string };
    const paths = [imagePath(meme, "thumbnail"), avatar.url.slice(world.addresses.url.length)];
    paths.push(imagePath(hidden, "thumbnail"));
    const ask = async (path: string) => {
      const { status, headers } = await world.as(author).get(path);
      return ["content-type", "cache-control", "etag", "last-modified"]
        .map((name) => headers.get(name))
        .concat(`${status}`);
    };
    const [ofMeme, ofAvatar, ofHidden] = await Promise.all(paths.map(ask));
    const when = new Date(meme.createdAt).toUTCString();
    const forever = "private, max-age=31536000, immutable";
    expect(ofMeme).toEqual(["image/webp", forever, `"${meme.image.hash.slice(0, 16)}-thumbnail"`, when, "200"]);
    expect(ofAvatar).toEqual(["image/webp", forever, expect.any(String), null, "200"]);
    expect(ofHidden!.slice(0, 2)).toEqual(["image/webp", "private, no-store"]);
    for (let i = 0; i < 3; i++)
      for (const [at, path] of paths.entries()) expect(await ask(path)).toEqual([ofMeme!, ofAvatar!, ofHidden!][at]!);
  });

  test("need no key, never change, and cannot run anything", async () => {
    await using world = await openWorld(dialect);
    const { meme, path, guest, whole, bytes, author } = await examine(world);
    const { url } = (await (await world.as(author).get(`/v1/meme/${meme.id}`)).json()) as { url: string };
    expect(url).toBe(world.addresses.url + path);
    expect(path).toContain(meme.id);
    expect(path).toContain(meme.image.hash);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
      "content-length": String(bytes.length),
    });
    const head = await guest.head(path);
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(bytes.length),
      "",
    ]);
    for (const which of ["display", "thumbnail"] as const) {
      const response = await guest.get(imagePath(meme, which));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect((await response.bytes()).length).toBeGreaterThan(20);
    }
    for (const wrong of [
      `/i/${meme.id}/${"0".repeat(32)}.png`,
      path.replace(".png", ".gif"),
      `/i/1/${meme.image.hash}.png`,
      `/i/${meme.id}`,
      `/i/${meme.id}/..%2f..%2fguffaw.db`,
    ])
      expect((await guest.get(wrong)).status, wrong).toBe(404);
  });

  test("come in ranges and by ETag", async () => {
    await using world = await openWorld(dialect);
    const { path, guest, whole, bytes } = await examine(world);
    const etag = whole.headers.get("etag")!;
    const part = async (range: string, extra: Record<string, string> = {}) => {
      const response = await guest.get(path, { headers: { Range: range, ...extra } });
      return [
        response.status,
        response.headers.get("content-range"),
        Buffer.from(await response.bytes()).toString("hex"),
      ];
    };
    const hex = (start: number, end?: number) => Buffer.from(bytes.slice(start, end)).toString("hex");
    const size = bytes.length;
    expect(await part("bytes=0-3")).toEqual([206, `bytes 0-3/${size}`, hex(0, 4)]);
    expect(await part("bytes=10-")).toEqual([206, `bytes 10-${size - 1}/${size}`, hex(10)]);
    expect(await part("bytes=-5")).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, hex(size - 5)]);
    expect(await part(`bytes=5-${size * 9}`)).toEqual([206, `bytes 5-${size - 1}/${size}`, hex(5)]);
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, ""]);
    for (const odd of ["bytes=5-2", "bytes=0-1,3-4", "lines=1-2", "bytes=-"])
      expect((await part(odd))[0], odd).toBe(200);
    expect((await part("bytes=0-3", { "If-Range": '"other"' }))[0]).toBe(200);
    expect((await part("bytes=0-3", { "If-Range": etag }))[0]).toBe(206);
    expect((await guest.get(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  test("a hidden one takes the same work as one that does not exist, for every caller", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const stranger = await world.member();
    const hidden = imagePath(await world.meme({ by: author, disabled: true }));
    const missing = hidden.replace(/^\/i\/\d+/, "/i/140000000000000000");
    const otherName = hidden.replace(/\w+(?=\.png)/, "0".repeat(32));
    const callers: Record<string, string>[] = [
      {},
      { Authorization: stranger.key },
      { Authorization: "gfw_nonsense" },
      { Cookie: await sessionCookie(world, stranger) },
    ];
    const { meter } = world.services.database;
    const workOf = async (path: string, headers: Record<string, string>) => {
      const before = meter.queries;
      expect((await world.as().get(path, { headers })).status).toBe(404);
      return meter.queries - before;
    };
    for (const headers of callers) {
      await workOf(missing, headers); // caches are warm from here on
      const work = await workOf(missing, headers);
      expect(await workOf(hidden, headers)).toBe(work);
      expect(await workOf(otherName, headers)).toBe(work);
    }
  });

  test("one in memory disappears with its meme", async () => {
    await using world = await openWorld(dialect);
    const { meme, path, guest, author, bytes } = await examine(world);
    const statusFor = async (who = guest) => (await who.get(path)).status;
    const { meter } = world.services.database;
    const before = meter.cacheHits;
    expect(Buffer.from(await (await guest.get(path)).bytes())).toEqual(Buffer.from(bytes));
    expect(meter.cacheHits).toBeGreaterThan(before);
    expect((await world.as(author).put(`/v1/meme/${meme.id}/disable`)).status).toBe(200);
    expect(await statusFor()).toBe(404);
    const own = await world.as(author).get(path);
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await statusFor()).toBe(404);
    expect((await world.as(author).put(`/v1/meme/${meme.id}/enable`)).status).toBe(200);
    const shown = await guest.get(path);
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, max-age=31536000, immutable"]);
    await deleteMeme(world.ctx(author), meme.id);
    expect(await statusFor()).toBe(404);
  });

  test("every answer has the id of its own request", async () => {
    await using world = await openWorld(dialect);
    const { path, guest } = await examine(world);
    const ids = Array.from({ length: 20 }, (_, i) => `mine-${i}`);
    const answers = await Promise.all(ids.map((id) => guest.get(path, { headers: { "X-Request-Id": id } })));
    expect(answers.map(({ headers }) => headers.get("x-request-id"))).toEqual(ids);
    const ranged = await guest.get(path, { headers: { Range: "bytes=0-3" } });
    expect(ranged.headers.get("content-range")).not.toBeNull();
    expect((await guest.get(path)).headers.get("content-range")).toBeNull();
  });

  test("two memes with the same picture have separate visibility", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [one, two] = [await world.meme({ by: author }), await world.meme({ by: author })];
    expect(one.image.hash).toBe(two.image.hash);
    expect(imagePath(one)).not.toBe(imagePath(two));
    expect((await world.as(author).put(`/v1/meme/${one.id}/disable`)).status).toBe(200);
    expect((await world.as().get(imagePath(one))).status).toBe(404);
    expect((await world.as().get(imagePath(two))).status).toBe(200);
    await deleteMeme(world.ctx(author), one.id);
    expect((await world.as().get(imagePath(two))).status).toBe(200);
  });
});

test("the whole service works on S3, and says so when S3 is away", async () => {
  const s3 = await startS3();
  const env = envOf(s3);
  await using world = await openWorld("SQLite", { env });
  const { path, guest, bytes, author } = await examine(world);
  expect((await guest.get(path, { headers: { Range: "bytes=1-3" } })).status).toBe(206);
  expect(bytes.length).toBeGreaterThan(50);
  expect((await guest.get("/readyz")).status).toBe(200);
  await s3.stop();
  // It is small, and still in memory.
  expect(Buffer.from(await (await guest.get(path)).bytes())).toEqual(Buffer.from(bytes));
  const ready = await guest.get("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: "unavailable", database: "ok", storage: "does not answer" });
  const before = await (await world.as(author).get("/api/v1/stats")).json();
  const lost = submitMeme(world.ctx(author), { image: await smallImage(), caption: "", age: 1 });
  await expect(lost).rejects.toMatchObject({ name: "DomainError", code: "unavailable" });
  expect(await (await world.as(author).get("/api/v1/stats")).json()).toEqual(before);
});
