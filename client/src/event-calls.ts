import { callsOf } from "./calls.ts";
import type { EventOptions } from "./inputs.ts";
import { SiteCalls } from "./site-calls.ts";
import type * as Api from "./types.ts";

/** What happens on the site. */
export class EventCalls extends SiteCalls {
  /**
   * What happens to memes, as it happens, for as long as you like. Reconnects by itself, and then misses nothing.
   *
   * @example
   * for await (const { event, meme } of guffaw.events({ tag: "cats" })) if (event === "new") console.log(meme?.url);
   */
  events({ age, tag, author, ...options }: EventOptions = {}): AsyncGenerator<Api.MemeEvent, never> {
    return callsOf(this).events("/events", options, { age, tag, author });
  }
}
