import { connect } from "node:net";

import { describe, expect, test } from "bun:test";

import { freshFolder } from "../world.ts";
import { until } from "../until.ts";
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

describe.each(["1", "2"])("with GUFFAW_WORKERS=%s", (GUFFAW_WORKERS) => {
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
