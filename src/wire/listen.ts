import { Connection } from "./connection.ts";
import type { Service, Shared } from "./service.ts";

export interface Listening extends Service {
  hostname: string;
  port: number;
  /** Several processes share the port. */
  reusePort: boolean;
}

const SWEEP_MS = 1000;
const STOP_MS = 500;

/** An open port. */
export class HttpServer {
  readonly #listener: Bun.TCPSocketListener<Connection>;
  readonly #connections = new Set<Connection>();
  readonly #shared: Shared;
  readonly #sweeper: Timer;

  constructor({ hostname, port, reusePort, ...service }: Listening) {
    this.#shared = { ...service, now: 0, pending: 0 };
    const connections = this.#connections;
    const shared = this.#shared;
    const options: Bun.TCPSocketListenOptions<Connection> & { reusePort: boolean } = {
      hostname,
      port,
      reusePort,
      // Otherwise clients that end their side early would get no answer.
      allowHalfOpen: true,
      socket: {
        open(socket) {
          socket.data = new Connection(socket, shared);
          connections.add(socket.data);
        },
        data: (socket, data) => socket.data.take(data),
        drain: (socket) => socket.data.drain(),
        end: (socket) => socket.data.end(),
        close(socket) {
          connections.delete(socket.data);
          socket.data.closed();
        },
        error(socket, error) {
          shared.broken(error);
          socket.terminate();
        },
      },
    };
    this.#listener = Bun.listen(options);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Requests that are being answered. */
  get pending(): number {
    return this.#shared.pending;
  }

  /** Takes no further connections. Those that are open go on. */
  close(): void {
    this.#listener.stop();
  }

  /** Ends everything. Clients that have their last answer get a moment to close their side. */
  async stop(): Promise<void> {
    this.close();
    clearInterval(this.#sweeper);
    for (const connection of this.#connections) connection.leave();
    const until = performance.now() + STOP_MS;
    while (this.#connections.size > 0 && performance.now() < until) await Bun.sleep(5);
    for (const connection of this.#connections) connection.close();
  }

  #sweep() {
    const now = ++this.#shared.now;
    for (const connection of this.#connections) if (connection.deadline < now) connection.timeOut();
  }
}
