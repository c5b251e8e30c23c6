import * as integrations from "../../data/integrations.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";

/** The caller's accounts elsewhere, by service. */
export async function listIntegrations(ctx: Ctx): Promise<Map<string, string[]>> {
  const { user } = requireMember(ctx.actor);
  const byService = new Map<string, string[]>();
  const linked = await integrations.listIntegrations(ctx.db, user.id);
  // Sorted here because databases collate text differently.
  linked.sort((a, b) => (a.service + a.account < b.service + b.account ? -1 : 1));
  for (const { service, account } of linked) byService.set(service, [...(byService.get(service) ?? []), account]);
  return byService;
}
