import { countNews, readUnseen } from "../../../core/notifications/read-unseen.ts";
import type { Services } from "../../../services.ts";
import type { Words } from "../../../words/words.ts";
import { OpenStreams, type Stream, type StreamLimits } from "../../open-streams.ts";
import { bellWords } from "./bell-words.ts";

/** How soon people see news. */
export const TICK_MS = 2000;

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

/** Tells browsers how many unseen notifications their person has. One query serves all of them. */
export class LiveCounts extends OpenStreams<Listener> {
  constructor(services: Services, limits: StreamLimits = {}) {
    super(services, TICK_MS, limits);
  }

  /** Undefined if there is no room. `gone` aborts when the client disconnects. */
  open(listener: Listener, gone: AbortSignal): ReadableStream<string> | undefined {
    return this.isFull || gone.aborted ? undefined : this.start(listener, gone);
  }

  protected override welcome(stream: Stream<Listener>) {
    if (stream.known !== String(stream.news)) this.#tell(stream, stream.news);
  }

  protected override async tellNews(listening: Iterable<Stream<Listener>>) {
    // Streams opened while we query were told a moment ago.
    const streams = [...listening];
    const { database, clock } = this.services;
    const sessions = [...new Set(streams.map(({ sessionId }) => sessionId))];
    const unseen = await readUnseen({ db: database.db, now: clock() }, sessions);
    for (const stream of streams) {
      const count = unseen.get(stream.sessionId);
      if (count === undefined) this.dismiss(stream);
      else if (count !== stream.unseen) await this.#count(stream, count);
    }
  }

  /** Without this event the browser would reconnect. */
  protected override dismiss(stream: Stream<Listener>) {
    this.send(stream, "event: bye\ndata:\n\n");
    this.end(stream);
  }

  /** One more rating of the same meme is no more news. */
  async #count(stream: Stream<Listener>, unseenCount: number) {
    const { db } = this.services.database;
    const news = await countNews({ db }, { id: stream.userId, unseenCount });
    stream.unseen = unseenCount;
    if (news !== stream.news) this.#tell(stream, news);
  }

  /** Browsers send the id back to say what they know. */
  #tell(stream: Stream<Listener>, news: number) {
    stream.news = news;
    const data = JSON.stringify({ unseen: news, ...bellWords(stream.words, news) });
    this.send(stream, `id: ${news}\ndata: ${data}\n\n`);
  }
}
