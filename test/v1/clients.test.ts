// Clients written against the original service work with this one when only the host is changed. Each test speaks like
// one of them.
import { describe, expect, test } from "bun:test";

import sharp from "sharp";

import { changePerks } from "../../src/core/users/change-perks.ts";
import { DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";

type Json = Record<string, any>;

const PERKS = ["verified", "staff", "translator", "pro", "service", "founder"];
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "Content-Type": "application/json" };

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const json = (value: object): RequestInit => ({ headers: JSON_TYPE, body: JSON.stringify(value) });
const form = (text: string): RequestInit => ({ headers: FORM, body: text });
const pairs = (fields: Record<string, string>) => form(new URLSearchParams(fields).toString());
/** What a library sends for a call without parameters. */
const EMPTY_FORM = form("");

/** Reads every body as JSON, whatever the status, as these clients do, and keeps every digit of large integers. */
class Client {
  constructor(
    readonly world: World,
    readonly member: TestMember,
  ) {}

  async call(method: string, path: string, init: RequestInit = {}, expected = 200): Promise<any> {
    const response = await fetch(this.world.origin + path, {
      ...init,
      method,
      redirect: "error",
      headers: { ...(init.headers as Record<string, string>), Authorization: this.member.key },
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text.slice(0, 300)}`).toBe(expected);
    expect(response.headers.get("content-type"), path).toStartWith("application/json");
    return JSON.parse(text, exactly as (key: string, value: unknown) => unknown);
  }

  /** Adds a meme and reads it as a client would. */
  async submit(path: string, init: RequestInit): Promise<Json> {
    const { success, memeid, meme } = await this.call("POST", path, init, 201);
    expect(success).toBe(true);
    expect(memeid).toBe(meme.memeid);
    readMeme(meme);
    return readMeme(await this.call("GET", `/v1/meme/${memeid}`));
  }
}

const exactly = (_: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source!) : value;

function readTimes(record: Json, name: string) {
  expect(record[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(record[`${name}_epoch_seconds`]).toBe(Math.floor(Date.parse(record[name]) / 1000));
}

function readUser(user: Json): Json {
  readTimes(user, "joined");
  expect(typeof user.id === "bigint" || Number.isSafeInteger(user.id)).toBe(true);
  expect(String(user.id)).toBe(user.id_str);
  for (const name of ["memes", "followers", "following"]) expect(user.stats[name]).toBeInteger();
  expect(Object.keys(user.perks).sort()).toEqual(PERKS.toSorted());
  for (const perk of PERKS) expect(user.perks[perk]).toBeBoolean();
  if (user.pro) {
    expect(user.pro.active).toBe(user.perks.pro);
    expect(Date.parse(user.pro.since)).not.toBeNaN();
    expect(user.pro.expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(user.pro.name_color).toMatch(/^([0-9a-f]{6})?$/i);
    expect(user.pro.background_color).toMatch(/^([0-9a-f]{6})?$/i);
    expect(user.pro.background_url).toBeString();
  } else expect(user.perks.pro).toBe(false);
  return user;
}

function readMeme(meme: Json): Json {
  readTimes(meme, "timestamp");
  readUser(meme.author);
  expect(meme.age).toBeOneOf([1, 2, 4]);
  expect(meme.caption).toBeString();
  expect(meme.disabled).toBeBoolean();
  expect(meme.rating.average).toBeNumber();
  expect(meme.rating.total).toBeInteger();
  return meme;
}

/** These clients store such ids in 32 bits. */
function readSmallId({ id }: Json): number {
  expect(id).toBeInteger();
  expect(id).toBeGreaterThan(0);
  expect(id).toBeLessThan(2 ** 31);
  return id;
}

function readComment(comment: Json): number {
  readTimes(comment, "timestamp");
  readUser(comment.author);
  readMeme(comment.meme);
  if (comment.parent !== null) expect(comment.parent).toBeInteger();
  return readSmallId(comment);
}

function readNotification(told: Json): Json {
  readSmallId(told);
  readTimes(told, "timestamp");
  readUser(told.sender);
  expect(told.type).toBeOneOf([0, 1, 2, 3, 4]);
  expect(told.message).toBeString();
  if (told.meme) expect(told.meme).toEqual({ memeid: expect.any(String), rating: expect.any(Number) });
  return told;
}

/** Noise, which does not compress: almost as large as a picture may be. */
function largePicture(): Promise<Buffer> {
  const [width, height] = [2560, 2600];
  const noise = Buffer.alloc(width * height * 3);
  for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe.each(DIALECTS)("a client written against the original service, on %s", (dialect) => {
  test("with extra slashes, and an empty form for calls without input", async () => {
    await using world = await openWorld(dialect);
    const me = new Client(world, await world.member({ name: "ann", perks: ["founder", "pro"] }));
    const other = new Client(world, await world.member({ name: "bob", perks: ["service"] }));
    const fields = { image: base64(await smallImage()), caption: "It's 100% & more", age: "1", rating: "5" };
    const { memeid } = await me.submit("//v1//submit", pairs(fields));

    const meme = readMeme(await other.call("GET", `/v1//meme/${memeid}`));
    expect(meme).toMatchObject({ caption: fields.caption, age: 1, disabled: false, rating: { average: 5, total: 1 } });
    expect(meme.author.perks).toMatchObject({ founder: true, pro: true, service: false });
    expect(meme.author.pro).toEqual({
      active: true,
      since: expect.any(String),
      expires: "9999-12-31T23:59:59.000Z",
      name_color: "",
      background_color: "",
      background_url: "",
    });

    for (const [verb, disabled] of [
      ["disable", true],
      ["enable", false],
    ] as const) {
      expect(await me.call("PUT", `/v1//meme/${memeid}/${verb}`, EMPTY_FORM)).toEqual({ success: true });
      expect((await me.call("GET", `//v1//meme/${memeid}/`)).disabled).toBe(disabled);
      await other.call("GET", `/v1//meme/${memeid}`, {}, disabled ? 404 : 200);
    }

    expect(await other.call("PUT", "/v1//profile/ANN/follow", EMPTY_FORM)).toEqual({ success: true });
    expect(await other.call("PUT", "/v1//profile/ann/follow", EMPTY_FORM)).toEqual({ success: true });
    const rated = await other.call("PUT", `/v1//meme/${memeid}/rate`, form("rating=4"));
    expect(rated).toMatchObject({ success: true, rating: 4 });
    readTimes(rated, "timestamp");
    expect(readUser(rated.user)).toMatchObject({ username: "bob", stats: { following: 1 }, perks: { service: true } });
    expect((await other.call("GET", `/v1/meme/${memeid}/rating`)).rating).toBe(4);

    const told = ((await me.call("GET", "/v1//notifications")) as Json[]).map((one) => readNotification(one));
    expect(told.map(({ type }) => type)).toEqual([0, 1]);
    expect(told[0]!.meme).toEqual({ memeid, rating: 4 });
    expect(await me.call("GET", "/v1/notifications/count")).toEqual({ count: 2 });
    expect(await me.call("GET", "/notifications/count")).toEqual({ count: 2 });
    expect(await me.call("DELETE", `/v1//notification/${told[0]!.id}`, EMPTY_FORM)).toEqual({ success: true });
    expect(await me.call("DELETE", `//notification/${told[1]!.id}`, EMPTY_FORM)).toEqual({ success: true });
    expect(await me.call("GET", "/notifications/count")).toEqual({ count: 0 });
    expect(await other.call("DELETE", "/v1//profile/ann/follow", EMPTY_FORM)).toEqual({ success: true });
    expect(await other.call("DELETE", `/v1//meme/${memeid}/rating`, EMPTY_FORM)).toEqual({ success: true });
    expect((await other.call("GET", `/v1/meme/${memeid}/rating`)).rating).toBeNull();

    expect(await me.call("GET", `/api//v1//meme/${memeid}`)).toMatchObject({
      memeid,
      author: expect.stringMatching(/^ann#\d{4}$/),
      rating: 5,
    });
    expect(await me.call("GET", "/api/v1/mymemes")).toHaveLength(1);
    expect(await me.call("GET", "/api/v1/stats")).toMatchObject({ memes: 1, ratings: 1, website_users: 2 });
    expect(await me.call("DELETE", `/v1//meme/${memeid}`, EMPTY_FORM)).toEqual({ success: true });
    expect(await me.call("GET", `/v1//meme/${memeid}`, {}, 404)).toEqual({ error: expect.any(String) });
  });

  test("with POST and JSON, and null for omitted fields", async () => {
    await using world = await openWorld(dialect);
    const me = new Client(world, await world.member({ name: "ann" }));
    const other = new Client(world, await world.member({ name: "bob", bio: "here" }));
    const image = base64(await smallImage());
    const meme = await me.submit("/v1/submit", json({ image, caption: null, age: null, rating: null, alt: null }));
    expect(meme).toMatchObject({ caption: "", age: 2, rating: { average: 0, total: 0 } });
    expect(meme.author).not.toHaveProperty("pro");
    const at = `/v1/meme/${meme.memeid}`;

    expect(await other.call("POST", `${at}/rate`, json({ rating: 3 }))).toMatchObject({ success: true, rating: 3 });
    expect(await other.call("POST", `${at}/rate`, json({ rating: "5" }))).toMatchObject({ success: true, rating: 5 });
    expect(await me.call("GET", at)).toMatchObject({ rating: { average: 5, total: 1 } });

    const first = await other.call("POST", `${at}/comments`, json({ content: "ha", parent: null }));
    expect(first).toMatchObject({ success: true, content: "ha", parent: null });
    const parent = readComment(first);
    const reply = await me.call("POST", `${at}/comments`, pairs({ content: "ho", parent: String(parent) }));
    expect(reply.parent).toBe(parent);
    const comments = (await me.call("GET", `${at}/comments`)) as Json[];
    expect(comments.map((one) => readComment(one))).toEqual([parent, readComment(reply)]);

    const report = await other.call("POST", `${at}/report`, json({ reason: "spam", description: null }));
    expect(report).toMatchObject({ success: true, status: 0, message: { reason: "spam", description: "" } });
    readTimes(report, "timestamp");
    expect(report).not.toHaveProperty("assignee");
    const id = readSmallId(report);
    expect(await other.call("GET", `/v1/report/${id}`)).toMatchObject({ id, memeid: meme.memeid, comment: "" });
    expect(await other.call("GET", `/report/${id}`)).toEqual(await other.call("GET", `/v1/report/${id}`));
    expect(await other.call("GET", "/v1/reports")).toHaveLength(1);

    const renamed = await other.call("POST", "/v1/profile/me", pairs({ username: "bobby" }));
    expect(readUser(renamed)).toMatchObject({ success: true, username: "bobby", bio: "here" });
    const said = await other.call("POST", "/v1/profile/me", json({ username: null, bio: "<b>new</b>" }));
    expect(readUser(said)).toMatchObject({ success: true, username: "bobby", bio: "<b>new</b>" });
    expect(readUser(await me.call("GET", "/v1/profile/Bobby"))).toMatchObject({ bio: "<b>new</b>" });
    expect(await me.call("GET", "/v1/profile/bob", {}, 404)).toEqual({ error: expect.any(String) });

    const told = ((await me.call("GET", "/v1/notifications")) as Json[]).map((one) => readNotification(one));
    expect(told.map(({ type }) => type).sort()).toEqual([0, 4]);
    const top = (await me.call("GET", "/v1/topmemers")) as Record<string, Json[]>;
    expect(Object.keys(top)).toEqual(["1d", "7d", "1mo"]);
    expect(top["1d"]).toMatchObject([{ rank: 1, score: 5 }]);
    readUser(top["1d"]![0]!.user);
    for (const path of ["recents", "top?period=1mo", "search?search=ann"])
      for (const one of (await other.call("GET", `/v1/meme/${path}`)) as Json[]) readMeme(one);
  });

  test("with a picture of more than 25 MB as base64 in a form", async () => {
    await using world = await openWorld(dialect);
    const me = new Client(world, await world.member());
    const picture = await largePicture();
    expect(picture.length).toBeLessThan(20 * 1024 * 1024);
    const body = new URLSearchParams({ image: base64(picture), age: "4", caption: "large", rating: "2" }).toString();
    expect(body.length).toBeGreaterThan(25 * 1024 * 1024);
    const meme = await me.submit("/v1/submit", form(body));
    expect(meme).toMatchObject({ age: 4, caption: "large", rating: { average: 2, total: 1 } });
    const image = await fetch(meme.url.replace(world.addresses.url, world.origin));
    const { width, height } = await sharp(await image.bytes()).metadata();
    expect([width, height]).toEqual([2560, 2600]);
  }, 600_000);

  test("with a picture in every encoding that libraries use", async () => {
    await using world = await openWorld(dialect);
    const me = new Client(world, await world.member());
    // Noise, so that its base64 contains the characters in which the variants differ.
    const noise = crypto.getRandomValues(new Uint8Array(40 * 30 * 3));
    const picture = await sharp(noise, { raw: { width: 40, height: 30, channels: 3 } })
      .png()
      .toBuffer();
    const text = base64(picture);
    expect(text).toMatch(/\+.*\/|\/.*\+/);
    const upload = new FormData();
    upload.set("image", new File([picture as BlobPart], "meme.png", { type: "image/png" }));
    upload.set("age", "1");
    const ways: Record<string, RequestInit> = {
      "a data URL in JSON": json({ image: `data:image/png;base64,${text}`, age: 1 }),
      "base64 in JSON": json({ image: text, age: "1" }),
      "base64url in JSON": json({ image: picture.toString("base64url"), age: 1 }),
      "wrapped lines in JSON": json({ image: text.replace(/.{76}/g, "$&\r\n"), age: 1 }),
      "a file": { body: upload },
      "a form": pairs({ image: text, age: "1" }),
      "a data URL in a form": pairs({ image: `data:image/png;base64,${text}`, age: "1" }),
      "wrapped lines in a form": pairs({ image: text.replace(/.{76}/g, "$&\n"), age: "1" }),
      "a + that is not escaped": form(`age=1&image=${text.replaceAll("/", "%2F").replaceAll("=", "%3D")}`),
      "nothing escaped at all": form(`age=1&image=${text}`),
    };
    for (const [way, init] of Object.entries(ways)) {
      const meme = await me.submit("/v1/submit", init);
      expect(meme.age, way).toBe(1);
      const image = await (await fetch(meme.url.replace(world.addresses.url, world.origin))).bytes();
      const pixels = await sharp(image).raw().toBuffer();
      expect(pixels.equals(noise), way).toBe(true);
    }
  });

  test("when Pro has ended, and when there is nothing", async () => {
    const DAY = 24 * 3600 * 1000;
    let now = Date.now();
    await using world = await openWorld(dialect, { clock: () => now });
    const me = new Client(world, await world.member({ name: "ann" }));
    await changePerks(world.ctx(), { user: "ann", add: ["pro"], remove: [], until: now + DAY });
    expect(readUser(await me.call("GET", "/v1/profile/me")).pro).toMatchObject({ active: true });
    now += 2 * DAY;
    const { pro, perks } = readUser(await me.call("GET", "/v1/profile/me"));
    expect([pro.active, perks.pro]).toEqual([false, false]);
    expect(Date.parse(pro.expires)).toBeLessThan(now);
    for (const path of ["/v1/notifications", "/v1/reports", "/v1/mymemes", "/v1/meme/recents", "/v1/meme/top"])
      expect(await me.call("GET", path), path).toEqual([]);
    expect(await me.call("GET", "/v1/meme/random", {}, 404)).toEqual({ error: expect.any(String) });
  });
});
