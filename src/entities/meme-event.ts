import type { Age } from "./age.ts";

/** It is shown, its ratings have made it hot, its words or picture have changed, or it is shown no more. */
export const EVENT_KINDS = ["new", "hot", "edited", "gone"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What happened to a meme that everyone could see. */
export interface MemeEvent {
  /** Later ones have higher numbers. Microseconds, of about when it was numbered. */
  number: number;
  kind: EventKind;
  memeId: string;
  authorId: string;
  age: Age;
  /** The tags it had then, or still had until then. */
  tags: readonly string[];
}
