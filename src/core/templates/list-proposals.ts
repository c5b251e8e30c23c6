import * as data from "../../data/templates.ts";
import { requireStaff } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page } from "../lists.ts";
import { withPictures, type ShownTemplate, type TemplateCursor } from "./list-templates.ts";

const MAX_COUNTED = 100;

/** Templates that wait for staff, oldest first. */
export async function listProposals(
  ctx: Ctx,
  { amount, after }: { amount: number; after?: TemplateCursor | undefined },
): Promise<Page<ShownTemplate, TemplateCursor>> {
  requireStaff(ctx.actor);
  const found = await data.listProposals(ctx.db, { amount: amount + 1, after });
  const { items, next } = pageOf(found, amount, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { items: await withPictures(ctx, items), next };
}

/** Capped at 100, which is all a menu has room for. */
export const countProposals = ({ db }: Pick<Ctx, "db">): Promise<number> => data.countProposals(db, MAX_COUNTED);
