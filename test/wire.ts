import { connect, type Socket } from "node:net";

/** A persistent connection for consecutive requests. */
export class Wire {
  #socket: Socket;
  #text = "";
  #done: ((answer: string) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#text += data.toString("latin1");
      const head = this.#text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1] ?? 0);
      if (head < 0 || this.#text.length < head + 4 + length) return;
      const answer = this.#text;
      this.#text = "";
      this.#done?.(answer);
    });
    socket.on("close", () => this.#done?.(""));
    socket.on("error", () => {});
  }

  static async open(origin: string): Promise<Wire> {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const wire = new Wire(socket);
    await wire.get("/healthz"); // so that the server has accepted it
    return wire;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<string> {
    const lines = Object.entries({ Host: "x", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    return this.answer();
  }

  /** Does not wait for anything. */
  write(text: string) {
    this.#socket.write(text);
  }

  /** The next answer; empty if the connection ended without one. */
  answer(): Promise<string> {
    return new Promise((resolve) => {
      this.#done = resolve;
      if (this.#socket.closed) resolve("");
    });
  }

  close() {
    this.#socket.destroy();
  }
}
