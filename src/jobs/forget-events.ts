import * as events from "../core/events/forget-events.ts";
import type { JobKind } from "./job-kind.ts";

/** Forgets what happened to memes more than a week ago. Numbers what nobody has listened to. */
export const forgetEvents: JobKind = {
  name: "forget-events",
  recurring: { everyMs: 3_600_000, firstAfterMs: 600_000 },
  run: ({ ctx, signal }) => events.forgetEvents(ctx, signal),
};
