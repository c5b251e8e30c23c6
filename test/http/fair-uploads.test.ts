import { afterEach, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";

import { MIN_SPEED } from "../../src/http/read-body.ts";
import { waitingForWorkers } from "../../src/worker/pool.ts";
import { noise, raw } from "../pictures.ts";
import { until } from "../until.ts";
import { sessionCookie } from "../web/signed-in.ts";
import { openWorld, smallImage, type TestMember, type World } from "../world.ts";

const usual = structuredClone(MIN_SPEED);
afterEach(() => void Object.assign(MIN_SPEED, structuredClone(usual)));

function formWith(image: Uint8Array): FormData {
  const form = new FormData();
  form.set("image", new Blob([image as BlobPart]), "a.png");
  return form;
}

const submit = (world: World, by: TestMember, image: Uint8Array) =>
  world.as(by).post("/v1/submit", { body: formWith(image) });

test("53 uploads of one account at once let another's go next; the surplus gets Retry-After", async () => {
  await using world = await openWorld("SQLite");
  const [greedy, other] = [await world.member(), await world.member()];
  const dear = await raw(noise(900 * 900 * 3), 900, 900)
    .webp({ quality: 60, effort: 0 })
    .toBuffer();
  const answered: string[] = [];
  const many = Array.from({ length: 53 }, async () => {
    const { status, headers } = await submit(world, greedy, dear);
    answered.push(`greedy ${status}`);
    return { status, retryAfter: headers.get("retry-after") };
  });
  // Two running and four waiting; all others are refused.
  await until(() => answered.length === 47 && waitingForWorkers() === 4, "The refusal of what is too many");
  // On the website, which shares the queue.
  const headers = {
    Cookie: await sessionCookie(world, other),
    Origin: world.addresses.url,
    Accept: "application/json",
  };
  const { status } = await world.as().post("/submit", { body: formWith(await smallImage()), headers });
  answered.push(`other ${status}`);
  const all = await Promise.all(many);
  expect(all.filter((one) => one.status === 201)).toHaveLength(6);
  expect(all.filter((one) => one.status === 503 && Number(one.retryAfter) > 0)).toHaveLength(47);
  // It went before at least three of the four that had waited longer.
  const taken = answered.filter((one) => !one.endsWith("503"));
  expect(taken.indexOf("other 200")).toBeLessThanOrEqual(3);
  expect(taken).toHaveLength(7);
});

/** A request whose body never ends. */
async function hold(world: World, by: TestMember, bytes: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(world.origin);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.on("error", () => {});
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  socket.on("close", () => resolve(text));
  socket.write(
    `POST /v1/submit HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${by.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${30 * 1024 * 1024 - 1}\r\n\r\n`,
  );
  await new Promise<void>((done) => socket.write(Buffer.alloc(bytes, "x"), () => done()));
  return { socket, answer: promise };
}

test("accounts that hold all the room for large uploads keep nobody else out", async () => {
  MIN_SPEED.large = { periodMs: 600_000, bytes: 0 };
  await using world = await openWorld("SQLite");
  const held = [];
  for (let account = 0; account < 4; account++) {
    const member = await world.member();
    for (let i = 0; i < 3; i++) held.push(await hold(world, member, 21 * 1024 * 1024));
  }
  const honest = await world.member();
  expect((await submit(world, honest, await smallImage())).status).toBe(201);
  const padded = Buffer.concat([await smallImage(), Buffer.alloc(12 * 1024 * 1024)]);
  expect((await submit(world, honest, padded)).status).toBe(201);
  // The account that held the most gave way.
  const gone = await Promise.race(held.map(({ answer }) => answer));
  expect(gone).toStartWith("HTTP/1.1 503");
  for (const { socket } of held) socket.destroy();
});

test("a body that arrives too slowly is refused with 408, and its connection closed", async () => {
  MIN_SPEED.large = { periodMs: 300, bytes: 5000 };
  await using world = await openWorld("SQLite");
  const { socket, answer } = await hold(world, await world.member(), 6000);
  const trickle = setInterval(() => socket.write("x"), 50);
  const text = await answer;
  clearInterval(trickle);
  expect(text).toStartWith("HTTP/1.1 408");
  expect(text).toMatch(/\r\nConnection: close\r\n/i);
  expect(text).toMatch(/\r\nX-Error-Code: too_slow\r\n/i);
  expect(text).toEndWith('{"error":"The body is arriving too slowly. Send it again over a faster connection."}');
});

test("a small body may take its time, but not for ever", async () => {
  MIN_SPEED.large = { periodMs: 100, bytes: 5000 };
  await using world = await openWorld("SQLite");
  const { hostname, port } = new URL(world.origin);
  const me = await world.member();
  const body = JSON.stringify({ image: Buffer.from(await smallImage()).toString("base64") });
  for (const [length, status, periodMs] of [
    [body.length, "201", 60_000],
    [body.length + 1, "408", 500],
  ] as const) {
    MIN_SPEED.small = { periodMs, bytes: usual.small.bytes };
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    socket.write(
      `POST /v1/submit HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${me.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await Bun.sleep(300);
    socket.write(body.slice(10));
    expect(await answer).toStartWith(`HTTP/1.1 ${status}`);
    socket.destroy();
  }
});

test("an upload beyond the quota is refused while the rest of its body is still on its way", async () => {
  MIN_SPEED.large = { periodMs: 600_000, bytes: 0 };
  await using world = await openWorld("SQLite");
  const member = await world.member();
  const held = [];
  for (let i = 0; i < 3; i++) held.push(await hold(world, member, 21 * 1024 * 1024));
  // Several, because losing an answer is a matter of luck.
  for (let i = 0; i < 5; i++) {
    const { hostname, port } = new URL(world.origin);
    const socket = connect(Number(port), hostname);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    socket.on("error", reject);
    // Reads nothing until everything is sent, as many clients do.
    socket.pause();
    const bytes = 18 * 1024 * 1024;
    socket.write(
      `POST /v1/submit HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${member.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, "x"), () => {
      socket.once("data", (data) => resolve(String(data)));
      socket.resume();
    });
    expect(await promise).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: \d/i);
    socket.destroy();
  }
  for (const { socket } of held) socket.destroy();
});
