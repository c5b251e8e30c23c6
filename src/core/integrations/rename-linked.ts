import { deleteIntegration, findIntegration, updateIntegration } from "../../data/integrations.ts";
import type { LinkedAccount } from "../../entities/linked-account.ts";
import { lockUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import type { Identity } from "./identity.ts";

/** People rename themselves elsewhere. Their id there stays the same. */
export async function renameLinked(tx: Ctx, linked: LinkedAccount, identity: Identity): Promise<void> {
  const { account, name } = identity;
  if (linked.account === account && linked.name === name) return;
  await lockUser(tx.db, linked.userId);
  await freeName(tx, linked.userId, identity);
  await updateIntegration(tx.db, linked, { account, name });
}

/** If another account of this person had the name, it no longer does, and is listed by its id. */
export async function freeName(tx: Ctx, userId: string, { service, account, subject }: Identity): Promise<void> {
  const other = await findIntegration(tx.db, { userId, service, account });
  if (!other || other.subject === subject) return;
  if (other.subject === undefined) await deleteIntegration(tx.db, other);
  else await updateIntegration(tx.db, other, { account: other.subject });
}
