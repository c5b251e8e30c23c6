import { countFavourites, deleteFavourite, insertFavourite } from "../../data/templates.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { isId } from "../ids.ts";
import { findVisibleTemplate } from "./find-template.ts";

export const MAX_FAVOURITES = 500;

/** Idempotent. False if it was one before. */
export async function favouriteTemplate(ctx: Ctx, id: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  return inTransaction(ctx, async (tx) => {
    const template = await findVisibleTemplate(tx, id);
    if (!(await insertFavourite(tx.db, user.id, template.id, ctx.now))) return false;
    if ((await countFavourites(tx.db, user.id, MAX_FAVOURITES + 1)) > MAX_FAVOURITES)
      throw new DomainError("invalid", message("error.many-favourites", { most: MAX_FAVOURITES }));
    return true;
  });
}

/** Idempotent, and also for templates that are retired now. */
export async function unfavouriteTemplate(ctx: Ctx, id: string): Promise<boolean> {
  const { user } = requireMember(ctx.actor);
  return isId(id) && inFreeingTransaction(ctx, ({ db }) => deleteFavourite(db, user.id, id));
}
