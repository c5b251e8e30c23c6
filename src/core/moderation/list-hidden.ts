import type { MemeCursor } from "../../data/newest.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import { listHeldMemes, type HeldPage } from "./list-held.ts";

/** Memes hidden by staff, oldest first. */
export const listHidden = (ctx: Ctx, query: PageQuery<MemeCursor>): Promise<HeldPage> =>
  listHeldMemes(ctx, "hidden", query);
