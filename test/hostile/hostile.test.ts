import { expect, test } from "bun:test";

import { usageOf } from "../../src/worker/usage.ts";
import { launchServer } from "../cli/guffaw.ts";
import { freshFolder, smallImage } from "../world.ts";
import { HOSTILE_COUNT, type HostileFile, hostileFiles } from "./files.ts";

/** For the server's own process. What a picture costs its worker does not matter here. */
const MAX_CPU_SECONDS = 0.15;
/** Baseline per second, for jobs and for polling workers: on a busy machine there are many seconds. */
const CPU_PER_SECOND = 0.007;
const MAX_GROWTH = 60 * 1024 * 1024;

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

test("no file stalls the server, and it answers afterwards", async () => {
  const server = await launchServer({ GUFFAW_DATA: freshFolder("hostile"), GUFFAW_RATE_LIMIT: "off" });
  try {
    const key = /Authorization: (\w+)/.exec(server.banner())![1]!;
    const send = ({ body, contentType, headers }: Omit<HostileFile, "name" | "expect">) =>
      fetch(`${server.origin()}/v1/submit`, {
        method: "POST",
        body: body as BodyInit,
        headers: { Authorization: key, "Content-Type": contentType, ...headers },
      });
    const measured = async (file: HostileFile) => {
      const before = usageOf(server.child.pid)!;
      const startedAt = performance.now();
      const response = await send(file);
      const text = await response.text();
      const after = usageOf(server.child.pid)!;
      const growth = after.bytes - before.bytes;
      const usual = (CPU_PER_SECOND * (performance.now() - startedAt)) / 1000;
      const seconds = after.seconds - before.seconds - usual;
      return { status: response.status, text, seconds, growth };
    };
    const form = new FormData();
    form.set("image", new Blob([(await smallImage()) as BlobPart]));
    const honest = () =>
      fetch(`${server.origin()}/v1/submit`, { method: "POST", body: form, headers: { Authorization: key } });
    // Warms up, so that one-time work is not measured.
    for (let i = 0; i < 5; i++) expect((await honest()).status).toBe(201);

    let count = 0;
    const wrong: string[] = [];
    for await (const file of hostileFiles()) {
      count++;
      let { status, text, seconds, growth } = await measured(file);
      // Other programs on the machine count too: only a file that is expensive every time is expensive.
      if (seconds > MAX_CPU_SECONDS) ({ seconds } = await measured(file));
      if (process.env.HOSTILE_LOG) console.log(status, seconds.toFixed(2), mb(growth), file.name, text.slice(0, 90));
      if (!file.expect.includes(status)) wrong.push(`${file.name}: ${status} ${text.slice(0, 200)}`);
      if (seconds > MAX_CPU_SECONDS) wrong.push(`${file.name}: ${seconds} s of CPU`);
      if (growth > MAX_GROWTH) wrong.push(`${file.name}: ${mb(growth)} more`);
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(HOSTILE_COUNT);
    expect(count).toBeGreaterThanOrEqual(60);
    expect((await honest()).status).toBe(201);
  } finally {
    await server.stop();
  }
}, 600_000);
