import { NEW_SITE, SITE_PAGES, type Logo, type SiteInfo } from "../entities/site-info.ts";
import { whenReady } from "../when-ready.ts";
import { prepared } from "./prepared.ts";
import type { Db, SiteInfoRow } from "./schema.ts";

/** Id of the only row. */
export const THE_SITE = "site";

const infoById = prepared((db, id: string) => db.selectFrom("site_info").selectAll().where("id", "=", id));
const pageNames = prepared((db) => db.selectFrom("site_pages").select("name"));

export const findSiteInfo = (db: Db, id: string): SiteInfo | Promise<SiteInfo> =>
  whenReady(infoById(db, id), ([row]) =>
    whenReady(pageNames(db), (written) => {
      const names = new Set(written.map(({ name }) => name));
      return { ...toInfo(row), pages: SITE_PAGES.filter((page) => names.has(page)) };
    }),
  );

const toInfo = (row: SiteInfoRow | undefined): Omit<SiteInfo, "pages"> => ({
  name: row?.name ?? NEW_SITE.name,
  tagline: row?.tagline ?? undefined,
  accent: row?.accent ?? undefined,
  logo: row && toLogo(row),
});

const toLogo = ({ logo_key: key, logo_bytes, logo_width, logo_height }: SiteInfoRow): Logo | undefined =>
  key === null ? undefined : { key, bytes: logo_bytes!, width: logo_width!, height: logo_height! };
