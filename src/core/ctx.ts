import type { EntityCache } from "../data/cache.ts";
import { dialectOf } from "../data/dialect.ts";
import type { User } from "../entities/user.ts";
import type { Db } from "../data/schema.ts";
import type { ApiKey } from "../entities/api-key.ts";
import type { Storage } from "../storage/storage.ts";
import { message } from "../words/messages.ts";
import { DomainError } from "../errors.ts";
import type { Ids } from "./ids.ts";
import type { PasswordCost } from "./users/password-cost.ts";

/** Who acts. The system is the operator at the command line, or a job. */
export type Actor =
  { kind: "guest" } | { kind: "member"; user: User; via: "session" | ApiKey } | { kind: "system"; job: string };

export type Member = Extract<Actor, { kind: "member" }>;

/** All that a verb may use. */
export interface Ctx {
  db: Db;
  actor: Actor;
  /** Milliseconds; the same moment for everything that one act writes. */
  now: number;
  ids: Ids;
  storage: Storage;
  cache: EntityCache;
  policy: Policy;
  passwordCost: PasswordCost;
  /** Who asked for it; undefined where nobody did. */
  asked?: Asked;
}

/** What a mail needs to know of the request that caused it. */
export interface Asked {
  /** Its id, as in the log. */
  request: string;
  language: string;
}

/** How much may be posted; undefined where there is no limit. */
export interface Quotas {
  /** Memes of one account in an hour, and of all accounts together. */
  postsPerHour: number | undefined;
  postsPerHourSite: number | undefined;
  /** Bytes of all stored files of one account, and of the site. */
  storagePerAccount: number | undefined;
  storageTotal: number | undefined;
}

/** What the operator decided about how people live together here. */
export interface Policy extends Quotas {
  /** How many memes of an account staff has to approve of before it is trusted. */
  approveFirst: number;
  /** Where mail is sent through; undefined where none can be sent. */
  mail?: object | undefined;
}

/** What the operator adds by hand waits for nobody and counts against no limit. */
export const OPERATORS_POLICY: Policy = {
  approveFirst: 0,
  postsPerHour: undefined,
  postsPerHourSite: undefined,
  storagePerAccount: undefined,
  storageTotal: undefined,
};

/** For what deletes or hides: it goes through although the disk is full. */
export const evenWhenFull = <T>({ db }: Pick<Ctx, "db">, work: () => Promise<T>): Promise<T> =>
  db.isTransaction ? work() : dialectOf(db).evenWhenFull(work);

/** One act that deletes or hides something. */
export const inFreeingTransaction: typeof inTransaction = (ctx, work) =>
  evenWhenFull(ctx, () => inTransaction(ctx, work));

const MAX_ATTEMPTS = 10;

/** One act, one transaction. Inside, only the inner handle is in reach: the outer one would wait for its own end. */
export async function inTransaction<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction().execute((db) => work({ ...ctx, db }));
    } catch (error) {
      const { isConflict, isDangling } = dialectOf(ctx.db);
      if (isConflict(error) && attempt < MAX_ATTEMPTS) {
        await Bun.sleep(Math.random() * 5 * attempt);
        continue;
      }
      if (isDangling(error)) throw new DomainError("not_found", message("error.just-deleted"));
      if (isConflict(error)) throw new DomainError("unavailable", message("error.too-many-changes"));
      throw error;
    }
  }
}
