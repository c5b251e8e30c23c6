import { findGifKeyByHash } from "../../data/gif-keys.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import { DomainError } from "../../errors.ts";
import { isSuspended } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { hashKey, isKey } from "../keys/key-format.ts";
import { cachedUser } from "../users/find-user.ts";

/** What these keys begin with: whoever finds one can tell that it opens nothing else. */
export const GIF_KEY = "gif_";

/** Programs look for these words. */
const refused = () => new DomainError("bad_key", "API key not valid. Please pass a valid API key.");

/** Refuses a key that is unknown or revoked, whose owner is suspended, or that belongs to pages of other sites. */
export async function useGifKey(
  ctx: Pick<Ctx, "db" | "cache" | "now">,
  key: string,
  origin: string | undefined,
): Promise<GifKey> {
  const found = isKey(key, GIF_KEY) ? await findGifKeyByHash(ctx.db, hashKey(key)) : undefined;
  const owner = found && found.revokedAt === undefined ? await cachedUser(ctx, found.userId) : undefined;
  if (!owner || isSuspended(owner, ctx.now)) throw refused();
  if (found!.origins.length > 0 && !found!.origins.includes(origin ?? ""))
    throw new DomainError("not_allowed", "This API key may only be used by pages of the sites it was made for.");
  return found!;
}
