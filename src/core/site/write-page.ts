import { deleteSitePage, findSitePage, upsertSitePage } from "../../data/site-info.ts";
import type { SitePage } from "../../entities/site-info.ts";
import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { cleanText } from "../text.ts";

export const MAX_PAGE = 40_000;

/** Markdown. Empty text takes the page away. */
export async function writePage(ctx: Ctx, { page, text }: { page: SitePage; text: string }): Promise<void> {
  requireFounder(ctx.actor);
  const clean = cleanText("page", text, { max: MAX_PAGE, field: "text" }).trim();
  await inTransaction(ctx, async (tx) => {
    const before = await findSitePage(tx.db, page);
    if (clean === (before ?? "")) return;
    if (clean === "") await deleteSitePage(tx.db, page);
    else await upsertSitePage(tx.db, page, clean, tx.now);
    await recordAct(tx, { kind: "site", note: `${page}: ${clean === "" ? "removed" : `${clean.length} characters`}` });
  });
}
