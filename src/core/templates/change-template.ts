import { findBase, insertBase } from "../../data/bases.ts";
import { countForSite } from "../../data/counters.ts";
import { updateTemplate } from "../../data/templates.ts";
import type { Age } from "../../entities/age.ts";
import { requireStaff } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { baseFile } from "../make/base-files.ts";
import { readPicture } from "../make/draw-meme.ts";
import { dropBases } from "../make/release-bases.ts";
import { cleanAlt } from "../memes/caption-meme.ts";
import { withStored } from "./add-template.ts";
import { recordOnTemplate } from "./decide-template.ts";
import { drawPreview } from "./draw-preview.ts";
import { findVisibleTemplate, lockVisibleTemplate, noTemplate } from "./find-template.ts";
import { readBoxes } from "./template-recipe.ts";
import { cleanSamples, cleanTemplateName, cleanTemplateTags } from "./template-texts.ts";

export interface TemplateChange {
  id: string;
  name: string;
  /** As typed. */
  tags: string;
  alt: string;
  age: Age;
  sampleTexts: readonly string[];
  /** JSON, as in a recipe. */
  boxes: string;
}

/** Everything but the picture. Memes made with it stay as they are. */
export async function changeTemplate(ctx: Ctx, input: TemplateChange): Promise<void> {
  requireStaff(ctx.actor);
  const before = await findVisibleTemplate(ctx, input.id);
  const words = { name: cleanTemplateName(input.name), tags: cleanTemplateTags(input.tags), alt: cleanAlt(input.alt) };
  const recipe = readBoxes(before, input.boxes);
  const sampleTexts = cleanSamples(input.sampleTexts, recipe.boxes.length);
  const base = await findBase(ctx.db, before.baseId);
  if (!base) throw noTemplate();
  const bytes = await readPicture(ctx, { file: baseFile(base) });
  const preview = await drawPreview(ctx, { recipe, sampleTexts, bytes });
  await withStored(ctx, [preview], () =>
    inTransaction(ctx, async (tx) => {
      const { id, previewId } = await lockVisibleTemplate(tx, input.id);
      await insertBase(tx.db, preview.base);
      await countForSite(tx.db, "bytes", preview.base.bytes);
      const change = { ...words, age: input.age, sampleTexts, recipe: JSON.stringify(recipe) };
      await updateTemplate(tx.db, id, { ...change, previewId: preview.base.id });
      if (previewId !== undefined) await dropBases(tx, [previewId]);
      await recordOnTemplate(tx, "edit-template", { ...before, ...words });
    }),
  );
}
