import { readSiteInfo } from "../core/site/read-site-info.ts";
import type { SiteInfo } from "../entities/site-info.ts";
import { NEW_SITE } from "../entities/site-info.ts";
import { isOutage } from "../errors.ts";
import type { Services } from "../services.ts";

/** Name and look of the site. */
export class KnownSite {
  /** As last read; undefined until somebody has opened a page. For answers that cannot wait for the database. */
  last: SiteInfo | undefined;

  constructor(private services: Pick<Services, "database" | "cache">) {}

  /** While the database is away, as they were: a page that says so still says whose it is. */
  async read(): Promise<SiteInfo> {
    const { database, cache } = this.services;
    try {
      this.last = await readSiteInfo({ db: database.db, cache });
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
    return this.last ?? NEW_SITE;
  }
}
