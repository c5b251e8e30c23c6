import { findSiteInfo, THE_SITE } from "../../data/site-info.ts";
import type { SiteInfo } from "../../entities/site-info.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";

/** Name, look and pages of this site. From memory if possible. */
export const readSiteInfo = ({ db, cache }: Pick<Ctx, "db" | "cache">): SiteInfo | Promise<SiteInfo> =>
  whenReady(cache.siteInfo.find(findSiteInfo, db, THE_SITE), (info) => info!);
