import { addresses, type Config } from "../config.ts";
import { ConfigError } from "../config/checks.ts";
import { findAddress } from "../data/nodes.ts";
import type { Services } from "../services.ts";

type Site = Pick<Services, "config" | "database">;

/** The start of every link. */
export const publicUrl = async (site: Site): Promise<string> => (await runningUrl(site)) ?? configuredUrl(site.config);

/** As configured, or else as the running server says: it may have another port than this command's settings. */
export const runningUrl = async ({ config, database: { db } }: Site): Promise<string | undefined> =>
  config.url ?? (await findAddress(db, Date.now()));

export function configuredUrl(config: Config): string {
  if (config.url === undefined && config.port === 0)
    throw new ConfigError(
      "The link needs the site's address, but GUFFAW_PORT is 0: start the server first, or set GUFFAW_URL.",
    );
  return addresses(config, config.port).url;
}
