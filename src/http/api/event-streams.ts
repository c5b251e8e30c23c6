import type { Addresses } from "../../config.ts";
import { requireAccess } from "../../core/access.ts";
import { findPlace } from "../../core/events/find-place.ts";
import { numberNewEvents } from "../../core/events/number-events.ts";
import { tellEvents } from "../../core/events/tell-events.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { listEventsAfter } from "../../data/events.ts";
import type { MemeEvent } from "../../entities/meme-event.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { contextOf, type Services } from "../../services.ts";
import { OpenStreams, type Stream, type StreamLimits } from "../open-streams.ts";
import type { Events, Listening } from "./listening.ts";
import { presentEvent } from "./v1/present-events.ts";

/** How soon programs hear of something. */
const TICK_MS = 1000;
const BUSY_SECONDS = 60;
/** Events that are read at once, and for one stream in a row: then it is the others' turn. */
const PAGE = 100;
const MAX_PAGES = 10;

interface Listener extends Listening {
  /** They have been told of everything up to this number. */
  after: number;
  /** Events before it may be missing. */
  isGap: boolean;
}

/** Events that streams at the same place share. */
type Pages = Map<number, Promise<readonly MemeEvent[]>>;

/** Tells programs what happens to memes. */
export class EventStreams extends OpenStreams<Listener> implements Events {
  constructor(
    services: Services,
    private addresses: Addresses,
    limits: StreamLimits = {},
  ) {
    super(services, TICK_MS, limits);
  }

  async open(listening: Listening, gone: AbortSignal): Promise<ReadableStream<string>> {
    const place = await findPlace(this.#context(), listening.heard);
    if (this.isFull)
      throw new DomainError("unavailable", message("error.too-many-listening"), { retryAfter: BUSY_SECONDS });
    return this.start({ ...listening, ...place }, gone);
  }

  protected override welcome(stream: Stream<Listener>) {
    if (stream.isGap) this.send(stream, `event: reset\ndata: {"event":"reset"}\n\n`);
    // Whoever has missed something need not wait for the next second.
    if (stream.heard !== undefined) void this.look();
  }

  protected override place({ after }: Stream<Listener>) {
    return `id: ${after}\n`;
  }

  protected override async tellNews(streams: Iterable<Stream<Listener>>) {
    // What is kept may have changed, and nobody else looks on our behalf.
    await this.services.cache.look();
    await numberNewEvents(this.#context());
    const pages: Pages = new Map();
    for (const stream of streams) await this.#feed(stream, pages);
  }

  async #feed(stream: Stream<Listener>, pages: Pages) {
    for (let page = 0; page < MAX_PAGES && this.hasRoom(stream); page++) {
      const events = await this.#read(stream.after, pages);
      if (events.length === 0 || !(await this.#tell(stream, events)) || events.length < PAGE) return;
    }
  }

  #read(after: number, pages: Pages): Promise<readonly MemeEvent[]> {
    const read = pages.get(after) ?? listEventsAfter(this.services.database.db, after, PAGE);
    pages.set(after, read);
    return read;
  }

  /** As whoever the key belongs to now, with what they may and want to see now. */
  async #tell(stream: Stream<Listener>, events: readonly MemeEvent[]): Promise<boolean> {
    const ctx = await this.#contextOf(stream);
    if (!ctx) return false;
    for (const told of await tellEvents(ctx, events, stream.wish)) {
      stream.after = told.event.number;
      const data = presentEvent(told, { addresses: this.addresses, now: ctx.now });
      this.send(stream, `${this.place(stream)}event: ${told.event.kind}\ndata: ${data}\n\n`);
    }
    stream.after = events.at(-1)!.number;
    return true;
  }

  /** Undefined, and the end of the stream, if the key is no longer good for it. */
  async #contextOf(stream: Stream<Listener>) {
    const ctx = this.#context();
    try {
      const actor = await useKey(ctx, stream.key, ctx.now);
      requireAccess(actor, { access: "member" }, ctx.now);
      return { ...ctx, actor };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "unavailable") throw error;
      this.end(stream);
      return undefined;
    }
  }

  #context = () => contextOf(this.services, { kind: "system", job: "events" });
}
