import { NEW_SITE, SITE_PAGES, type Logo, type SiteInfo, type SitePage } from "../entities/site-info.ts";
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

const toLogo = (row: SiteInfoRow): Logo | undefined =>
  row.logo_key === null
    ? undefined
    : {
        key: row.logo_key,
        bytes: row.logo_bytes!,
        width: row.logo_width!,
        height: row.logo_height!,
        iconBytes: row.logo_icon_bytes ?? undefined,
      };

export type SiteLook = Omit<SiteInfo, "pages">;

/** What is not named stays as it is. */
export async function updateSiteInfo(db: Db, look: Partial<SiteLook>): Promise<void> {
  const columns = {
    ...("name" in look ? { name: look.name ?? NEW_SITE.name } : {}),
    ...("tagline" in look ? { tagline: look.tagline ?? null } : {}),
    ...("accent" in look ? { accent: look.accent ?? null } : {}),
    ...("logo" in look ? logoColumns(look.logo) : {}),
  };
  await db
    .insertInto("site_info")
    .values({ ...EMPTY, ...columns, id: THE_SITE })
    .onConflict((c) => c.column("id").doUpdateSet(columns))
    .execute();
}

const logoColumns = (logo: Logo | undefined) => ({
  logo_key: logo?.key ?? null,
  logo_bytes: logo?.bytes ?? null,
  logo_width: logo?.width ?? null,
  logo_height: logo?.height ?? null,
  logo_icon_bytes: logo?.iconBytes ?? null,
});

const EMPTY = { name: null, tagline: null, accent: null, ...logoColumns(undefined) };

/** Those of these keys that the site's logo has. */
export async function listLogoKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom("site_info").select("logo_key").where("logo_key", "in", keys).execute();
  return rows.flatMap((row) => row.logo_key ?? []);
}

const pageNamed = prepared((db, name: string) => db.selectFrom("site_pages").select("text").where("name", "=", name));

/** Its Markdown. */
export const findSitePage = (db: Db, name: string): string | undefined | Promise<string | undefined> =>
  whenReady(pageNamed(db, name), ([row]) => row?.text);

export async function upsertSitePage(db: Db, name: SitePage, text: string, now: number): Promise<void> {
  await db
    .insertInto("site_pages")
    .values({ name, text, changed_at: now })
    .onConflict((c) => c.column("name").doUpdateSet({ text, changed_at: now }))
    .execute();
}

export async function deleteSitePage(db: Db, name: SitePage): Promise<void> {
  await db.deleteFrom("site_pages").where("name", "=", name).execute();
}
