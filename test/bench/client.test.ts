import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { AnswerReader, openClient, type Load } from "../../bench/client.ts";
import { cpuOf, memoryOf } from "../../bench/processes.ts";
import { freshFolder } from "../world.ts";

const LONG_ENOUGH = 30;

async function ask(lines: string[], load: Partial<Load>, answer: (request: Request) => Response, answers: number) {
  const asked: string[] = [];
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push([request.method, pathname, request.headers.get("x-own") ?? ""].join(" ").trim());
      return answer(request);
    },
  });
  const requestsFile = join(freshFolder("client"), "requests");
  await Bun.write(requestsFile, `${lines.join("\n")}\n`);
  const usual = { requestsFile, headers: {}, draw: "in turn", status: 200 } as const;
  await using client = openClient({ ...usual, ...load, port: server.port! });
  const report = await client.run({ connections: 1, seconds: LONG_ENOUGH, answers });
  return { asked, report };
}

describe("the client", () => {
  test("sends each line in turn with its own headers, until it has enough answers", async () => {
    const lines = ["GET /a", "PUT /b\tX-Own: mine", "GET /c"];
    const { asked, report } = await ask(lines, {}, () => new Response("fine"), 4);
    expect(asked).toEqual(["GET /a", "PUT /b mine", "GET /c", "GET /a"]);
    expect(report).toMatchObject({ sent: 4, answers: 4, shed: 0, failed: 0 });
    expect(report.slowest).toBeGreaterThanOrEqual(report.p50);
  });

  test("sends the shared headers with every line", async () => {
    const { asked } = await ask(["GET /a"], { headers: { "X-Own": "shared" } }, () => new Response("fine"), 2);
    expect(asked).toEqual(["GET /a shared", "GET /a shared"]);
  });

  test("counts refusals and failures apart from answers", async () => {
    const statuses = [200, 503, 404, 200];
    const { report } = await ask(["GET /a"], {}, () => new Response("", { status: statuses.shift() ?? 200 }), 2);
    expect(report).toMatchObject({ answers: 2, shed: 1, failed: 1, firstFailure: "GET /a answered 404" });
  });
});

describe("the end of an answer", () => {
  const read = (...chunks: string[]) => {
    const seen: number[] = [];
    const reader = new AnswerReader((status) => seen.push(status));
    for (const chunk of chunks) reader.read(Buffer.from(chunk));
    return seen;
  };

  test("is found wherever the network cuts it", () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    for (let at = 1; at < text.length; at++) expect(read(text.slice(0, at), text.slice(at)), `${at}`).toEqual([200]);
    expect(read(text, text)).toEqual([200, 200]);
    expect(read(text.slice(0, -1))).toEqual([]);
  });

  test("is the end of the head if nothing has changed, whatever the length says", () => {
    expect(read("HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n")).toEqual([304]);
  });

  test("is not guessed", () => {
    expect(() => read("HTTP/1.1 200 OK\r\n\r\n")).toThrow("An answer has no Content-Length");
  });
});

test("the CPU time of a process includes that of its children", async () => {
  const busy = "const end = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < end);";
  const parent = `Bun.spawnSync([process.execPath, "-e", ${JSON.stringify(busy)}]); console.log("done"); await Bun.sleep(60_000);`;
  const child = Bun.spawn([process.execPath, "-e", parent], { stdout: "pipe", stderr: "ignore" });
  try {
    for await (const _ of child.stdout) break;
    expect(cpuOf(child.pid)).toBeGreaterThanOrEqual(0.14);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
});

test("memory is that of all server processes, without those that decode pictures", async () => {
  const MEGABYTE = 2 ** 20;
  const large = `globalThis.kept = Buffer.alloc(${150 * MEGABYTE}, 1); console.log("done"); await Bun.sleep(60_000);`;
  const start = (name: string) =>
    `Bun.spawn([process.execPath, "-e", ${JSON.stringify(large)}, "${name}"], { stdout: "inherit" });`;
  const parent = `${start("server-process")} ${start("picture-process")} await Bun.sleep(60_000);`;
  const child = Bun.spawn([process.execPath, "-e", parent], { stdout: "pipe", stderr: "ignore", detached: true });
  try {
    let told = "";
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) if ((told += decoder.decode(bytes)) === "done\ndone\n") break;
    const { now, most } = memoryOf(child.pid);
    expect(now).toBeGreaterThan(150 * MEGABYTE);
    expect(now).toBeLessThan(300 * MEGABYTE);
    expect(most).toBeGreaterThanOrEqual(now);
  } finally {
    process.kill(-child.pid, "SIGKILL"); // with its children
    await child.exited;
  }
});
