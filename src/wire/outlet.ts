type Socket = Pick<Bun.Socket<unknown>, "write" | "terminate">;

/** Written here first, so that head and body of most answers leave in one piece. Nothing stays in it. */
const sheet = Buffer.allocUnsafeSlow(128 * 1024);

/** The way out of a connection. What the system does not take at once waits here. */
export class Outlet {
  #rest: Uint8Array | undefined;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(private socket: Socket) {}

  /** Something waits for the client to read. */
  get isBlocked(): boolean {
    return this.#rest !== undefined;
  }

  /** Head and body of an answer. A short body may change afterwards. */
  writeAnswer(head: string, body: Uint8Array | undefined): void {
    const length = head.length + (body?.length ?? 0);
    if (length > sheet.length) {
      this.write(Buffer.from(head, "latin1"));
      this.write(body!);
      return;
    }
    const at = sheet.write(head, 0, "latin1");
    if (body) sheet.set(body, at);
    this.#send(sheet, length);
  }

  write(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#send(bytes, bytes.length);
  }

  /** Resolves once the system has taken everything, or the connection is closed. */
  async drained(): Promise<void> {
    if (this.#rest) await (this.#drained ??= Promise.withResolvers()).promise;
  }

  /** The system has room again. Returns whether it took something. */
  drain(): boolean {
    const rest = this.#rest;
    if (!rest) return false;
    const taken = this.#write(rest, rest.length);
    if (taken < rest.length) this.#rest = rest.subarray(taken);
    else this.close();
    return taken > 0;
  }

  /** Nothing waits any more. */
  close(): void {
    this.#rest = undefined;
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  /** Returns how much the system took. From a client that is gone, nothing comes back, and nobody else notices. */
  #write(bytes: Uint8Array, length: number): number {
    const taken = this.socket.write(bytes, 0, length);
    if (taken >= 0) return taken;
    this.socket.terminate();
    return length;
  }

  #send(bytes: Uint8Array, length: number) {
    if (this.#rest) {
      this.#rest = Buffer.concat([this.#rest, bytes.subarray(0, length)]);
      return;
    }
    const taken = this.#write(bytes, length);
    if (taken === length) return;
    const rest = bytes.subarray(taken, length);
    // What is on the sheet must be copied: the next answer, whoever it is for, is written there too.
    this.#rest = bytes === sheet ? Buffer.from(rest) : rest;
  }
}
