import type { CachedMember, EntityCache } from "../../data/cache.ts";
import { findValidKey } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import type { Member } from "../ctx.ts";
import { hashKey, isKey } from "./key-format.ts";

/** The same message for all, so that people who find a key somewhere learn nothing about it. */
const refused = () =>
  new DomainError(
    "bad_key",
    "This API key isn't valid. Check that you copied all of it, and that it hasn't expired or been revoked.",
  );

/** The member this key belongs to. A bad key is refused before anything else is checked. */
export function useKey(
  { db, cache }: { db: Db; cache: EntityCache },
  key: string,
  now: number,
): Member | Promise<Member> {
  const found = cache.through(cache.keys, key, () => findMember(db, key, now));
  return whenReady(found, (member) => requireValid(member, now));
}

async function findMember(db: Db, key: string, now: number): Promise<CachedMember | undefined> {
  if (!isKey(key)) throw refused();
  const via = await findValidKey(db, hashKey(key), now);
  const user = via && (await findUser(db, via.userId));
  return via && user && { kind: "member", user, via };
}

function requireValid(member: CachedMember | undefined, now: number): Member {
  if (!member || (member.via.expiresAt !== undefined && member.via.expiresAt <= now)) throw refused();
  return member;
}
