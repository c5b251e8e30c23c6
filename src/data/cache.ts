import type { ApiKey } from "../entities/api-key.ts";
import type { Comment } from "../entities/comment.ts";
import type { Filter } from "../entities/filter.ts";
import type { Meme } from "../entities/meme.ts";
import type { SiteInfo } from "../entities/site-info.ts";
import type { User } from "../entities/user.ts";
import { CHANGE_KINDS, type Change, type ChangeKind, type Changes, type Look } from "./changes.ts";
import type { Counters } from "./counters.ts";
import type { OpenDatabase } from "./database.ts";
import { KeptSlots } from "./kept-slots.ts";
import { Budget, Kept } from "./kept.ts";
import type { MemeCursor } from "./newest.ts";
import { Shelf } from "./shelf.ts";

/** Parts of the memory: for drafts, for finished answers that many ask for, for ids by slot, and for all else. */
const MEME_DRAFTS = 0.46;
const AUTHOR_DRAFTS = 0.09;
const COMMENT_DRAFTS = 0.08;
const POPULAR = 0.05;
const SLOTS = 0.04;
const OTHERS = 0.28;

/** The list has the last word on how long its memes live, and there is a finished answer for it. */
const OWN_MEME_BYTES = 2000;

/** The part of a change that is the key of what to forget, or both; "any" forgets all values of the kind. */
type Part = "subject" | "owner" | "both" | "any";
type ForgottenBy = Partial<Record<ChangeKind, Part>>;

/**
 * What is kept between requests. Every request looks for changes before it reads, and what has changed is forgotten:
 * so no answer is older than its request, no matter who made the change.
 *
 * To keep another kind of value, say which changes it is forgotten by:
 *
 *     readonly comments = this.keep<Comment[]>((list) => list.length * 300, { comment: "subject" });
 *
 * A value must be forgotten by every change of every row it was made from. Rather than copying a row of another kind
 * into it, keep the id and ask for that row: an answer that shows an author is made of a meme and a user.
 */
export class EntityCache {
  readonly #budget: Budget;
  readonly #kept: Kept<NonNullable<unknown>>[] = [];
  readonly #forgetting = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, []])) as unknown as Record<
    ChangeKind,
    ((change: Change) => void)[]
  >;

  /** Forgets what has changed: from then on nothing kept is older than the request. */
  readonly look: Look;
  /** Ids of keys, by the key itself, which exists only in memory. They never change. */
  readonly keyIds: Kept<string>;
  readonly keys: Kept<ApiKey>;
  readonly users: Kept<User>;
  /** What a person does not want to see. */
  readonly filters: Kept<Filter>;
  readonly memes: Kept<Meme>;
  /** Memes as they were last written, without their authors and ages. */
  readonly memeDrafts: Shelf;
  /** Authors of memes, in the same way. */
  readonly authorDrafts: Shelf;
  /** All comments of a meme, if they are few, without their authors and the meme. */
  readonly commentDrafts: Shelf;
  /** Memory for answers that are kept beside the drafts they were made from. */
  readonly popularBytes: number;
  /** Of a meme, oldest first: all of them, if they are few. */
  readonly comments: Kept<readonly Comment[]>;
  /** All memes of a person who asks for their own, newest first. */
  readonly ownMemes: Kept<readonly Meme[]>;
  /** Ids of enabled memes, by slot. */
  readonly slots: KeptSlots;
  /** First pages of the newest and the hottest memes, by list, age rating and length. */
  readonly firstPages: Kept<readonly MemeCursor[]>;
  /** Under "all", because they are few and read together. */
  readonly counters: Kept<Counters>;
  /** There is one, under its id. */
  readonly siteInfo: Kept<SiteInfo>;
  /** Markdown of the site's own pages, by name. */
  readonly sitePages: Kept<string>;

  constructor(database: OpenDatabase, { maxBytes }: { maxBytes: number }) {
    this.#budget = new Budget(maxBytes * OTHERS, database.meter);
    this.look =
      maxBytes === 0 && !database.replicas ? () => {} : database.watchChanges((changes) => this.#forget(changes));
    this.keyIds = this.keep(() => 300, {});
    this.keys = this.keep(({ name }) => 500 + 2 * name.length, { key: "subject" });
    this.users = this.keep(({ bio }) => 1200 + 2 * bio.length, { user: "subject" });
    this.filters = this.keep(bytesOfFilter, { filter: "both" });
    this.memes = this.keep(({ caption, alt }) => 2500 + 3 * (caption.length + alt.length), { meme: "subject" });
    this.memeDrafts = new Shelf(Math.floor(maxBytes * MEME_DRAFTS), database.meter);
    this.#forgetting.meme.push(({ subject }) => this.memeDrafts.forget(subject));
    this.authorDrafts = new Shelf(Math.floor(maxBytes * AUTHOR_DRAFTS), database.meter);
    this.#forgetting.user.push(({ subject }) => this.authorDrafts.forget(subject));
    this.commentDrafts = new Shelf(Math.floor(maxBytes * COMMENT_DRAFTS), database.meter);
    this.#forgetting.comment.push(({ subject }) => this.commentDrafts.forget(subject));
    this.popularBytes = maxBytes * POPULAR;
    this.comments = this.keep((list) => list.reduce((sum, { content }) => sum + 300 + 2 * content.length, 300), {
      comment: "subject",
    });
    this.ownMemes = this.keep((list) => 300 + OWN_MEME_BYTES * list.length, { meme: "owner" });
    this.slots = new KeptSlots(maxBytes * SLOTS, database.meter);
    this.#forgetting.meme.push(() => this.slots.clear());
    this.firstPages = this.keep((list) => 300 + 150 * list.length, { meme: "any" });
    this.counters = this.keep(() => 500, { total: "any" });
    this.siteInfo = this.keep(() => 1000, { site: "any" });
    this.sitePages = this.keep((text) => 200 + 2 * text.length, { site: "any" });
  }

  /** Adds a kind of value. `bytesOf` says about how much memory one takes. */
  keep<V extends NonNullable<unknown>>(bytesOf: (value: V) => number, by: ForgottenBy): Kept<V> {
    const kept = new Kept<V>(this.#budget, bytesOf);
    this.#kept.push(kept as unknown as Kept<NonNullable<unknown>>);
    for (const [kind, part] of Object.entries(by) as [ChangeKind, Part][])
      this.#forgetting[kind].push(forgetterOf(kept, part));
    return kept;
  }

  /** Forgets what is made of small objects: scattered over the heap, they hold on to several times their own memory. */
  rest(): void {
    for (const kept of this.#kept) kept.clear();
  }

  #forget(changes: Changes) {
    if (changes === "everything")
      for (const kept of [...this.#kept, this.memeDrafts, this.authorDrafts, this.commentDrafts, this.slots])
        kept.clear();
    // A kind that only newer nodes know is about something that is not kept here.
    else for (const change of changes) for (const forget of this.#forgetting[change.kind] ?? []) forget(change);
  }
}

function forgetterOf(kept: Pick<Kept<never>, "clear" | "forget">, part: Part): (change: Change) => void {
  if (part === "any") return () => kept.clear();
  if (part !== "both") return (change) => kept.forget(change[part]);
  return ({ subject, owner }) => {
    kept.forget(subject);
    kept.forget(owner);
  };
}

const bytesOfFilter = ({ muted, blocked, blockedBy, words }: Filter) =>
  150 + 100 * (muted.size + blocked.size + blockedBy.size + words.length);
