import type { Config } from "../config.ts";
import { PROOF } from "../http/node-counts.ts";
import { probeValkey } from "../valkey/valkey.ts";
import { bad, good, type Check } from "./finding.ts";

/** Counts something that belongs to nobody. */
export async function examineValkey({ valkey }: Pick<Config, "valkey">): Promise<Check[]> {
  if (valkey === undefined) return [];
  const { host } = new URL(valkey);
  try {
    await probeValkey(valkey, ...PROOF);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      bad(
        `Valkey at ${host} does not count (${reason}): check its address, user and password. The site works without it, but each node counts limits on its own.`,
      ),
    ];
  }
  return [good(`Valkey at ${host} answers, and counts limits for all nodes.`)];
}
