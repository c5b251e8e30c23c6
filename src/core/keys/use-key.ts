import type { RowCache } from "../../data/cache.ts";
import { findKeyByHash } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import { findUser } from "../../data/users.ts";
import type { Member } from "../ctx.ts";
import { DomainError } from "../errors.ts";
import { hashKey, isKey } from "./key-format.ts";

const refused = (why: string) => new DomainError("not_signed_in", why);

/** Who acts by this key; whatever is wrong with the key is said before anything about the rest. */
export async function useKey({ db, cache }: { db: Db; cache: RowCache }, key: string, now: number): Promise<Member> {
  const found = await cache.through(cache.keys, key, async () => {
    if (!isKey(key)) throw refused("This API key is not valid; check that it was copied whole.");
    const row = await findKeyByHash(db, hashKey(key));
    const user = row && (await findUser(db, row.user_id));
    return row && user && { ...row, user };
  });
  if (!found) throw refused("This API key is not valid.");
  if (found.revoked_at !== null) throw refused("This API key was revoked.");
  if (found.expires_at !== null && found.expires_at <= now) throw refused("This API key has expired.");
  return { kind: "member", user: found.user, via: found };
}
