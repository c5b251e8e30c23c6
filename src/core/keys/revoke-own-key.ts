import { findKey, revokeKey } from "../../data/keys.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { isId } from "../ids.ts";
import { requirePerson } from "./require-person.ts";

/** Another's key is as good as none; one that is revoked already is as it should be. */
export async function revokeOwnKey(ctx: Ctx, id: string): Promise<void> {
  const user = requirePerson(ctx);
  const key = isId(id) ? await findKey(ctx.db, id) : undefined;
  if (key?.user_id !== user.id) throw new DomainError("not_found", message("error.no-key"));
  await revokeKey(ctx.db, id, ctx.now);
}
