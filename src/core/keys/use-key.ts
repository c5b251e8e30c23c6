import type { KeptMember, RowCache } from "../../data/cache.ts";
import { findKeyByHash } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import type { Member } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { hashKey, isKey } from "./key-format.ts";

const refused = (why: string) => new DomainError("not_signed_in", why);

/** Who acts by this key; whatever is wrong with the key is said before anything about the rest. */
export function useKey({ db, cache }: { db: Db; cache: RowCache }, key: string, now: number): Member | Promise<Member> {
  const found = cache.through(cache.keys, key, () => findMember(db, key));
  // A key that was used before is answered on the spot: this is on the way of every request.
  return found instanceof Promise ? found.then((member) => requireValid(member, now)) : requireValid(found, now);
}

async function findMember(db: Db, key: string): Promise<KeptMember | undefined> {
  if (!isKey(key)) throw refused("This API key is not valid; check that it was copied whole.");
  const row = await findKeyByHash(db, hashKey(key));
  const user = row && (await findUser(db, row.user_id));
  return row && user && { kind: "member", user, via: row };
}

function requireValid(member: KeptMember | undefined, now: number): Member {
  if (!member) throw refused("This API key is not valid.");
  const { revoked_at, expires_at } = member.via;
  if (revoked_at !== null) throw refused("This API key was revoked.");
  if (expires_at !== null && expires_at <= now) throw refused("This API key has expired.");
  return member;
}
