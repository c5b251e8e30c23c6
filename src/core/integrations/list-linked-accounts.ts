import { listIntegrations } from "../../data/integrations.ts";
import type { LinkedAccount } from "../../entities/linked-account.ts";
import type { Ctx } from "../ctx.ts";
import { requirePerson } from "../keys/require-person.ts";

/** The caller's accounts elsewhere, oldest first, including those that are only listed and cannot sign in. */
export const listLinkedAccounts = (ctx: Ctx): Promise<LinkedAccount[]> =>
  listIntegrations(ctx.db, requirePerson(ctx).id);
