import { listBannedPictures } from "../../data/banned-pictures.ts";
import type { BannedPicture } from "../../entities/banned-picture.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";

/** Newest first. */
export async function listBans(ctx: Ctx, query: PageQuery<number>): Promise<Page<BannedPicture, number>> {
  requireStaff(ctx.actor);
  const found = await listBannedPictures(ctx.db, { ...query, amount: query.amount + 1 });
  return pageOf(found, query.amount, (last) => last.id);
}
