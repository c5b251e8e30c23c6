import { insertIntegration } from "../../data/integrations.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { cleanText } from "../text.ts";

export interface Integration {
  service: string;
  account: string;
}

/** Returns it as stored. */
export async function addIntegration(ctx: Ctx, input: Integration): Promise<Integration> {
  const { user } = requireMember(ctx.actor);
  const service = input.service.toLowerCase();
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(service)) throw new DomainError("invalid", message("error.bad-service-name"));
  const account = cleanText("account", input.account, { min: 1, max: 200 });
  await inTransaction(ctx, async ({ db }) => {
    if (!(await insertIntegration(db, { userId: user.id, service, account, createdAt: ctx.now })))
      throw new DomainError("invalid", message("error.linked-already", { service }));
  });
  return { service, account };
}
