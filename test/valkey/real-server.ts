import { freePort } from "../free-port.ts";

/** A Valkey or Redis server of this machine: counts in memory, keeps nothing. */
export interface RealServer extends AsyncDisposable {
  url: string;
  port: number;
  pid(): number;
  /** Stops it without a word. */
  kill(): Promise<void>;
  /** Starts it again at the same address, with nothing in memory. */
  start(): Promise<void>;
}

const NAMES = ["valkey-server", "redis-server"];

export async function startRealServer(password = ""): Promise<RealServer> {
  const program = NAMES.map((name) => Bun.which(name)).find(Boolean);
  if (!program) throw new Error("This test needs Valkey or Redis: apt-get install valkey-server, or redis-server.");
  const port = freePort();
  let running: Bun.Subprocess | undefined;
  const start = async () => {
    const settings = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--requirepass",
      password,
    ];
    running = Bun.spawn([program, ...settings], { stdio: ["ignore", "ignore", "inherit"] });
    while (!(await answers(port))) {
      if (running.exitCode !== null) throw new Error(`${program} ended with code ${running.exitCode}.`);
      await Bun.sleep(20);
    }
  };
  const kill = async () => {
    running?.kill("SIGKILL");
    await running?.exited;
  };
  await start();
  const url = `valkey://${password && `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`;
  return { url, port, pid: () => running!.pid, kill, start, [Symbol.asyncDispose]: kill };
}

async function answers(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
