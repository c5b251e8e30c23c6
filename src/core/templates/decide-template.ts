import { deleteTemplate, updateTemplate } from "../../data/templates.ts";
import { findUser } from "../../data/users.ts";
import type { ActKind } from "../../entities/act.ts";
import type { Template } from "../../entities/template.ts";
import { DomainError } from "../../errors.ts";
import { message, type Message } from "../../words/messages.ts";
import { requireMember, requireStaff } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { dropBases } from "../make/release-bases.ts";
import { recordAct } from "../moderation/record-act.ts";
import { MAX_NOTE } from "../moderation/hide-meme.ts";
import { notifyPerson } from "../notifications/notify-person.ts";
import { cleanText } from "../text.ts";
import { canWithdraw, lockVisibleTemplate } from "./find-template.ts";

/** Offers a template to everyone: one that was proposed, or that has been retired. */
export async function acceptTemplate(ctx: Ctx, id: string): Promise<Template> {
  requireStaff(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const template = await lockVisibleTemplate(tx, id);
    if (template.status === "accepted") throw alreadyDecided();
    await updateTemplate(tx.db, id, { status: "accepted", decidedAt: tx.now });
    await recordOnTemplate(tx, "accept-template", template);
    if (template.status === "proposed")
      await tellAuthor(tx, template, message("templates.told-accepted", { name: template.name }));
    return { ...template, status: "accepted", decidedAt: tx.now };
  });
}

/** Deletes a proposal, and says why. */
export async function refuseTemplate(ctx: Ctx, input: { id: string; reason: string }): Promise<void> {
  requireStaff(ctx.actor);
  const reason = cleanText("reason", input.reason.trim(), { min: 1, max: MAX_NOTE });
  await inFreeingTransaction(ctx, async (tx) => {
    const template = await lockVisibleTemplate(tx, input.id);
    if (template.status !== "proposed") throw alreadyDecided();
    await dropTemplate(tx, template);
    await recordOnTemplate(tx, "refuse-template", template, reason);
    await tellAuthor(tx, template, message("templates.told-refused", { name: template.name, reason }));
  });
}

/** Nobody is offered it any more. Memes made with it stay as they are. */
export async function retireTemplate(ctx: Ctx, id: string): Promise<void> {
  requireStaff(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    const template = await lockVisibleTemplate(tx, id);
    if (template.status !== "accepted") throw alreadyDecided();
    await updateTemplate(tx.db, id, { status: "retired", decidedAt: tx.now });
    await recordOnTemplate(tx, "retire-template", template);
  });
}

/** Takes back one's own proposal. */
export async function withdrawTemplate(ctx: Ctx, id: string): Promise<void> {
  requireMember(ctx.actor);
  await inFreeingTransaction(ctx, async (tx) => {
    const template = await lockVisibleTemplate(tx, id);
    if (!canWithdraw(tx.actor, template)) throw alreadyDecided();
    await dropTemplate(tx, template);
  });
}

/** Runs inside a transaction. Its pictures go with it, unless something else needs them. */
export async function dropTemplate(tx: Ctx, { id, baseId, previewId }: Template): Promise<void> {
  await deleteTemplate(tx.db, id);
  await dropBases(tx, previewId === undefined ? [baseId] : [baseId, previewId]);
}

export const alreadyDecided = () => new DomainError("invalid", message("error.template-decided"));

/** The log names it, because it may be gone by then. */
export async function recordOnTemplate(tx: Ctx, kind: ActKind, template: Template, why = ""): Promise<void> {
  const user = template.authorId === undefined ? undefined : await findUser(tx.db, template.authorId);
  await recordAct(tx, { kind, ...(user ? { user } : {}), note: why ? `${template.name}: ${why}` : template.name });
}

async function tellAuthor(tx: Ctx, { authorId }: Template, sentence: Message): Promise<void> {
  const isOwn = tx.actor.kind === "member" && tx.actor.user.id === authorId;
  if (authorId !== undefined && !isOwn) await notifyPerson(tx, authorId, sentence);
}
