import { listKeys } from "../../data/keys.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import type { Ctx } from "../ctx.ts";
import { requirePerson } from "./require-person.ts";

/** Newest first, without revoked ones. */
export async function listOwnKeys(ctx: Ctx): Promise<ApiKey[]> {
  const keys = await listKeys(ctx.db, requirePerson(ctx).id);
  return keys.filter((key) => key.revokedAt === undefined).toReversed();
}
