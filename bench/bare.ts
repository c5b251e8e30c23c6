// The yardstick: the least Bun.serve can do, an answer of a fixed size.
import { startServer } from "./child-server.ts";
import type { Running } from "./site.ts";

export interface Bare extends Running, AsyncDisposable {
  /** What it answers from now on. */
  answer(answer: { status: number; bytes: number }): Promise<void>;
}

type Answer = Parameters<Bare["answer"]>[0];

export async function openBare(): Promise<Bare> {
  const server = await startServer("bare.ts");
  return { ...server, answer: (answer) => server.tell(answer) };
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
