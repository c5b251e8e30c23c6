import { findLinked, insertIntegration, listLinked } from "../../data/integrations.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requirePerson } from "../keys/require-person.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { requireLockedUser } from "../users/find-user.ts";
import type { Identity } from "./identity.ts";
import { makeRoom, renameLinked } from "./rename-linked.ts";

const MAX_LINKED = 20;

/**
 * From now on the caller can sign in with it. Only ever for whoever is signed in here and has just proven to be this
 * person there: an e-mail address that both know proves nothing. `label` is what people call the service.
 */
export async function linkAccount(ctx: Ctx, identity: Identity, label: string = identity.service): Promise<void> {
  const user = requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    await requireLockedUser(tx, user.id);
    const known = await findLinked(tx.db, identity.service, identity.subject);
    if (known?.userId === user.id) return renameLinked(tx, known, identity);
    if (known) throw linkedElsewhere();
    if ((await listLinked(tx.db, user.id)).length >= MAX_LINKED)
      throw new DomainError("invalid", message("error.many-linked", { most: MAX_LINKED }));
    await makeRoom(tx, user.id, identity);
    await insertLinked(tx, user.id, identity);
    // Should it not have been the owner, the owner hears of it.
    const about = { account: identity.name ?? identity.account, service: label };
    await queueMail(tx, { kind: "linked", user, about });
  });
}

/** Of two people who link it at once, one gets it. */
export async function insertLinked(tx: Ctx, userId: string, identity: Identity, usedAt?: number): Promise<void> {
  if (!(await insertIntegration(tx.db, { ...identity, userId, createdAt: tx.now, usedAt }))) throw linkedElsewhere();
}

const linkedElsewhere = () => new DomainError("conflict", message("error.linked-elsewhere"));
