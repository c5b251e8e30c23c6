import { listGifKeys } from "../../data/gif-keys.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import type { Ctx } from "../ctx.ts";
import { requirePerson } from "../keys/require-person.ts";

/** Newest first, without revoked ones. */
export async function listOwnGifKeys(ctx: Ctx): Promise<GifKey[]> {
  const keys = await listGifKeys(ctx.db, requirePerson(ctx).id);
  return keys.filter((key) => key.revokedAt === undefined).toReversed();
}
