import { findTemplate, lockTemplate } from "../../data/templates.ts";
import type { Template } from "../../entities/template.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { isStaff, type PossibleActor } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";

const isOwn = (actor: PossibleActor, { authorId }: Pick<Template, "authorId">) =>
  actor.kind === "member" && actor.user.id === authorId;

/** Others see a template once it is accepted, and for as long as it is. */
export const canSeeTemplate = (actor: PossibleActor, template: Pick<Template, "authorId" | "status">): boolean =>
  template.status === "accepted" || canWithdraw(actor, template) || (template.status !== "removed" && isStaff(actor));

/** People may take back what nobody has decided about. */
export const canWithdraw = (actor: PossibleActor, template: Pick<Template, "authorId" | "status">): boolean =>
  template.status === "proposed" && isOwn(actor, template);

export const noTemplate = () => new DomainError("not_found", message("error.no-template"));

/** The only gate to a template. */
export async function findVisibleTemplate({ db, actor }: Pick<Ctx, "db" | "actor">, id: string): Promise<Template> {
  const found = isId(id) ? await findTemplate(db, id) : undefined;
  if (!found || !canSeeTemplate(actor, found)) throw noTemplate();
  return found;
}

/** The same, so that nobody else decides about it meanwhile. */
export async function lockVisibleTemplate(tx: Ctx, id: string): Promise<Template> {
  const found = isId(id) ? await lockTemplate(tx.db, id) : undefined;
  if (!found || !canSeeTemplate(tx.actor, found)) throw noTemplate();
  return found;
}
