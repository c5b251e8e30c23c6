import type { EntityCache } from "../../data/cache.ts";
import { findKey, findKeyByHash } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import type { User } from "../../entities/user.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import type { Member } from "../ctx.ts";
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
export const useKey = (access: Access, key: string, now: number): Member | Promise<Member> =>
  whenReady(keyOf(access, key), (via) => {
    if (!via || !isValid(via, now)) throw refused();
    return whenReady(cachedUser(access, via.userId), (user) => memberWith(via, user));
  });

function keyOf({ db, cache }: Access, key: string): ApiKey | undefined | Promise<ApiKey | undefined> {
  const id = cache.keyIds.get(key);
  if (id !== undefined) return cache.keys.through(id, () => findKey(db, id));
  if (!isKey(key)) throw refused();
  return whenReady(findKeyByHash(db, hashKey(key)), (found) => {
    if (found) cache.keyIds.set(key, found.id);
    return found;
  });
}

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number) =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt > now);

function memberWith(via: ApiKey, user: User | undefined): Member {
  if (!user) throw refused();
  return { kind: "member", user, via };
}
