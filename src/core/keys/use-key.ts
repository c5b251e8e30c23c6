import type { EntityCache } from "../../data/cache.ts";
import { NO_FILTER } from "../../data/filters.ts";
import { findKey, findKeyJoined, type FoundKey } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import type { Filter } from "../../entities/filter.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { isPending, whenReady } from "../../when-ready.ts";
import type { Member } from "../ctx.ts";
import { readFilter } from "../filters/read-filter.ts";
import { cachedUser } from "../users/find-user.ts";
import { hashKey, isKey } from "./key-format.ts";

/** The same message for all, so that people who find a key somewhere learn nothing about it. */
const refused = () =>
  new DomainError(
    "bad_key",
    "This API key isn't valid. Check that you copied all of it, and that it hasn't expired or been revoked.",
  );

interface Access {
  db: Db;
  cache: EntityCache;
}

/** The member this key belongs to. A bad key is refused before anything else is checked. */
export function useKey(access: Access, key: string, now: number): Member | Promise<Member> {
  const id = access.cache.keyIds.get(key);
  if (id === undefined) return useNewKey(access, key, now);
  const found = access.cache.keys.find(findKey, access.db, id);
  return isPending(found) ? memberLater(access, found, now) : memberBy(access, found, now);
}

const memberLater = async (access: Access, via: Promise<ApiKey | undefined>, now: number) =>
  memberBy(access, await via, now);

/** A key that nobody has used here lately. */
function useNewKey(access: Access, key: string, now: number): Member | Promise<Member> {
  const { db, cache } = access;
  if (!isKey(key)) throw refused();
  const [keepKey, keepUser, keepFilter] = [cache.keys.alongside(), cache.users.alongside(), cache.filters.alongside()];
  return whenReady(findKeyJoined(db, hashKey(key)), (found) => {
    if (!found) throw refused();
    cache.keyIds.set(key, found.key.id);
    const via = keepKey(found.key.id, found.key);
    const user = found.user && keepUser(found.user.id, found.user);
    const filter = found.filter && keepFilter(via.userId, found.filter);
    return memberBy(access, via, now, { user, filter });
  });
}

/** `known` is what came along with the key. */
function memberBy(
  access: Access,
  via: ApiKey | undefined,
  now: number,
  known?: Omit<FoundKey, "key">,
): Member | Promise<Member> {
  if (!via || !isValid(via, now)) throw refused();
  const user = known?.user ?? cachedUser(access, via.userId);
  const filter = known?.filter === NO_FILTER ? undefined : readFilter(access, via.userId);
  return isPending(user) || isPending(filter) ? memberOnce(via, user, filter) : memberWith(via, user, filter);
}

async function memberOnce(via: ApiKey, ...[user, filter]: [Awaitable<User>, Awaitable<Filter>]): Promise<Member> {
  return memberWith(via, ...(await Promise.all([user, filter])));
}

type Awaitable<T> = T | undefined | Promise<T | undefined>;

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number) =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt > now);

function memberWith(via: ApiKey, user: User | undefined, filter: Filter | undefined): Member {
  if (!user) throw refused();
  return { kind: "member", user, via, filter };
}
