import { findLinked, insertIntegration, listLinked } from "../../data/integrations.ts";
import { message } from "../../words/messages.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { requirePerson } from "../keys/require-person.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { requireLockedUser } from "../users/find-user.ts";
import type { Identity } from "./identity.ts";
import { freeName, renameLinked } from "./rename-linked.ts";

const MAX_LINKED = 20;

/**
 * Lets the caller sign in with this account. Only for callers who are signed in here and have just signed in there: a
 * shared e-mail address proves nothing. `label` is the display name of the service.
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
    await freeName(tx, user.id, identity);
    await insertLinked(tx, user.id, identity);
    // Lets the owner know, in case it was somebody else.
    const about = { account: identity.name ?? identity.account, service: label };
    await queueMail(tx, { kind: "linked", user, about });
  });
}

/** If two people link it at once, one gets it. */
export async function insertLinked(tx: Ctx, userId: string, identity: Identity, usedAt?: number): Promise<void> {
  if (!(await insertIntegration(tx.db, { ...identity, userId, createdAt: tx.now, usedAt }))) throw linkedElsewhere();
}

const linkedElsewhere = () => new DomainError("conflict", message("error.linked-elsewhere"));
