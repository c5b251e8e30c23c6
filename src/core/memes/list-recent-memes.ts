import { listNewest, type MemeCursor } from "../../data/newest.ts";
import type { Age } from "../../entities/age.ts";
import type { Meme } from "../../entities/meme.ts";
import type { Ctx } from "../ctx.ts";
import type { PageQuery } from "../lists.ts";
import { readLatest, type MemePage } from "./read-latest.ts";

export const memeCursorOf = (meme: Meme): MemeCursor => ({ at: meme.createdAt, id: meme.id });

/** Newest first. */
export const listRecentMemes = (ctx: Ctx, query: PageQuery<MemeCursor> & { age: Age }): Promise<MemePage> =>
  readLatest(ctx, "new", query, listNewest);
