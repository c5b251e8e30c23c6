import { until } from "../until.ts";

/** The client's end of a connection, which does nothing by itself. */
export class Client {
  #socket!: Bun.Socket;
  #waiting = Buffer.alloc(0);
  #received: Buffer[] = [];
  #endsSoon = false;
  #pausesNext = false;
  /** Bytes the system took. */
  sent = 0;
  received = 0;
  /** The server sends no more. */
  isEnded = false;
  isClosed = false;

  static async open(port: number): Promise<Client> {
    const client = new Client();
    client.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      allowHalfOpen: true,
      socket: {
        data: (_, data) => client.#take(data),
        drain: () => client.#flush(),
        end: () => void (client.isEnded = true),
        close: () => void (client.isEnded = client.isClosed = true),
        error: () => {},
      },
    });
    return client;
  }

  write(bytes: string | Uint8Array): void {
    const more = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    this.#waiting = Buffer.concat([this.#waiting, more]);
    this.#flush();
  }

  /** Whether the system has taken everything written so far. */
  get isFlushed(): boolean {
    return this.#waiting.length === 0;
  }

  /** Sends no more, but still reads. */
  endSide(): void {
    this.#endsSoon = true;
    this.#flush();
  }

  /** Closes in the polite way, as somebody does who does not want an answer any more. */
  closeSoon(): void {
    this.#socket.end();
  }

  /** Forgets the connection, so that the server finds out at once. */
  reset(): void {
    this.#socket.terminate();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Reads some of what has arrived, up to half a megabyte, and pauses again. */
  async readSome(): Promise<void> {
    const before = this.received;
    this.#pausesNext = true;
    this.resume();
    await until(() => this.received > before || this.isEnded, "More to read");
  }

  get bytes(): Buffer {
    this.#received = [Buffer.concat(this.#received)];
    return this.#received[0]!;
  }

  get text(): string {
    return this.bytes.toString("latin1");
  }

  async ended(): Promise<void> {
    await until(() => this.isEnded, "The end of the connection");
  }

  /** Waits until what came back contains this. */
  async has(part: string | RegExp): Promise<string> {
    const isThere = () => (typeof part === "string" ? this.text.includes(part) : part.test(this.text));
    await until(() => isThere() || this.isEnded, `The answer ${part}`);
    if (!isThere()) throw new Error(`The connection ended without ${part}, after: ${this.text.slice(0, 500)}`);
    return this.text;
  }

  /** Writes this again and again until nobody takes more. Returns how much was taken. */
  async flood(bytes: Uint8Array, limit: number): Promise<number> {
    let quiet = 0;
    for (let last = -1; quiet < 20 && this.sent < limit && !this.isEnded; last = this.sent) {
      if (this.isFlushed) this.write(bytes);
      await Bun.sleep(5);
      quiet = this.sent === last ? quiet + 1 : 0;
    }
    return this.sent;
  }

  #take(data: Buffer) {
    if (this.#pausesNext) this.pause();
    this.#pausesNext = false;
    this.received += data.length;
    this.#received.push(data);
  }

  #flush() {
    if (this.#waiting.length > 0) {
      const taken = Math.max(0, this.#socket.write(this.#waiting));
      this.sent += taken;
      this.#waiting = this.#waiting.subarray(taken);
    }
    if (this.#endsSoon && this.isFlushed) this.#socket.shutdown();
  }
}
