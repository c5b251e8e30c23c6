import * as passkeys from "../../data/passkeys.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { cleanPasskeyName, isPasskeyId } from "./format.ts";

/** Other people's passkeys do not exist to the caller. */
export async function renamePasskey(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { user } = requireMember(ctx.actor);
  const name = cleanPasskeyName(input.name);
  if (!isPasskeyId(input.id) || !(await passkeys.renamePasskey(ctx.db, input.id, user.id, name)))
    throw new DomainError("not_found", message("error.no-passkey"));
}
