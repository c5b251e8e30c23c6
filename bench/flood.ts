// A client that does not wait for the server: it sends requests at a fixed rate, whatever comes back.
//   bun bench/flood.ts <options as JSON>
import { AnswerReader } from "./load.ts";

export interface Flood {
  port: number;
  method: "GET" | "PUT";
  /** A file with one path per line. */
  pathsFile: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests per second; if undefined, each answer triggers the next request. */
  rate?: number;
}

export interface Flooded {
  /** Per second. */
  sent: number;
  served: number;
  /** Refused with 503. */
  shed: number;
  /** Any other answer, or none. */
  failed: number;
  /** Milliseconds, for served requests. */
  p50: number;
  p99: number;
  slowest: number;
}

const TICK_MS = 2;
const PATIENCE_MS = 15_000;

export async function flood(options: Flood): Promise<Flooded> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(options)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`The load generator failed: ${output}`);
  return JSON.parse(output) as Flooded;
}

interface Connection {
  send(): void;
  close(): void;
}

class Client {
  readonly #requests: string[];
  readonly #free: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly #latencies: number[] = [];
  #sent = 0;
  #shed = 0;
  #failed = 0;
  #pending = 0;
  #until = Infinity;

  constructor(
    private options: Flood,
    paths: string[],
  ) {
    const headers = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = ` HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\n${headers.join("")}\r\n`;
    this.#requests = paths.map((path) => `${options.method} ${path}${head}`);
  }

  async run(): Promise<Flooded> {
    const { connections, seconds, rate } = this.options;
    await Promise.all(Array.from({ length: connections }, () => this.#connect()));
    const startedAt = performance.now();
    this.#until = startedAt + seconds * 1000;
    if (rate === undefined) for (const connection of this.#free.splice(0)) connection.send();
    else await this.#pace(rate, startedAt);
    await Bun.sleep(Math.max(0, this.#until - performance.now()));
    const end = performance.now() + PATIENCE_MS;
    while (this.#pending > 0 && performance.now() < end) await Bun.sleep(5);
    for (const connection of this.#all) connection.close();
    return this.#report(seconds);
  }

  /** Sends the requests that are due, as long as there are idle connections. */
  async #pace(rate: number, startedAt: number) {
    let due = 0;
    let last = startedAt;
    for (let now = startedAt; now < this.#until; now = performance.now()) {
      due = Math.min(due + ((now - last) / 1000) * rate, this.options.connections);
      last = now;
      for (; due >= 1 && this.#free.length > 0; due--) this.#free.shift()!.send();
      await Bun.sleep(TICK_MS);
    }
  }

  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      let socket: Bun.Socket;
      let sentAt = 0;
      const connection: Connection = {
        send: () => {
          sentAt = performance.now();
          this.#sent++;
          this.#pending++;
          socket.write(this.#requests[Math.floor(Math.random() * this.#requests.length)]!);
        },
        close: () => void socket.end(),
      };
      const answer = new AnswerReader((status) => {
        this.#pending--;
        if (status === 503) this.#shed++;
        else if (status >= 400) this.#failed++;
        else this.#latencies.push(performance.now() - sentAt);
        if (this.options.rate === undefined && performance.now() < this.#until) connection.send();
        else this.#free.push(connection);
      });
      const open = (opened: Bun.Socket) => {
        socket = opened;
        this.#all.push(connection);
        this.#free.push(connection);
        resolve();
      };
      const data = (_: Bun.Socket, bytes: Uint8Array) => answer.read(bytes);
      const error = (_: Bun.Socket, reason: Error) => reject(reason);
      Bun.connect({ hostname: "127.0.0.1", port: this.options.port, socket: { open, data, error } }).catch(reject);
    });
  }

  #report(seconds: number): Flooded {
    const times = this.#latencies.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    return {
      sent: this.#sent / seconds,
      served: times.length / seconds,
      shed: this.#shed / seconds,
      failed: this.#failed + this.#pending,
      p50: at(0.5),
      p99: at(0.99),
      slowest: at(1),
    };
  }
}

if (import.meta.main) {
  const options = JSON.parse(process.argv[2]!) as Flood;
  const paths = (await Bun.file(options.pathsFile).text()).trimEnd().split("\n");
  console.log(JSON.stringify(await new Client(options, paths).run()));
  process.exit();
}
