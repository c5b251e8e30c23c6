import type { Period } from "../../data/periods.ts";
import { listBestMemes, type Standing } from "../../data/scores.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import { readListedPage, type MemeReader } from "./read-listed.ts";

/** Best first, by ratings received in the period. */
export const listTopMemes = <T>(
  ctx: Ctx,
  query: PageQuery<Standing> & { age: Age; period: Period | "all" },
  reader: MemeReader<T>,
): Promise<Page<T, Standing>> =>
  readListedPage(
    ctx,
    query,
    (part) => listBestMemes(ctx.db, { ...part, maxAge: query.age, period: query.period }),
    ({ subject }) => subject,
    reader,
  );
