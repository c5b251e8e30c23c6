import type { Period } from "../../data/periods.ts";
import { listBestMemes, type Standing } from "../../data/scores.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { readListed } from "./read-listed.ts";

/** Best first, by ratings received in the period. */
export async function listTopMemes(
  ctx: Ctx,
  query: PageQuery<Standing> & { age: Age; period: Period | "all" },
): Promise<Page<MemeWithAuthor, Standing>> {
  const found = await listBestMemes(ctx.db, { ...query, maxAge: query.age, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const ids = items.map(({ subject }) => subject);
  return { items: await readListed(ctx, ids), next };
}
