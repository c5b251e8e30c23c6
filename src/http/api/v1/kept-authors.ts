import type { EntityCache } from "../../../data/cache.ts";
import type { PublicUser } from "../../../entities/user.ts";
import type { Presenting } from "../presenting.ts";
import { DraftedUser, draftUser, untilOf } from "./user-drafts.ts";

/** Authors as drafts: many more of them are in memory than accounts. */
export class KeptAuthors {
  constructor(
    private cache: EntityCache,
    private to: Pick<Presenting, "addresses">,
  ) {}

  /** Where the draft of an author begins. -1 if there is none, or Pro has ended since. */
  find(id: string, now: number): number {
    const { authorDrafts } = this.cache;
    const start = authorDrafts.find(id);
    return start >= 0 && untilOf(authorDrafts, start) > now ? start : -1;
  }

  /** The same, but an account that is in memory gets a draft. */
  findOrDraft(id: string, now: number): number {
    const start = this.find(id, now);
    if (start >= 0) return start;
    const user = this.cache.users.get(id);
    if (!user) return -1;
    this.cache.authorDrafts.put(id, draftUser(user, { ...this.to, now }));
    return this.cache.authorDrafts.find(id);
  }

  at(start: number): DraftedUser {
    return new DraftedUser(this.cache.authorDrafts, start, this.to);
  }

  /** Drafts accounts that are read from now on. The drafts are kept unless an account changes in the meantime. */
  begin(now: number): (user: PublicUser) => void {
    const { authorDrafts } = this.cache;
    const isCurrent = authorDrafts.mark();
    return (user) => {
      const draft = draftUser(user, { ...this.to, now });
      if (isCurrent()) authorDrafts.put(user.id, draft);
    };
  }
}
