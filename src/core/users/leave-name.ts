import { deleteFormerNames, listFormerNames, putFormerName } from "../../data/former-names.ts";
import type { Ctx } from "../ctx.ts";
import { requireLockedUser } from "./find-user.ts";

/** Otherwise somebody could leave thousands of names behind, each of which would lead to them. */
const MAX_FORMER_NAMES = 10;

/** In the transaction that renames somebody: links to the old name lead to them, until somebody else takes it. */
export async function leaveName(tx: Ctx, userId: string, taken: string): Promise<void> {
  const { db, now } = tx;
  const { username } = await requireLockedUser(tx, userId);
  await deleteFormerNames(db, [taken]);
  // Only upper and lower case have changed: it is the same name.
  if (username.toLowerCase() === taken.toLowerCase()) return;
  await putFormerName(db, { name: username, userId, leftAt: now });
  const tooMany = (await listFormerNames(db, userId)).slice(MAX_FORMER_NAMES);
  await deleteFormerNames(
    db,
    tooMany.map(({ name }) => name),
  );
}
