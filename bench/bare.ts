// The yardstick: the least Bun.serve can do, an answer of a fixed size.
import type { Running } from "./site.ts";

export interface Bare extends Running, AsyncDisposable {
  /** What it answers from now on. */
  answer(answer: { status: number; bytes: number }): Promise<void>;
}

type Answer = Parameters<Bare["answer"]>[0];

export async function openBare(): Promise<Bare> {
  let heard = Promise.withResolvers<number>();
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (port: number) => heard.resolve(port),
    onExit: () => heard.reject(new Error("The bare server stopped.")),
  });
  const port = await heard.promise;
  return {
    port,
    pid: child.pid,
    async answer(answer) {
      heard = Promise.withResolvers();
      child.send(answer);
      await heard.promise;
    },
    async [Symbol.asyncDispose]() {
      heard.promise.catch(() => {});
      child.kill();
      await child.exited;
    },
  };
}

if (import.meta.main) {
  process.on("disconnect", () => process.exit()); // the benchmark is gone
  let body: string | null = "{}";
  let init = { status: 200, headers: { "Content-Type": "application/json; charset=utf-8" } };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: () => new Response(body, init),
  });
  process.on("message", ({ status, bytes }: Answer) => {
    init = { ...init, status };
    body = bytes === 0 ? null : JSON.stringify({ filler: "x".repeat(Math.max(0, bytes - '{"filler":""}'.length)) });
    process.send!(server.port);
  });
  process.send!(server.port);
}
