import type { Standing } from "../../data/scores.ts";
import { listTagged, type TagOrder } from "../../data/tagged.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import { readListedPage, type MemeReader } from "../memes/read-listed.ts";

export interface TaggedMemesQuery extends PageQuery<Standing> {
  /** In its one form. */
  tag: string;
  order: TagOrder;
  age: Age;
}

export const listTaggedMemes = <T>(
  ctx: Ctx,
  query: TaggedMemesQuery,
  reader: MemeReader<T>,
): Promise<Page<T, Standing>> =>
  readListedPage(
    ctx,
    query,
    (part) => listTagged(ctx.db, { ...query, ...part, maxAge: query.age }),
    ({ subject }) => subject,
    reader,
  );
