import { listNewest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import { readLatest } from "./read-latest.ts";
import type { MemeReader } from "./read-listed.ts";

export const memeCursorOf = (meme: Meme): MemeCursor => ({ at: meme.createdAt, id: meme.id });

/** Newest first. */
export const listRecentMemes = <T>(
  ctx: Ctx,
  query: PageQuery<MemeCursor> & { age: Age },
  reader: MemeReader<T>,
): Promise<Page<T, MemeCursor>> => readLatest(ctx, "new", query, listNewest, reader);
