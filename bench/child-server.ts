// A server of the benchmark's own, in a process of its own: bare.ts, by-hand.ts and rate-by-hand.ts. It says where it
// listens once it does.
import { join } from "node:path";

import type { Running } from "./site.ts";

export interface ChildServer extends Running, AsyncDisposable {
  /** Sends it a message, and waits until it has heard it. */
  tell(message: unknown): Promise<void>;
}

export async function startServer(program: string, told: readonly string[] = []): Promise<ChildServer> {
  let heard = Promise.withResolvers<number>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, program), ...told], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (port: number) => heard.resolve(port),
    onExit: () => heard.reject(new Error(`${program} has ended.`)),
  });
  const port = await heard.promise;
  return {
    port,
    pid: child.pid,
    async tell(message) {
      heard = Promise.withResolvers();
      child.send(message);
      await heard.promise;
    },
    async [Symbol.asyncDispose]() {
      heard.promise.catch(() => {});
      child.kill();
      await child.exited;
    },
  };
}
