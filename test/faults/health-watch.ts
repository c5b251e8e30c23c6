// Asks a server every 50 ms whether it lives, from a separate process so that nothing else delays it.
//   bun test/faults/health-watch.ts ORIGIN      prints the slowest answer in milliseconds for each line on its input
const EVERY_MS = 50;

export interface HealthWatch {
  /** The slowest answer since the last call, in milliseconds. */
  slowest(): Promise<number>;
  stop(): void;
}

export function watchHealth(origin: string): HealthWatch {
  const child = Bun.spawn([process.execPath, import.meta.path, origin], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  return {
    async slowest() {
      child.stdin.write("\n");
      await child.stdin.flush();
      const { value } = await reader.read();
      return Number(new TextDecoder().decode(value));
    },
    stop: () => child.kill(),
  };
}

async function watch(origin: string) {
  const seen = { slowest: 0, askedAt: performance.now() };
  void (async () => {
    for (;;) {
      seen.askedAt = performance.now();
      const answer = await fetch(`${origin}/healthz`);
      await answer.text();
      if (answer.status !== 200) seen.slowest = Infinity;
      seen.slowest = Math.max(seen.slowest, performance.now() - seen.askedAt);
      seen.askedAt = Infinity;
      await Bun.sleep(EVERY_MS);
    }
  })();
  for await (const _ of console) {
    // A pending request counts with the time it has waited.
    process.stdout.write(`${Math.max(seen.slowest, performance.now() - seen.askedAt)}\n`);
    seen.slowest = 0;
  }
}

if (import.meta.main) await watch(process.argv[2]!);
