import { listDays, type DayCursor } from "../../data/days.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { memesWithAuthors, readListedPage } from "./read-listed.ts";

/** Memes of the day, newest first. Never a mature one. */
export const listMemesOfDays = (ctx: Ctx, query: PageQuery<DayCursor>): Promise<Page<MemeWithAuthor, DayCursor>> =>
  readListedPage(
    ctx,
    query,
    (part) => listDays(ctx.db, part),
    ({ id }) => id,
    memesWithAuthors,
  );
