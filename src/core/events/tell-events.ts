import type { Age } from "../../entities/age.ts";
import type { MemeEvent } from "../../entities/meme-event.ts";
import { refuseGuests } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { wantsPerson } from "../filters/wants.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";

/** What somebody wants to hear of. */
export interface EventWish {
  age: Age;
  /** In its one form. */
  tag?: string | undefined;
  authorId?: string | undefined;
}

export interface ToldEvent {
  event: MemeEvent;
  /** As it is now; undefined if it is gone. */
  found?: MemeWithAuthor;
}

/**
 * Of these events, what the caller wants to hear and may hear now. Of a meme that was hidden since, only that it is
 * gone; and that only if it could be heard of before.
 */
export async function tellEvents(ctx: Ctx, events: readonly MemeEvent[], wish: EventWish): Promise<ToldEvent[]> {
  refuseGuests(ctx.actor);
  const meant = events.filter((event) => isMeant(event, wish) && wantsPerson(ctx.actor, event.authorId));
  const shown = new Set(meant.filter(({ kind }) => kind !== "gone").map(({ memeId }) => memeId));
  const listed = await readListed(ctx, [...shown]);
  const memes = new Map(listed.map((one) => [one.meme.id, one]));
  return meant.flatMap((event): ToldEvent[] => {
    if (event.kind === "gone") return [{ event }];
    const found = memes.get(event.memeId);
    return found && !found.meme.disabled && found.meme.age <= wish.age ? [{ event, found }] : [];
  });
}

export const isMeant = (event: MemeEvent, { age, tag, authorId }: EventWish): boolean =>
  event.age <= age &&
  (tag === undefined || event.tags.includes(tag)) &&
  (authorId === undefined || event.authorId === authorId);
