import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Sits between us and a server, and fails like a network or a frozen server. */
export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Open connections. */
  size(): number;
  /** Loses everything sent over the currently open connections. New ones work. */
  swallow(): void;
  /** Lets nothing through until thaw(), and then everything, as when a stopped process continues. */
  freeze(): void;
  thaw(): void;
  /**
   * Once a client has sent these texts, one after another, the server receives the last one and its answer is lost:
   * the connection is cut, or all connections stay silent until thaw().
   */
  loseAnswerTo(texts: string[], how: "cut" | "silence"): void;
  /** Bytes per second that each connection may send to the server. */
  slowDown(bytesPerSecond: number): void;
  cut(): void;
}

export async function startProxy(target: { hostname: string; port: string | number }): Promise<TcpProxy> {
  const open = new Set<Pair>();
  const state: Faults = { frozen: false, mute: false, speed: Infinity, awaited: [], how: "cut" };
  const server = createServer((client) => {
    const pair = new Pair(client, connect(Number(target.port), target.hostname), state);
    open.add(pair);
    client.on("close", () => open.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    size: () => open.size,
    swallow: () => open.forEach((pair) => (pair.swallowing = true)),
    freeze: () => void (state.frozen = true),
    thaw() {
      Object.assign(state, { frozen: false, mute: false });
      open.forEach((pair) => pair.flush());
    },
    loseAnswerTo: (awaited, how) => void Object.assign(state, { awaited: [...awaited], how }),
    slowDown: (bytesPerSecond) => void (state.speed = bytesPerSecond),
    cut: () => open.forEach((pair) => pair.destroy()),
    async [Symbol.asyncDispose]() {
      server.close();
      open.forEach((pair) => pair.destroy());
    },
  };
}

interface Faults {
  frozen: boolean;
  /** Holds back the server's answers. */
  mute: boolean;
  /** What has to be sent before an answer is lost. */
  awaited: string[];
  how: "cut" | "silence";
  speed: number;
}

const SLICE_MS = 50;

class Pair {
  swallowing = false;
  #toServer: Buffer[] = [];
  #toClient: Buffer[] = [];
  #ended = false;
  #timer: Timer | undefined;

  constructor(
    private client: Socket,
    private upstream: Socket,
    private faults: Faults,
  ) {
    client.on("data", (data: Buffer) => this.#take(this.#toServer, data));
    upstream.on("data", (data: Buffer) => this.#take(this.#toClient, data));
    // What a client sent before it hung up still arrives, as in a stopped server's socket.
    client.on("close", () => ((this.#ended = true), this.flush()));
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => {});
  }

  #take(queue: Buffer[], data: Buffer) {
    if (this.swallowing) return;
    queue.push(data);
    if (queue === this.#toServer && this.#isLastAwaited(data)) return this.#loseAnswer();
    this.flush();
  }

  #isLastAwaited(data: Buffer): boolean {
    const { awaited } = this.faults;
    if (awaited.length === 0 || !data.includes(awaited[0]!)) return false;
    awaited.shift();
    return awaited.length === 0;
  }

  #loseAnswer() {
    this.faults.mute = true;
    this.flush();
    if (this.faults.how === "silence") return;
    this.faults.mute = false;
    this.client.destroy();
  }

  flush() {
    if (this.faults.frozen) return;
    this.#send();
    if (!this.faults.mute) for (const data of this.#toClient.splice(0)) this.client.write(data);
    if (this.#ended && this.#toServer.length === 0) this.upstream.end(() => this.upstream.destroy());
  }

  #send() {
    if (this.faults.speed === Infinity) {
      for (const data of this.#toServer.splice(0)) this.upstream.write(data);
      return;
    }
    if (this.#timer || this.#toServer.length === 0) return;
    const waiting = Buffer.concat(this.#toServer.splice(0));
    const now = Math.ceil((this.faults.speed * SLICE_MS) / 1000);
    this.upstream.write(waiting.subarray(0, now));
    if (waiting.length > now) this.#toServer.push(waiting.subarray(now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, SLICE_MS);
  }

  destroy() {
    clearTimeout(this.#timer);
    this.client.destroy();
    this.upstream.destroy();
  }
}
