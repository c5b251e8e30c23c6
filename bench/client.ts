/**
 * The HTTP client, in a process of its own. It speaks raw HTTP/1.1, because fetch() costs more than the server it would
 * measure, and stays up between rounds, so that its own code is compiled.
 *
 * Without a rate, each answer triggers the next request on its connection. With one, requests leave when they are due,
 * whatever comes back.
 */
import { quantile } from "./statistics.ts";
import { zipf } from "./zipf.ts";

export interface Load {
  port: number;
  /** A file with one request per line: method and path, then header lines after tabs. */
  requestsFile: string;
  /** Sent with every request. */
  headers: Record<string, string>;
  /** Which request comes next. */
  draw: "evenly" | "zipf" | "in turn";
  /** Expected status; anything else but 503 is a failure. */
  status: number;
  /** Times only requests with this method. */
  timed?: "GET";
}

export interface Run {
  connections: number;
  seconds: number;
  /** Ends earlier after this many answers. */
  answers?: number;
  /** Requests per second; if undefined, each answer triggers the next request. */
  rate?: number;
}

export interface Report {
  seconds: number;
  sent: number;
  answers: number;
  /** Refused with 503. */
  shed: number;
  /** Any other answer, or none. */
  failed: number;
  firstFailure?: string;
  /** Milliseconds, of answers. */
  p50: number;
  p99: number;
  slowest: number;
}

export interface Client extends AsyncDisposable {
  run(run: Run): Promise<Report>;
}

export function openClient(load: Load): Client {
  let pending: PromiseWithResolvers<Report> | undefined;
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(load)], {
    stdout: "inherit",
    stderr: "inherit",
    ipc: (report: Report) => pending?.resolve(report),
    onExit: () => pending?.reject(new Error("The load generator stopped.")),
  });
  return {
    run(run) {
      pending = Promise.withResolvers();
      child.send(run);
      return pending.promise;
    },
    async [Symbol.asyncDispose]() {
      pending = undefined;
      child.kill();
      await child.exited;
    },
  };
}

const TICK_MS = 2;
const NAP_MS = 0.2;
const PATIENCE_MS = 15_000;

interface Connection {
  send(): void;
  close(): void;
}

class Round {
  readonly #free: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly #latencies: number[] = [];
  readonly #report = { sent: 0, answers: 0, shed: 0, failed: 0 };
  #firstFailure: string | undefined;
  #pending = 0;
  #until = Infinity;

  constructor(
    private load: Load,
    private options: Run,
    private next: () => string,
  ) {}

  async run(): Promise<Report> {
    const { connections, seconds, rate } = this.options;
    await Promise.all(Array.from({ length: connections }, () => this.#connect()));
    const startedAt = performance.now();
    this.#until = startedAt + seconds * 1000;
    if (rate === undefined) for (const connection of this.#free.splice(0)) connection.send();
    else await this.#pace(rate, startedAt);
    await this.#ended();
    const spent = (performance.now() - startedAt) / 1000;
    for (const connection of this.#all) connection.close();
    return this.#summary(spent);
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

  async #ended() {
    const deadline = () => this.#until + PATIENCE_MS;
    while (performance.now() < deadline() && (this.#pending > 0 || !this.#isOver())) await this.#rest();
  }

  /**
   * Without a rate, it checks for answers every now and then instead of sleeping until they come. Waking a sleeping
   * client can cost a server more than the answer itself, and only a server slower than its client would pay for it.
   */
  async #rest() {
    if (this.options.rate !== undefined) return Bun.sleep(TICK_MS);
    Bun.sleepSync(NAP_MS);
    return new Promise(setImmediate);
  }

  #isOver() {
    return performance.now() >= this.#until || this.#report.answers >= (this.options.answers ?? Infinity);
  }

  #count(status: number, request: string, took: number) {
    this.#pending--;
    if (status === this.load.status) {
      this.#report.answers++;
      if (!this.load.timed || request.startsWith(this.load.timed)) this.#latencies.push(took);
    } else if (status === 503) this.#report.shed++;
    else {
      this.#report.failed++;
      this.#firstFailure ??= `${request.split(" HTTP/", 1)[0]} answered ${status}`;
    }
  }

  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      let socket: Bun.Socket;
      let [sentAt, request] = [0, ""];
      const connection: Connection = {
        send: () => {
          request = this.next();
          this.#report.sent++;
          this.#pending++;
          sentAt = performance.now();
          socket.write(request);
        },
        close: () => void socket.end(),
      };
      const answer = new AnswerReader((status) => {
        this.#count(status, request, performance.now() - sentAt);
        if (this.options.rate === undefined && !this.#isOver()) connection.send();
        else this.#free.push(connection);
      });
      const open = (opened: Bun.Socket) => {
        socket = opened;
        this.#all.push(connection);
        this.#free.push(connection);
        resolve();
      };
      const data = (_: Bun.Socket, bytes: Buffer) => answer.read(bytes);
      const error = (_: Bun.Socket, reason: Error) => reject(reason);
      Bun.connect({ hostname: "127.0.0.1", port: this.load.port, socket: { open, data, error } }).catch(reject);
    });
  }

  #summary(seconds: number): Report {
    const [p50, p99] = [quantile(this.#latencies, 0.5), quantile(this.#latencies, 0.99)];
    const slowest = this.#latencies.reduce((most, one) => Math.max(most, one), 0);
    const failed = this.#report.failed + this.#pending;
    return { ...this.#report, failed, firstFailure: this.#firstFailure, seconds, p50, p99, slowest };
  }
}

/** Long enough for every head that we send. */
const MAX_HEAD = 4096;

/** Finds the end of each answer on a connection, which carries one request at a time. */
export class AnswerReader {
  #head = "";
  #left = -1;
  #status = 0;

  constructor(private done: (status: number) => void) {}

  read(bytes: Buffer) {
    if (this.#left < 0) {
      const before = this.#head.length;
      this.#head += bytes.toString("latin1", 0, Math.min(bytes.length, MAX_HEAD));
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#status = Number(this.#head.slice(9, 12));
      this.#left = this.#length() - (before + bytes.length - end - 4);
    } else {
      this.#left -= bytes.length;
    }
    if (this.#left > 0) return;
    this.#head = "";
    this.#left = -1;
    this.done(this.#status);
  }

  #length(): number {
    if (this.#status === 304 || this.#status === 204) return 0;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
    if (length === undefined) throw new Error(`An answer has no Content-Length: ${this.#head}`);
    return Number(length);
  }
}

/** The requests of a file, in the order of its lines or at random. */
async function requestsOf({ port, requestsFile, headers, draw }: Load): Promise<() => string> {
  const lines = (await Bun.file(requestsFile).text()).trimEnd().split("\n");
  const shared = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const tail = `Host: 127.0.0.1:${port}\r\n${shared.join("")}\r\n`;
  const heads = lines.map((line) => {
    const [request, ...own] = line.split("\t");
    return [`${request} HTTP/1.1`, ...own, ""].join("\r\n");
  });
  const popular = draw === "zipf" ? zipf(heads.length) : () => 0;
  let turn = 0;
  const draws = {
    "in turn": () => turn++ % heads.length,
    evenly: () => Math.floor(Math.random() * heads.length),
    zipf: popular,
  };
  const next = draws[draw];
  return () => heads[next()]! + tail;
}

if (import.meta.main) {
  const load = JSON.parse(process.argv[2]!) as Load;
  process.on("disconnect", () => process.exit()); // the benchmark is gone
  const next = requestsOf(load);
  process.on("message", async (run: Run) => process.send!(await new Round(load, run, await next).run()));
}
