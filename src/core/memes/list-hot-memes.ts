import { listHottest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import { readLatest, type MemePage } from "./read-latest.ts";

/** Hottest first: new ones, and the better they are rated, the longer. */
export const listHotMemes = (ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> =>
  readLatest(ctx, "hot", query, listHottest);
