import { listBestMade } from "../../data/template-memes.ts";
import type { Standing } from "../../data/scores.ts";
import type { Age } from "../../entities/age.ts";
import type { Ctx } from "../ctx.ts";
import type { Page, PageQuery } from "../lists.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { memesWithAuthors, readListedPage } from "../memes/read-listed.ts";
import { findVisibleTemplate, noTemplate } from "./find-template.ts";
import { withPictures, type ShownTemplate } from "./list-templates.ts";

export async function readTemplate(ctx: Ctx, id: string): Promise<ShownTemplate> {
  const template = await findVisibleTemplate(ctx, id);
  const [shown] = await withPictures(ctx, [template]);
  if (!shown) throw noTemplate();
  return shown;
}

/** What others have made with it, the best first. */
export const listMemesOfTemplate = (
  ctx: Ctx,
  templateId: string,
  { age, ...query }: PageQuery<Standing> & { age: Age },
): Promise<Page<MemeWithAuthor, Standing>> =>
  readListedPage(
    ctx,
    query,
    (part) => listBestMade(ctx.db, { templateId, maxAge: age, ...part }),
    ({ subject }) => subject,
    memesWithAuthors,
  );
