import { deleteIntegration, findIntegration, updateIntegration } from "../../data/integrations.ts";
import type { IntegrationRow } from "../../data/schema.ts";
import { lockUser } from "../../data/users.ts";
import type { Ctx } from "../ctx.ts";
import type { Identity } from "./identity.ts";

/** People rename themselves elsewhere; who they are stays the same. */
export async function renameLinked(tx: Ctx, linked: IntegrationRow, identity: Identity): Promise<void> {
  const { account, name } = identity;
  if (linked.account === account && linked.name === name) return;
  await lockUser(tx.db, linked.user_id);
  await makeRoom(tx, linked.user_id, identity);
  await updateIntegration(tx.db, linked, { account, name });
}

/** Another account of the same person that went by this name has it no more: what is sure of it is its id. */
export async function makeRoom(tx: Ctx, user_id: string, { service, account, subject }: Identity): Promise<void> {
  const other = await findIntegration(tx.db, { user_id, service, account });
  if (!other || other.subject === subject) return;
  if (other.subject === null) await deleteIntegration(tx.db, other);
  else await updateIntegration(tx.db, other, { account: other.subject });
}
