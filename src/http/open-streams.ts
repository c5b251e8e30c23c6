import type { Services } from "../services.ts";

/** Proxies close silent connections, most of them after a minute. */
const QUIET_MS = 15_000;
/** Clients that vanished silently are noticed by then at the latest. All others come back. */
const MAX_AGE_MS = 30 * 60_000;
/** More than this means many screens or programs, or bad intentions. */
const MAX_OF_ONE = 6;
const MAX_STREAMS = 5000;
const RETRY_MS = 2000;
/** Characters. Whoever does not read them hears no more until they do. */
const MAX_WAITING = 1_000_000;

export type Stream<L> = L & {
  controller: ReadableStreamDefaultController<string>;
  openedAt: number;
  spokeAt: number;
};

export interface StreamLimits {
  max?: number;
  quietMs?: number;
  maxWaiting?: number;
}

/**
 * Streams of server-sent events that stay open. While anybody listens, this process looks for news in the database every
 * `tickMs`, so it does not matter which process or node they came from.
 */
export abstract class OpenStreams<L extends { userId: string }> {
  /** In the order they were opened. */
  readonly #streams = new Set<Stream<L>>();
  #timer: Timer | undefined;
  #isLooking = false;
  #isStopped = false;

  constructor(
    protected services: Services,
    private tickMs: number,
    private limits: StreamLimits,
  ) {}

  get size(): number {
    return this.#streams.size;
  }

  /** Called before the server waits for requests in flight, which these would be for ever. */
  stop() {
    this.#isStopped = true;
    for (const stream of this.#streams) this.end(stream);
  }

  protected get isFull(): boolean {
    return this.#isStopped || this.#streams.size >= (this.limits.max ?? MAX_STREAMS);
  }

  /** Called once a stream is open. */
  protected abstract welcome(stream: Stream<L>): void;

  protected abstract tellNews(streams: Iterable<Stream<L>>): Promise<void>;

  /** A line that tells clients what to say when they come back. */
  protected place(_stream: Stream<L>): string {
    return "";
  }

  /** Ends a stream that its client should not open again. */
  protected dismiss(stream: Stream<L>) {
    this.end(stream);
  }

  protected start(listener: L, gone: AbortSignal): ReadableStream<string> {
    let opened: Stream<L>;
    const source: UnderlyingDefaultSource<string> = {
      start: (controller) => {
        const now = performance.now();
        opened = { ...listener, controller, openedAt: now, spokeAt: now };
        this.#add(opened);
      },
      cancel: () => void this.#drop(opened),
    };
    const highWaterMark = this.limits.maxWaiting ?? MAX_WAITING;
    const body = new ReadableStream(source, { highWaterMark, size: (text) => text!.length });
    gone.addEventListener("abort", () => this.end(opened), { once: true });
    if (gone.aborted) this.end(opened!);
    return body;
  }

  protected async look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.tellNews(this.#streams);
    } catch (error) {
      this.services.log.warn("could not look for news", { streams: this.constructor.name, error: String(error) });
    } finally {
      this.#isLooking = false;
    }
    for (const stream of this.#streams) this.#keepUp(stream);
  }

  protected hasRoom = ({ controller }: Stream<L>) => (controller.desiredSize ?? 0) > 0;

  protected send(stream: Stream<L>, text: string) {
    if (!this.#streams.has(stream)) return;
    stream.spokeAt = performance.now();
    stream.controller.enqueue(text);
  }

  protected end(stream: Stream<L>) {
    if (this.#drop(stream)) stream.controller.close();
  }

  #add(stream: Stream<L>) {
    const mine = [...this.#streams].filter(({ userId }) => userId === stream.userId);
    if (mine.length >= MAX_OF_ONE) this.dismiss(mine[0]!);
    this.#streams.add(stream);
    // Jittered, so that not all reconnect at the same moment.
    this.send(stream, `retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_MS)}\n${this.place(stream)}\n`);
    this.#timer ??= setInterval(() => void this.look(), this.tickMs).unref();
    this.welcome(stream);
  }

  /** Whoever hears little still learns how far they have come. */
  #keepUp(stream: Stream<L>) {
    const now = performance.now();
    const isQuiet = now - stream.spokeAt >= (this.limits.quietMs ?? QUIET_MS);
    if (now - stream.openedAt >= MAX_AGE_MS) this.end(stream);
    else if (isQuiet && this.hasRoom(stream)) this.send(stream, `:\n${this.place(stream)}\n`);
  }

  #drop(stream: Stream<L>): boolean {
    const wasOpen = this.#streams.delete(stream);
    if (this.#streams.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return wasOpen;
  }
}
