import type { Standing } from "../../data/scores.ts";
import { listTagged, type TagOrder } from "../../data/tagged.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { readListed } from "../memes/read-listed.ts";

export interface TaggedMemesQuery extends PageQuery<Standing> {
  /** In its one form. */
  tag: string;
  order: TagOrder;
  age: Age;
}

export async function listTaggedMemes(ctx: Ctx, query: TaggedMemesQuery): Promise<Page<MemeWithAuthor, Standing>> {
  const found = await listTagged(ctx.db, { ...query, maxAge: query.age, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ subject }) => subject);
  return { items: await readListed(ctx, ids), next };
}
