import { expect, test } from "bun:test";

import { Log } from "../src/log.ts";
import { until } from "./until.ts";

function openLog() {
  const written: Uint8Array[] = [];
  const log = new Log("info", async (bytes) => void written.push(bytes));
  const lines = () => String(Buffer.concat(written)).trimEnd().split("\n");
  const messages = () => lines().map((line) => (JSON.parse(line) as { message: string }).message);
  return { log, written, messages };
}

test("every line arrives once, in order, whatever its length and letters", async () => {
  const { log, written, messages } = openLog();
  const sent = Array.from({ length: 3000 }, (_, i) => `${i} ${"ü😂x".repeat(i % 50)}`);
  sent.splice(1000, 0, "y".repeat(200_000), "😂".repeat(20_000));
  for (const text of sent) log.info(text);
  await log.flush();
  expect(messages()).toEqual(sent);
  expect(written.length).toBeLessThan(sent.length / 10);
});

test("what is left is written at the end, and by itself soon after the last line", async () => {
  const { log, written, messages } = openLog();
  log.info("first");
  expect(written).toEqual([]);
  await until(() => written.length > 0);
  log.info("last");
  await log[Symbol.asyncDispose]();
  expect(messages()).toEqual(["first", "last"]);
});
