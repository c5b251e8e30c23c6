import { listHottest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import { readLatest } from "./read-latest.ts";
import type { MemeReader } from "./read-listed.ts";

/** Hottest first: new ones, and the better they are rated, the longer. */
export const listHotMemes = <T>(
  ctx: Ctx,
  query: PageQuery<MemeCursor> & { age: Age },
  reader: MemeReader<T>,
): Promise<Page<T, MemeCursor>> => readLatest(ctx, "hot", query, listHottest, reader);
