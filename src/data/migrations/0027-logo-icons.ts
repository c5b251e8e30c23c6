import type { Db } from "../schema.ts";

/** Icons of the site that are made of its logo. Older logos have none until they are uploaded again. */
export const up = (db: Db): Promise<void> =>
  db.schema.alterTable("site_info").addColumn("logo_icon_bytes", "integer").execute();
