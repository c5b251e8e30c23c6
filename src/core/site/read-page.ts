import { findSitePage } from "../../data/site-info.ts";
import type { SitePage } from "../../entities/site-info.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { whenReady } from "../../when-ready.ts";
import type { Ctx } from "../ctx.ts";

type Read = string | undefined;

/** Markdown of one of the site's own pages; undefined if nobody has written it. From memory if possible. */
export const readPageText = ({ db, cache }: Pick<Ctx, "db" | "cache">, page: SitePage): Read | Promise<Read> =>
  cache.sitePages.find(findSitePage, db, page);

export const readPage = (ctx: Pick<Ctx, "db" | "cache">, page: SitePage): string | Promise<string> =>
  whenReady(readPageText(ctx, page), (text) => {
    if (text === undefined) throw new DomainError("not_found", message("error.no-page"));
    return text;
  });
