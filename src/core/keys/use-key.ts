import type { KeptMember, RowCache } from "../../data/cache.ts";
import { findValidKey } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import type { Member } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { whenReady } from "../../when-ready.ts";
import { hashKey, isKey } from "./key-format.ts";

/** One sentence for all of them: whoever found a key somewhere learns nothing about it. */
const refused = () =>
  new DomainError(
    "bad_key",
    "This API key isn't valid. Check that you copied all of it, and that it hasn't expired or been revoked.",
  );

/** Who acts by this key; whatever is wrong with the key is said before anything about the rest. */
export function useKey({ db, cache }: { db: Db; cache: RowCache }, key: string, now: number): Member | Promise<Member> {
  const found = cache.through(cache.keys, key, () => findMember(db, key, now));
  return whenReady(found, (member) => requireValid(member, now));
}

async function findMember(db: Db, key: string, now: number): Promise<KeptMember | undefined> {
  if (!isKey(key)) throw refused();
  const row = await findValidKey(db, hashKey(key), now);
  const user = row && (await findUser(db, row.user_id));
  return row && user && { kind: "member", user, via: row };
}

function requireValid(member: KeptMember | undefined, now: number): Member {
  if (!member || (member.via.expires_at !== null && member.via.expires_at <= now)) throw refused();
  return member;
}
