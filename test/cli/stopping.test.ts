import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

import { describe, expect, test } from "bun:test";

import { noise, raw } from "../pictures.ts";
import { until } from "../until.ts";
import { Wire } from "../wire.ts";
import { freshFolder, ROOT, smallImage } from "../world.ts";
import { launchServer, mustRun, newKey } from "./guffaw.ts";

/** An upload that announces much and sends a little at a time, until it hears an answer. */
function sendSlowly(origin: string, key: string) {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const upload = { answer: "", isClosed: false };
  const head = [
    "POST /v1/submit HTTP/1.1",
    "Host: localhost",
    `Authorization: ${key}`,
    "Content-Type: application/json",
    "Content-Length: 1000000",
    "Expect: 100-continue",
  ];
  let timer: Timer | undefined;
  const send = () => socket.writable && socket.write("A".repeat(1000));
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.on("data", (data) => {
    if (upload.answer === "") socket.write('{"image":"');
    timer ??= setInterval(send, 50);
    upload.answer += data.toString();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(timer);
    upload.isClosed = true;
  });
  return upload;
}

/** Long enough that nothing here ends for lack of time, however slow the machine. */
const PATIENT = { GUFFAW_STARTER: "off", GUFFAW_STOP_SECONDS: "120" };

/** Sends the first half of an upload, and returns the rest. */
async function beginUpload(wire: Wire, key: string, image: Uint8Array): Promise<string> {
  const body = JSON.stringify({ image: Buffer.from(image).toString("base64") });
  const head = [
    "POST /v1/submit HTTP/1.1",
    "Host: x",
    `Authorization: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
  ];
  wire.write(`${head.join("\r\n")}\r\n\r\n`);
  expect(await wire.answer()).toStartWith("HTTP/1.1 100 ");
  const half = body.length >> 1;
  wire.write(body.slice(0, half));
  return body.slice(half);
}

/** A server with an upload in flight. Its connection has uploaded before, so a worker is at hand. */
async function inFlight(GUFFAW_WORKERS: string) {
  const env = { ...PATIENT, GUFFAW_DATA: freshFolder("stopping"), GUFFAW_WORKERS };
  await mustRun(["migrate"], { env });
  const key = await newKey("ann", env);
  const server = await launchServer(env, undefined, { detached: true });
  const wire = await Wire.open(server.origin());
  wire.write(await beginUpload(wire, key, await smallImage()));
  expect(await wire.answer()).toStartWith("HTTP/1.1 201");
  // Much work for the worker: noise that has to be compressed.
  const image = raw(noise(1500 * 1000 * 3), 1500, 1000).webp({ quality: 90, effort: 0 });
  const rest = await beginUpload(wire, key, await image.toBuffer());
  return { server, wire, rest };
}

describe.each(["1", "2"])("with GUFFAW_WORKERS=%s", (GUFFAW_WORKERS) => {
  test.concurrent.each([
    ["SIGINT", 5],
    ["SIGINT", 200],
    ["SIGTERM", 200],
  ] as const)("a second %s %i ms later changes nothing", async (signal, ms) => {
    const { server, wire, rest } = await inFlight(GUFFAW_WORKERS);
    server.child.kill(signal);
    await Bun.sleep(ms);
    const stopped = server.stop(signal);
    wire.write(rest);
    expect(await wire.answer()).toStartWith("HTTP/1.1 201");
    expect(await stopped).toBe(0);
    expect(server.banner()).toEndWith("Stopped. Everything is saved.\n");
    expect((await server.stderr).match(/"message":"(stopping|stopped)"/g)!.at(-1)).toBe('"message":"stopped"');
  });

  test.concurrent("Ctrl-C in a terminal, which every process gets, finishes an upload", async () => {
    const { server, wire, rest } = await inFlight(GUFFAW_WORKERS);
    const ctrlC = () => process.kill(-server.child.pid, "SIGINT");
    ctrlC();
    wire.write(rest);
    const answer = wire.answer();
    await Bun.sleep(20);
    // Probably while the picture is decoded.
    ctrlC();
    expect(await answer).toStartWith("HTTP/1.1 201");
    expect(await server.child.exited).toBe(0);
  });

  test.concurrent("a signal that comes more than five seconds later ends it at once", async () => {
    const { server, wire } = await inFlight(GUFFAW_WORKERS);
    const cut = wire.answer();
    while (server.child.exitCode === null && server.child.signalCode === null) {
      server.child.kill("SIGINT");
      await Bun.sleep(500);
    }
    expect(server.child.exitCode).toBe(1);
    expect(await server.stderr).toContain(
      "guffaw: Another SIGINT came while it was stopping, so the rest was cut off.\n",
    );
    expect(await cut).toBe("");
  });

  test("a stop waits for a slow upload only as long as configured, and tells its sender", async () => {
    const env = { GUFFAW_DATA: freshFolder("stopping"), GUFFAW_STARTER: "off" };
    await mustRun(["migrate"], { env });
    const key = await newKey("ann", env);
    const server = await launchServer({ ...env, GUFFAW_WORKERS, GUFFAW_STOP_SECONDS: "3" });
    const upload = sendSlowly(server.origin(), key);
    await until(() => upload.answer.startsWith("HTTP/1.1 100 "), "the server to ask for the body");
    expect(await server.stop()).toBe(0);
    await until(() => upload.isClosed, "the end of the upload's connection");
    expect(upload.answer).toContain("HTTP/1.1 503 ");
    expect(upload.answer).toContain("The site is restarting");
    expect(upload.answer.toLowerCase()).toContain("connection: close");
    expect(await server.stderr).not.toContain("did not stop in time");
    const last = (await server.stderr).trim().split("\n").at(-1)!;
    expect(JSON.parse(last)).toMatchObject({ level: "info", message: "stopped" });
  });
});

test("Ctrl-C does not reach server processes that are starting, so the site starts and stops", async () => {
  const env = { ...PATIENT, GUFFAW_DATA: freshFolder("stopping"), GUFFAW_WORKERS: "2", GUFFAW_PORT: "0" };
  const child = Bun.spawn([join(ROOT, "guffaw"), "serve"], {
    env: { PATH: process.env.PATH!, ...env },
    detached: true,
    stdout: "ignore",
    stderr: "pipe",
  });
  const log = new Response(child.stderr).text();
  await until(() => serverProcessesOf(child.pid).length === 2, "the server processes");
  process.kill(-child.pid, "SIGINT");
  expect({ code: await child.exited, log: await log }).toEqual({ code: 0, log: expect.stringContaining('"stopped"') });
});

function serverProcessesOf(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.filter((child) => child && readFileSync(`/proc/${child}/cmdline`, "utf8").includes("server-process"));
}
