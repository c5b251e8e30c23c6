import type { Age } from "../../entities/age.ts";
import { findMemes } from "../../data/memes.ts";
import type { Period } from "../../data/periods.ts";
import { listBestOf, type Standing } from "../../data/standings.ts";
import { ALLOWED } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf, type Page, type PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "./find-visible-meme.ts";
import { withAuthors } from "./with-authors.ts";

/** Best first, by ratings received in the period. */
export async function listTopMemes(
  ctx: Ctx,
  query: PageQuery<Standing> & { age: Age; period: Period | "all" },
): Promise<Page<MemeWithAuthor, Standing>> {
  const boards = ALLOWED[query.age].map((age) => `memes:${age}` as const);
  const found = await listBestOf(ctx.db, { ...query, boards, amount: query.amount + 1 });
  const { items, next } = pageOf(found, query.amount, (last) => last);
  const memes = await findMemes(
    ctx.db,
    items.map(({ subject }) => subject),
  );
  return { items: await withAuthors(ctx, memes), next };
}
