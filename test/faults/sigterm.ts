// Stops a server while clients keep it busy over persistent connections.
import { connect, type Socket } from "node:net";

import { until } from "../until.ts";

export interface StopOptions {
  port: number;
  /** Tells the server to stop, and resolves with its exit code. */
  stop(): Promise<number>;
  key: string;
  /** What the readers read and the writers comment on. */
  meme: string;
  writers: number;
  readers: number;
}

export interface Stopped {
  exitCode: number;
  /** Milliseconds from the signal to the exit of the process. */
  tookMs: number;
  /** Requests, before and after the signal. */
  answered: number;
  answeredWhileStopping: number;
  /** Cut off without an answer, on a connection that was not announced to close. */
  broken: number;
  /** Cut off on new connections, from clients that had been told. */
  brokenLate: number;
  /** New connections that were refused. */
  refused: number;
  /** Writes that were acknowledged. */
  acknowledged: string[];
}

const BEFORE_THE_STOP = 10;

export async function stopUnderLoad(options: StopOptions): Promise<Stopped> {
  const clients = [
    ...Array.from({ length: options.writers }, (_, i) => new Client(options, `writer ${i}`)),
    ...Array.from({ length: options.readers }, () => new Client(options)),
  ];
  const running = clients.map((client) => client.run());
  await until(() => clients.every(({ answered }) => answered >= BEFORE_THE_STOP), "Ten answers for each client");
  const answered = sum(clients, (client) => client.answered);
  const startedAt = performance.now();
  const exitCode = await options.stop();
  const tookMs = performance.now() - startedAt;
  await Promise.all(running);
  return {
    exitCode,
    tookMs,
    answered,
    answeredWhileStopping: sum(clients, (client) => client.answered) - answered,
    broken: sum(clients, (client) => client.broken),
    brokenLate: sum(clients, (client) => client.brokenLate),
    refused: sum(clients, (client) => client.refused),
    acknowledged: clients.flatMap((client) => client.acknowledged),
  };
}

const sum = (clients: Client[], of: (client: Client) => number) => clients.reduce((total, one) => total + of(one), 0);

type Answer = { status: number; closes: boolean };

/** One request after the other, on one connection as long as possible, then on new ones until none is accepted. */
class Client {
  answered = 0;
  broken = 0;
  brokenLate = 0;
  refused = 0;
  acknowledged: string[] = [];
  #wasTold = false;
  #sent = 0;

  constructor(
    private options: StopOptions,
    private writer?: string,
  ) {}

  async run() {
    for (;;) {
      const socket = await this.#connect();
      if (!socket) return;
      const isOpen = await this.#use(socket);
      socket.destroy();
      if (!isOpen) return;
    }
  }

  /** True if the server has announced that it closes the connection. */
  async #use(socket: Socket): Promise<boolean> {
    for (;;) {
      const content = `${this.writer} ${++this.#sent}`;
      const answer = await exchange(socket, this.writer ? this.#comment(content) : this.#read());
      if (!answer) {
        if (this.#wasTold) this.brokenLate++;
        else this.broken++;
        return false;
      }
      this.answered++;
      if (this.writer && answer.status === 200) this.acknowledged.push(content);
      if (answer.closes) return (this.#wasTold = true);
    }
  }

  #read = () => `GET /v1/meme/${this.options.meme} HTTP/1.1\r\nHost: x\r\nAuthorization: ${this.options.key}\r\n\r\n`;

  #comment(content: string) {
    const body = JSON.stringify({ content });
    return (
      `POST /v1/meme/${this.options.meme}/comments HTTP/1.1\r\nHost: x\r\nAuthorization: ${this.options.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  }

  #connect(): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect(this.options.port, "127.0.0.1", () => resolve(socket.removeAllListeners("error")));
      socket.once("error", () => {
        this.refused++;
        resolve(undefined);
      });
    });
  }
}

/** Undefined if the connection ends without a complete answer. */
function exchange(socket: Socket, request: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const end = (answer?: Answer) => {
      socket.removeAllListeners().on("error", () => {});
      resolve(answer);
    };
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      end({ status: Number(text.slice(9, 12)), closes: /\r\nconnection: close\r\n/i.test(text) });
    });
    socket.on("error", () => end());
    socket.on("close", () => end());
    socket.write(request);
  });
}
