import type { Addresses, Config } from "../../config.ts";
import { settingsOf, type Setting } from "../../config-summary.ts";
import type { Ctx } from "../ctx.ts";
import { requireFounder } from "./require-founder.ts";

/** The configuration as the program understands it, without what is secret in it. */
export function readSettings(ctx: Pick<Ctx, "actor">, config: Config, where: Addresses): Setting[] {
  requireFounder(ctx.actor);
  return settingsOf(config, where);
}
