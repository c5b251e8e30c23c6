import { forgetRecipes, forgetTemplateOf } from "../../data/recipes.ts";
import { listMadeWith, updateTemplate } from "../../data/templates.ts";
import { findBannedByHash } from "../../data/banned-pictures.ts";
import { findBase } from "../../data/bases.ts";
import { findMeme } from "../../data/memes.ts";
import type { Meme } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { baseFile } from "../make/base-files.ts";
import { deleteFound } from "../memes/delete-meme.ts";
import type { Template } from "../../entities/template.ts";
import { requireStaff } from "../access.ts";
import { inFreeingTransaction, type Ctx } from "../ctx.ts";
import { dropBases } from "../make/release-bases.ts";
import { MAX_NOTE } from "../moderation/hide-meme.ts";
import { banStored, looksOfFile, MAX_BAN_REASON } from "../moderation/ban-picture.ts";
import { cleanText } from "../text.ts";
import { dropTemplate, recordOnTemplate } from "./decide-template.ts";
import { lockVisibleTemplate } from "./find-template.ts";

/** What becomes of memes that were made with it. Those that stay lose their recipe: nobody can edit or remix them. */
export const FATES = ["keep", "delete"] as const;
export type Fate = (typeof FATES)[number];

interface Removal {
  id: string;
  fate: Fate;
  reason: string;
  /** Nobody can post its picture any more. If its memes go too, this includes pictures that look like it. */
  ban?: boolean;
}

/** Somebody waits for the answer. What is left then is done when they ask again. */
const PATIENCE_MS = 5000;
const AT_ONCE = 100;

/**
 * Deletes a template with its picture, and the recipes of all memes made with it. Returns whether it is gone: if too many
 * memes were made with it, it is only retired, and removing it again continues.
 */
export async function removeTemplate(ctx: Ctx, input: Removal): Promise<boolean> {
  requireStaff(ctx.actor);
  const { ban = false, fate } = input;
  const reason = cleanText("reason", input.reason.trim(), {
    ...(ban ? { min: 1, max: MAX_BAN_REASON } : { max: MAX_NOTE }),
    field: "reason",
  });
  // First of all, so that nobody makes another meme with it.
  const template = await inFreeingTransaction(ctx, async (tx) => {
    const found = await lockVisibleTemplate(tx, input.id);
    if (found.status === "accepted") await updateTemplate(tx.db, found.id, { status: "retired", decidedAt: tx.now });
    return found;
  });
  if (ban) await banBase(ctx, template, { reason, alike: fate === "delete" });
  const until = performance.now() + PATIENCE_MS;
  while (await settleSome(ctx, template, fate, reason)) if (performance.now() > until) return false;
  await inFreeingTransaction(ctx, async (tx) => {
    const { slug } = await lockVisibleTemplate(tx, template.id);
    // Otherwise the next version would bring it back.
    if (slug === undefined) await dropTemplate(tx, template);
    else await updateTemplate(tx.db, template.id, { status: "removed", decidedAt: tx.now });
    await recordOnTemplate(tx, "remove-template", template, reason);
  });
  return true;
}

async function banBase(ctx: Ctx, template: Template, { reason, alike }: { reason: string; alike: boolean }) {
  const base = await findBase(ctx.db, template.baseId);
  // Removing it may have begun before.
  if (!base || (await findBannedByHash(ctx.db, base.hash))) return;
  const looks = alike ? await looksOfFile(ctx, baseFile(base)) : undefined;
  await banStored(ctx, { imageHash: base.hash, looks, reason }, (tx) =>
    recordOnTemplate(tx, "ban-picture", template, reason),
  );
}

/** Returns whether there may be more. */
async function settleSome(ctx: Ctx, { id }: Template, fate: Fate, reason: string): Promise<boolean> {
  const memes = await listMadeWith(ctx.db, id, AT_ONCE);
  if (memes.length === 0) return false;
  if (fate === "keep") await inFreeingTransaction(ctx, (tx) => keepMemes(tx, memes));
  else for (const memeId of memes) await deleteFound(ctx, reason, (tx) => requireMeme(tx, memeId)).catch(ifGone);
  return true;
}

async function keepMemes(tx: Ctx, memeIds: readonly string[]): Promise<void> {
  await forgetTemplateOf(tx.db, memeIds);
  await dropBases(tx, await forgetRecipes(tx.db, memeIds));
}

/** Whoever can see it: no meme may keep what the template had to go for. */
async function requireMeme({ db }: Ctx, memeId: string): Promise<Meme> {
  const meme = await findMeme(db, memeId);
  if (!meme) throw new DomainError("not_found", message("error.no-meme"));
  return meme;
}

/** Somebody was faster. */
function ifGone(error: unknown) {
  if (!(error instanceof DomainError && error.code === "not_found")) throw error;
}
