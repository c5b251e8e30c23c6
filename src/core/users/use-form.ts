import { hasTicket, insertTicket } from "../../data/tickets.ts";
import { message, type PlainKey } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { hashOf } from "../secrets.ts";

const DAY_MS = 86_400_000;

export const isFormUsed = (error: unknown) =>
  error instanceof DomainError && error.userMessage?.key === ("error.form-used" satisfies PlainKey);

/**
 * For forms whose answer shows a secret once: reloading that answer sends the form again, which must not create a
 * second secret. Runs inside the transaction of the act. Members only.
 */
export async function useForm({ db, actor, now }: Ctx, form: string): Promise<void> {
  const { user } = requireMember(actor);
  const hash = hashOf(`form ${user.id} ${form}`);
  if (await hasTicket(db, "challenges", hash)) throw new DomainError("conflict", message("error.form-used"));
  await insertTicket(db, "challenges", hash, { userId: user.id, createdAt: now, expiresAt: now + DAY_MS });
}
