import { deleteConfirmationsOf } from "../../data/confirmations.ts";
import { deleteLinked } from "../../data/integrations.ts";
import { revokeKeysOf } from "../../data/keys.ts";
import { deletePasskeysOf } from "../../data/passkeys.ts";
import type { User } from "../../entities/user.ts";
import { updateUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";

/** How many of each were revoked. */
export interface Revoked {
  keys: number;
  passkeys: number;
  linked: number;
}

/** In the transaction that sets a new password, which is the only way in that remains. */
export async function revokeOtherSignInMethods({ db, now }: Ctx, user: User): Promise<Revoked> {
  // A pending address may be the intruder's, so it must not be confirmed.
  await deleteConfirmationsOf(db, user.id);
  if (user.email !== undefined) await updateUser(db, user.id, { newEmail: undefined });
  return {
    keys: await revokeKeysOf(db, user.id, now),
    passkeys: await deletePasskeysOf(db, user.id),
    linked: await deleteLinked(db, user.id),
  };
}
