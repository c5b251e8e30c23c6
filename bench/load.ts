// HTTP load on a server: from wrk if it is installed, otherwise from our own small client in a separate process.
import { join } from "node:path";

import { cpuOf } from "./site.ts";

export interface Load {
  port: number;
  /** Of the server. */
  pid: number;
  /** A file with one path per line; each request takes one at random. */
  pathsFile: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** The server's CPU time per request, in microseconds: the figure that a busy machine distorts least. */
  cpu: number;
}

interface Report {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  failed: number;
}

export const WRK = Bun.which("wrk");
const LUA = join(import.meta.dir, "wrk.lua");

export async function measure(load: Load): Promise<Measured> {
  const headers = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const env = { ...process.env, BENCH_PATHS: load.pathsFile, BENCH_HEADERS: headers.join("") };
  const { connections, seconds, port } = load;
  const command = WRK
    ? [WRK, "-t1", `-c${connections}`, `-d${seconds}s`, "-s", LUA, `http://127.0.0.1:${port}`]
    : [process.execPath, import.meta.path, String(port), String(connections), String(seconds)];
  const cpuBefore = await cpuOf(load.pid);
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`The load generator failed: ${output}`);
  const report = JSON.parse(output.trim().split("\n").at(-1)!) as Report;
  if (report.failed > 0) throw new Error(`${report.failed} requests failed under load`);
  const cpu = (((await cpuOf(load.pid)) - cpuBefore) / report.requests) * 1e6;
  return { perSecond: report.requests / report.seconds, p50: report.p50, p99: report.p99, cpu };
}

/** Speaks raw HTTP/1.1, because fetch() costs more than the server it would measure. */
async function runClient(port: number, connections: number, seconds: number): Promise<Report> {
  const paths = (await Bun.file(process.env.BENCH_PATHS!).text()).trimEnd().split("\n");
  const head = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${process.env.BENCH_HEADERS}\r\n`;
  const latencies: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;

  const connectOne = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const answer = new AnswerReader((status) => {
        latencies.push(performance.now() - sentAt);
        if (status >= 400) failed++;
        if (performance.now() < until) send();
        else socket?.end();
      });
      let socket: Bun.Socket | undefined;
      const send = () => {
        sentAt = performance.now();
        socket!.write(`GET ${paths[Math.floor(Math.random() * paths.length)]}${head}`);
      };
      const open = (opened: Bun.Socket) => {
        socket = opened;
        send();
      };
      const data = (_: Bun.Socket, bytes: Uint8Array) => answer.read(bytes);
      const handlers = { open, data, close: () => resolve(), error: (_: Bun.Socket, error: Error) => reject(error) };
      Bun.connect({ hostname: "127.0.0.1", port, socket: handlers }).catch(reject);
    });

  await Promise.all(Array.from({ length: connections }, connectOne));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const spent = (performance.now() - startedAt) / 1000;
  return { requests: latencies.length, seconds: spent, p50: at(0.5), p99: at(0.99), failed };
}

/** Finds the end of each answer on a connection, which carries one request at a time. */
export class AnswerReader {
  #head = "";
  #left = -1;
  #status = 0;

  constructor(private done: (status: number) => void) {}

  read(bytes: Uint8Array) {
    if (this.#left < 0) {
      this.#head += Buffer.from(bytes).toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#status = Number(this.#head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0;
      this.#left = (this.#status === 304 ? 0 : Number(length)) - (this.#head.length - end - 4);
    } else {
      this.#left -= bytes.length;
    }
    if (this.#left > 0) return;
    this.#head = "";
    this.#left = -1;
    this.done(this.#status);
  }
}

if (import.meta.main) {
  const [port, connections, seconds] = process.argv.slice(2).map(Number) as [number, number, number];
  console.log(JSON.stringify(await runClient(port, connections, seconds)));
}
