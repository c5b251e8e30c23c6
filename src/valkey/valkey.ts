import { RedisClient } from "bun";

import type { Log } from "../log.ts";

/** Valkey answers within a millisecond. Without an answer by then, it counts as away. */
const DEADLINE_MS = 250;
const CONNECT_MS = 1000;
/** Pause before it is tried again. */
const PAUSE_MS = 1000;

export interface ValkeyOptions {
  url: string;
  /** Sites that share a server have nothing to do with each other. */
  siteId: string;
  log: Pick<Log, "warn" | "info">;
}

/**
 * A Valkey or Redis server: useful while it answers, and never worth waiting for. When it fails once, it counts as
 * away, and nobody asks it anything until a new connection has proved itself.
 */
export class Valkey implements Disposable {
  /** Undefined while it is away. */
  #client: RedisClient | undefined;
  #timer: Timer | undefined;
  #hasWarned = false;
  #isClosed = false;
  #proof: readonly [command: string, args: string[]] = ["PING", []];

  constructor(private options: ValkeyOptions) {}

  get isThere(): boolean {
    return this.#client !== undefined;
  }

  /** Connects, and again whenever the connection is lost. `proof` is asked before anyone else asks anything. */
  connect(...proof: [command: string, args: string[]]): void {
    this.#proof = proof;
    void this.#connect();
  }

  /** A name that tells whoever reads it nothing about people. */
  keyOf(kind: string, id: string): string {
    const hash = new Bun.CryptoHasher("sha256").update(`${this.options.siteId}\n${kind}\n${id}`);
    return `guffaw:${hash.digest("base64url").slice(0, 22)}`;
  }

  /** The answer; undefined if there is none. */
  async ask(command: string, args: string[]): Promise<unknown> {
    const client = this.#client;
    if (!client) return undefined;
    try {
      return await inTime(client.send(command, args), DEADLINE_MS);
    } catch (error) {
      this.#lose(client, error);
      return undefined;
    }
  }

  async #connect(): Promise<void> {
    const client = openClient(this.options.url);
    try {
      await inTime(client.connect(), CONNECT_MS);
      await inTime(client.send(...this.#proof), CONNECT_MS);
    } catch (error) {
      client.close();
      return this.#tryLater(error);
    }
    if (this.#isClosed) return client.close();
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client is no EventTarget
    client.onclose = (error) => this.#lose(client, error);
    this.#client = client;
    if (this.#hasWarned) this.options.log.info("Valkey is back: all nodes count limits together");
    this.#hasWarned = false;
  }

  #lose(client: RedisClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.close();
    this.#tryLater(error);
  }

  #tryLater(error: unknown): void {
    if (this.#isClosed) return;
    if (!this.#hasWarned)
      this.options.log.warn("Valkey is away: until it is back, each node counts limits on its own", {
        error: error instanceof Error ? error.message : String(error),
      });
    this.#hasWarned = true;
    this.#timer = setTimeout(() => void this.#connect(), PAUSE_MS);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    client?.close();
  }
}

/** Asks once, and closes: for the doctor. */
export async function probeValkey(url: string, command: string, args: string[]): Promise<void> {
  const client = openClient(url);
  try {
    await inTime(client.connect(), CONNECT_MS);
    await inTime(client.send(command, args), CONNECT_MS);
  } finally {
    client.close();
  }
}

/** We reconnect ourselves: the runtime would queue what is asked meanwhile, and try again ever more slowly. */
const openClient = (url: string) =>
  new RedisClient(url, { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: CONNECT_MS });

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Symbol();
  for (;;) {
    const startedAt = performance.now();
    let timer: Timer | undefined;
    const end = new Promise<typeof late>((resolve) => (timer = setTimeout(resolve, ms, late)));
    const first = await Promise.race([work, end]).finally(() => clearTimeout(timer));
    if (first !== late) return first;
    // If the timer itself is late, it was us who were held up, and the answer may lie here unread.
    if (performance.now() - startedAt < ms * 1.5) throw new Error(`no answer within ${ms} ms`);
  }
}
