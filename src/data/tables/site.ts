import type { Millis } from "./columns.ts";

/** One row, once something has been changed. */
export interface SiteInfoTable {
  id: string;
  name: string | null;
  tagline: string | null;
  accent: string | null;
  logo_key: string | null;
  logo_bytes: number | null;
  logo_width: number | null;
  logo_height: number | null;
  /** All icons together; null if there are none. */
  logo_icon_bytes: number | null;
}

/** Markdown. */
export interface SitePagesTable {
  name: string;
  text: string;
  changed_at: Millis;
}
