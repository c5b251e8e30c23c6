import type { MemeCursor } from "../../data/newest.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import { listHeldMemes, type HeldPage } from "./list-held.ts";

/** Memes waiting for approval, oldest first. */
export const listWaiting = (ctx: Ctx, query: PageQuery<MemeCursor>): Promise<HeldPage> =>
  listHeldMemes(ctx, "waiting", query);
