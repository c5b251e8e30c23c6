import { countNews, readUnseen } from "../../../core/notifications/read-unseen.ts";
import type { Services } from "../../../services.ts";
import type { Words } from "../../../words/words.ts";
import { bellWords } from "./bell-words.ts";

/** How soon people see news. */
export const TICK_MS = 2000;
/** Proxies close silent connections, most of them after a minute. */
const QUIET_MS = 15_000;
/** Clients that vanished silently are noticed by then at the latest. All others reconnect automatically. */
const MAX_AGE_MS = 30 * 60_000;
/** Hidden tabs do not listen, so more than this means many screens, or bad intentions. */
const MAX_OF_ONE = 6;
const MAX_STREAMS = 5000;
const RETRY_MS = 2000;

export interface Listener {
  userId: string;
  sessionId: string;
  words: Words;
  /** All unseen ones. */
  unseen: number;
  /** What the bell counts, and the number the browser already knows, if it says. */
  news: number;
  known: string | undefined;
}

interface Stream extends Listener {
  controller: ReadableStreamDefaultController<string>;
  openedAt: number;
  spokeAt: number;
}

/**
 * Tells browsers how many unseen notifications their person has. One query serves all of them, every two seconds while
 * anybody listens, so it does not matter which process or node the news came from.
 */
export class LiveCounts {
  /** In the order they were opened. */
  readonly #streams = new Set<Stream>();
  readonly #services: Services;
  #timer: Timer | undefined;
  #isLooking = false;
  #isStopped = false;

  constructor(
    services: Services,
    private max = MAX_STREAMS,
  ) {
    this.#services = services;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Undefined if there is no room. `gone` aborts when the client disconnects. */
  open(listener: Listener, gone: AbortSignal): ReadableStream<string> | undefined {
    if (this.#isStopped || gone.aborted || this.#streams.size >= this.max) return undefined;
    let opened: Stream;
    const source: UnderlyingDefaultSource<string> = {
      start: (controller) => {
        const now = performance.now();
        opened = { ...listener, controller, openedAt: now, spokeAt: now };
        this.#add(opened);
      },
      cancel: () => void this.#drop(opened),
    };
    gone.addEventListener("abort", () => this.#end(opened), { once: true });
    return new ReadableStream(source);
  }

  /** Called before the server waits for requests in flight, which these would be for ever. */
  stop() {
    this.#isStopped = true;
    for (const stream of this.#streams) this.#end(stream);
  }

  #add(stream: Stream) {
    const mine = [...this.#streams].filter(({ userId }) => userId === stream.userId);
    if (mine.length >= MAX_OF_ONE) this.#dismiss(mine[0]!);
    this.#streams.add(stream);
    // Jittered, so that not all reconnect at the same moment.
    stream.controller.enqueue(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_MS)}\n\n`);
    if (stream.known !== String(stream.news)) this.#tell(stream, stream.news);
    this.#timer ??= setInterval(() => void this.#look(), TICK_MS).unref();
  }

  async #look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // Streams opened while we query were told a moment ago.
    const streams = [...this.#streams];
    try {
      const { database, clock } = this.#services;
      const sessions = [...new Set(streams.map(({ sessionId }) => sessionId))];
      const unseen = await readUnseen({ db: database.db, now: clock() }, sessions);
      for (const stream of streams) {
        const count = unseen.get(stream.sessionId);
        if (count === undefined) this.#dismiss(stream);
        else if (count !== stream.unseen) await this.#count(stream, count);
      }
    } catch (error) {
      this.#services.log.warn("could not look for notifications", { error: String(error) });
    } finally {
      this.#isLooking = false;
    }
    for (const stream of streams) this.#keepUp(stream);
  }

  #keepUp(stream: Stream) {
    const now = performance.now();
    if (now - stream.openedAt >= MAX_AGE_MS) this.#end(stream);
    else if (now - stream.spokeAt >= QUIET_MS) this.#send(stream, ":\n\n");
  }

  /** One more rating of the same meme is no more news. */
  async #count(stream: Stream, unseenCount: number) {
    const { db } = this.#services.database;
    const news = await countNews({ db }, { id: stream.userId, unseenCount });
    stream.unseen = unseenCount;
    if (news !== stream.news) this.#tell(stream, news);
  }

  /** Browsers send the id back to say what they know. */
  #tell(stream: Stream, news: number) {
    stream.news = news;
    const data = JSON.stringify({ unseen: news, ...bellWords(stream.words, news) });
    this.#send(stream, `id: ${news}\ndata: ${data}\n\n`);
  }

  /** Ends it for good: without this event the browser would reconnect. */
  #dismiss(stream: Stream) {
    this.#send(stream, "event: bye\ndata:\n\n");
    this.#end(stream);
  }

  #send(stream: Stream, text: string) {
    if (!this.#streams.has(stream)) return;
    stream.spokeAt = performance.now();
    stream.controller.enqueue(text);
  }

  #end(stream: Stream) {
    if (this.#drop(stream)) stream.controller.close();
  }

  #drop(stream: Stream): boolean {
    const wasOpen = this.#streams.delete(stream);
    if (this.#streams.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return wasOpen;
  }
}
