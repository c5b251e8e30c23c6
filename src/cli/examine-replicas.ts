import type { Config } from "../config.ts";
import { openDatabase } from "../data/open.ts";
import { bad, good, type Check } from "./finding.ts";

/** Asks each whether it is a copy of the primary, and up to date. */
export async function examineReplicas({ database: config, replicas }: Config): Promise<Check[]> {
  if (replicas.urls.length === 0) return [];
  await using database = await openDatabase(config, { replicas });
  return (await database.replicas!.examine()).map(({ host, isInUse, problem }) =>
    isInUse
      ? good(`The replica at ${host} follows the primary.`)
      : bad(
          `The replica at ${host} ${problem ?? "was not asked, because the primary does not answer"}; until that is repaired, the primary answers in its place.`,
        ),
  );
}
