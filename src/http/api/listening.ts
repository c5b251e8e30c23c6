import type { EventWish } from "../../core/events/tell-events.ts";

/** Who listens to events, and to which. */
export interface Listening {
  key: string;
  userId: string;
  wish: EventWish;
  /** The last event they heard of. */
  heard: number | undefined;
}

/** Streams of events, for handlers. */
export interface Events {
  /** `gone` aborts when the client disconnects. */
  open(listening: Listening, gone: AbortSignal): Promise<ReadableStream<string>>;
}
