import type { EntityCache } from "../data/cache.ts";
import { dialectOf } from "../data/dialect.ts";
import type { Filter } from "../entities/filter.ts";
import type { User } from "../entities/user.ts";
import type { Db } from "../data/schema.ts";
import type { ApiKey } from "../entities/api-key.ts";
import type { Storage } from "../storage/storage.ts";
import type { VideoRules } from "../video/limits.ts";
import { message } from "../words/messages.ts";
import { DomainError } from "../errors.ts";
import type { Ids } from "./ids.ts";
import type { PasswordCost } from "./users/password-cost.ts";
import { transact } from "../data/transaction.ts";

/** Who acts. "system" is the operator at the command line, or a job. */
export type Actor =
  | { kind: "guest" }
  /** `filter` is what they do not want to see; undefined if they want to see everything. */
  | { kind: "member"; user: User; via: "session" | ApiKey; filter?: Filter | undefined }
  | { kind: "system"; job: string };

export type Member = Extract<Actor, { kind: "member" }>;

export const GUEST: Actor = { kind: "guest" };

/** Everything a verb may use. */
export interface Ctx {
  db: Db;
  actor: Actor;
  /** In milliseconds. The same for everything one act writes. */
  now: number;
  ids: Ids;
  storage: Storage;
  cache: EntityCache;
  policy: Policy;
  passwordCost: PasswordCost;
  /** The request that caused it, if any. */
  asked?: Asked;
}

/** What a mail needs to know about the request that caused it. */
export interface Asked {
  /** Request id, as in the log. */
  request: string;
  language: string;
}

/** Posting limits; undefined means no limit. */
export interface Quotas {
  /** Memes per hour, per account and in total. */
  postsPerHour: number | undefined;
  postsPerHourSite: number | undefined;
  /** Bytes of stored files, per account and in total. */
  storagePerAccount: number | undefined;
  storageTotal: number | undefined;
}

/** Moderation policy and limits, as configured by the operator. */
export interface Policy extends Quotas {
  /** How many memes of a new account need approval by staff. */
  approveFirst: number;
  /** Who may add a template: everyone, everyone with the consent of staff, or staff alone. */
  templates: "open" | "review" | "staff";
  /** Who may search for GIFs as chat programs do. */
  gifApi: "keys" | "open" | "off";
  /** Where webhooks may lead to: addresses on the internet, any address, or nowhere. */
  webhooks: "public" | "any" | "off";
  /** Mail server; undefined if no mail can be sent. */
  mail?: object | undefined;
  /** Folder with the operator's own fonts, if there is one. */
  fonts?: string | undefined;
  /** What videos people may post; undefined if none. */
  video?: VideoRules | undefined;
}

/** Memes the operator adds by hand need no approval and count against no limit. */
export const OPERATORS_POLICY: Policy = {
  approveFirst: 0,
  templates: "open",
  gifApi: "open",
  webhooks: "public",
  postsPerHour: undefined,
  postsPerHourSite: undefined,
  storagePerAccount: undefined,
  storageTotal: undefined,
};

/** For work that deletes or hides: allowed even when the disk is full. */
export const evenWhenFull = <T>({ db }: Pick<Ctx, "db">, work: () => Promise<T>): Promise<T> =>
  db.isTransaction ? work() : dialectOf(db).evenWhenFull(work);

/** Transaction for an act that deletes or hides something. */
export const inFreeingTransaction: typeof inTransaction = (ctx, work) =>
  evenWhenFull(ctx, () => inTransaction(ctx, work));

/** How long a transaction that lost against others is tried again. */
const PATIENCE_MS = 20_000;
/** The longest pause before that, on average half of it. */
const MAX_PAUSE_MS = 500;
/** Whoever refers to a row that has just gone, or deletes one that is referred to by now, sees so the next time. */
const MAX_LOOKS = 3;

/** One act, one transaction. Use only the inner handle: the outer one would wait for its own end. */
export async function inTransaction<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await transact(ctx.db, (db) => work({ ...ctx, db }));
      // What was read before may be kept, and whoever goes on reading wants to see what has just changed.
      await ctx.cache.look();
      return done;
    } catch (error) {
      const { isConflict, isDangling } = dialectOf(ctx.db);
      if (isConflict(error) ? performance.now() < until : isDangling(error) && attempt < MAX_LOOKS) {
        await Bun.sleep(Math.random() * Math.min(5 * 2 ** attempt, MAX_PAUSE_MS));
        continue;
      }
      if (isDangling(error)) throw new DomainError("not_found", message("error.just-deleted"));
      if (isConflict(error)) throw new DomainError("unavailable", message("error.too-many-changes"));
      throw error;
    }
  }
}
