import * as integrations from "../../data/integrations.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** The caller's accounts elsewhere, by service. */
export async function listIntegrations(ctx: Ctx): Promise<Map<string, string[]>> {
  const { user } = requireMember(ctx.actor);
  const byService = new Map<string, string[]>();
  for (const { service, account } of await integrations.listIntegrations(ctx.db, user.id))
    byService.set(service, [...(byService.get(service) ?? []), account]);
  return byService;
}
