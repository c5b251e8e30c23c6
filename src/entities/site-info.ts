/** Pages that the people who run the site write themselves. */
export const SITE_PAGES = ["rules", "privacy", "contact", "imprint"] as const;
export type SitePage = (typeof SITE_PAGES)[number];

export interface Logo {
  /** Storage key of its file. */
  key: string;
  bytes: number;
  width: number;
  height: number;
  /** Size of all icons made of it; undefined if there are none. */
  iconBytes: number | undefined;
}

/** Of a site that has not been given another. */
export const DEFAULT_NAME = "Guffaw";

/** What makes a site somebody's own. */
export interface SiteInfo {
  name: string;
  tagline: string | undefined;
  /** As #rrggbb. */
  accent: string | undefined;
  logo: Logo | undefined;
  /** Pages that have been written. */
  pages: readonly SitePage[];
}

/** As on its first day. */
export const NEW_SITE: SiteInfo = {
  name: DEFAULT_NAME,
  tagline: undefined,
  accent: undefined,
  logo: undefined,
  pages: [],
};
