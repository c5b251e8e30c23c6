import { countForSite, readCounters } from "../../data/counters.ts";
import type { User } from "../../entities/user.ts";
import { countForUser, findUser } from "../../data/users.ts";
import { message, type Message, type Wait } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx, Quotas } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

const HOUR_MS = 3_600_000;
/** People make room, and they take their time. */
const FULL_RETRY_SECONDS = 600;

interface Use {
  /** In bytes, including the new meme. */
  account: number;
  site: number;
  /** When the hourly allowance was, or will be, full again. */
  accountFullAt: number;
  siteFullAt: number;
}

const storageOf = (quotas: Quotas, { staff, founder, service }: User): number | undefined =>
  staff || founder || service ? undefined : quotas.storagePerAccount;

const postsOf = (quotas: Quotas, { staff, founder, service }: User): number | undefined =>
  staff || founder || service ? undefined : quotas.postsPerHour;

export interface Room {
  /** In bytes. */
  used: number;
  max: number;
}

/** Storage used by an account; undefined without a limit. */
export function roomOf({ policy }: Pick<Ctx, "policy">, author: User): Room | undefined {
  const max = storageOf(policy, author);
  return max === undefined ? undefined : { used: author.storedBytes, max };
}

/** The same for the whole site. */
export async function readSiteRoom({ db, policy }: Pick<Ctx, "db" | "policy">): Promise<Room | undefined> {
  const max = policy.storageTotal;
  return max === undefined ? undefined : { used: (await readCounters(db)).bytes, max };
}

/** Refuses early what would be refused later anyway. `bytes` is the size of the new files, once known. */
export async function requireQuota(ctx: Ctx, bytes = 1): Promise<void> {
  const { db, policy, now } = ctx;
  const author = requireMember(ctx.actor).user;
  if (!isLimited(policy)) return;
  const { storedBytes, postsFullAt } = (await findUser(db, author.id)) ?? author;
  const totals = await readCounters(db);
  const use = {
    account: storedBytes + bytes,
    site: totals.bytes + bytes,
    accountFullAt: postsFullAt,
    siteFullAt: totals.postsFullAt,
  };
  requireWithin(policy, author, use, { now, bytes });
}

/** The same for files that are no meme, which count as storage but not as posts. */
export async function requireSpace(ctx: Ctx, bytes: number): Promise<void> {
  const owner = requireMember(ctx.actor).user;
  const { storedBytes } = (await findUser(ctx.db, owner.id)) ?? owner;
  requireWithinStorage(ctx.policy, owner, storedBytes + bytes, (await readCounters(ctx.db)).bytes + bytes, bytes);
}

/** In the transaction that adds such files, or removes some: then `bytes` is negative. */
export async function chargeSpace({ db, policy }: Ctx, owner: User, bytes: number): Promise<void> {
  const { storedBytes } = await countForUser(db, owner.id, { storedBytes: bytes });
  const site = await countForSite(db, "bytes", bytes);
  if (bytes > 0) requireWithinStorage(policy, owner, storedBytes, site, bytes);
}

/** In the transaction that adds the meme. Concurrent posts wait for its locks. */
export async function chargeQuota(
  tx: Ctx,
  author: User,
  counted: Pick<User, "storedBytes" | "postsFullAt">,
  bytes: number,
): Promise<void> {
  const { db, policy, now } = tx;
  const site = await countForSite(db, "bytes", bytes);
  if (!isLimited(policy)) return;
  const siteFullAt = policy.postsPerHourSite === undefined ? 0 : await countForSite(db, "postsFullAt", 0);
  const accountFullAt = counted.postsFullAt;
  requireWithin(policy, author, { account: counted.storedBytes, site, accountFullAt, siteFullAt }, { now, bytes });
  const perHour = postsOf(policy, author);
  if (perHour !== undefined)
    await countForUser(db, author.id, { postsFullAt: spend(perHour, accountFullAt, now).fullAt - accountFullAt });
  if (policy.postsPerHourSite !== undefined)
    await countForSite(db, "postsFullAt", spend(policy.postsPerHourSite, siteFullAt, now).fullAt - siteFullAt);
}

/** Inside a transaction: a post that came to nothing does not count. */
export async function refundPost({ db, policy }: Ctx, authorId: string): Promise<void> {
  const author = await findUser(db, authorId);
  const perHour = author && postsOf(policy, author);
  if (perHour !== undefined) await countForUser(db, authorId, { postsFullAt: -Math.floor(HOUR_MS / perHour) });
  if (policy.postsPerHourSite !== undefined)
    await countForSite(db, "postsFullAt", -Math.floor(HOUR_MS / policy.postsPerHourSite));
}

const isLimited = (quotas: Quotas) =>
  [quotas.postsPerHour, quotas.postsPerHourSite, quotas.storagePerAccount, quotas.storageTotal].some(
    (limit) => limit !== undefined,
  );

function requireWithin(quotas: Quotas, author: User, use: Use, { now, bytes }: { now: number; bytes: number }) {
  const { postsPerHourSite } = quotas;
  const perHour = postsOf(quotas, author);
  requireWithinStorage(quotas, author, use.account, use.site, bytes);
  if (perHour !== undefined)
    requirePost(spend(perHour, use.accountFullAt, now), (wait) =>
      message("error.too-many-posts", { most: perHour, wait }),
    );
  if (postsPerHourSite !== undefined)
    requirePost(spend(postsPerHourSite, use.siteFullAt, now), (wait) => message("error.too-many-site-posts", { wait }));
}

function requireWithinStorage(quotas: Quotas, owner: User, account: number, site: number, bytes: number) {
  const storage = storageOf(quotas, owner);
  if (storage !== undefined && account > storage) {
    const used = { bytes: account - bytes };
    throw new DomainError("quota_full", message("error.account-storage-full", { used, most: { bytes: storage } }));
  }
  if (quotas.storageTotal !== undefined && site > quotas.storageTotal)
    throw new DomainError("unavailable", message("error.site-storage-full"), { retryAfter: FULL_RETRY_SECONDS });
}

function requirePost({ waitMs }: Wait, sentence: (wait: Wait) => Message) {
  if (waitMs > 0) throw new DomainError("too_many", sentence({ waitMs }), { retryAfter: waitMs / 1000 });
}

/** Token bucket: an hour's allowance may be spent at once and refills evenly, like the rate limit. */
function spend(perHour: number, fullAt: number, now: number): { fullAt: number; waitMs: number } {
  // At most an hour ahead, plus some clock skew. Anything beyond that means the clock was set back.
  const kept = fullAt > now + 2 * HOUR_MS ? now : fullAt;
  const next = Math.max(now, kept) + Math.floor(HOUR_MS / perHour);
  return { fullAt: next, waitMs: Math.max(0, next - now - HOUR_MS) };
}
