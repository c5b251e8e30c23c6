import { listKeys } from "../../data/keys.ts";
import type { ApiKeyRow } from "../../data/schema.ts";
import type { Ctx } from "../ctx.ts";
import { requirePerson } from "./require-person.ts";

/** Newest first; those that are revoked are of no more interest. */
export async function listOwnKeys(ctx: Ctx): Promise<ApiKeyRow[]> {
  const keys = await listKeys(ctx.db, requirePerson(ctx).id);
  return keys.filter((key) => key.revoked_at === null).toReversed();
}
