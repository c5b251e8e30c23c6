import { insertBase } from "../../data/bases.ts";
import { countForSite } from "../../data/counters.ts";
import { insertTemplate, type NewTemplate } from "../../data/templates.ts";
import { DomainError, isOutage } from "../../errors.ts";
import { refuseGuests } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import type { NewBase } from "../make/base-files.ts";
import { storeBases } from "../make/make-meme.ts";
import { deleteDiscarded } from "../memes/discard-image.ts";

/**
 * Stores pictures, then runs the transaction that refers to them. If it is refused in the end, they are deleted; after an
 * outage we cannot know, and leave them to the sweep.
 */
export async function withStored<T>(
  ctx: Pick<Ctx, "db" | "storage">,
  bases: readonly NewBase[],
  add: () => Promise<T>,
): Promise<T> {
  try {
    await storeBases(ctx, bases);
    return await add();
  } catch (error) {
    if (!isOutage(error))
      await deleteDiscarded(
        ctx,
        bases.map(({ base }) => base),
      );
    throw error;
  }
}

/** The rows of a template whose pictures are stored. `charge` counts the bytes of those that belong to somebody. */
export async function addTemplate(
  ctx: Ctx,
  template: NewTemplate,
  bases: readonly NewBase[],
  charge: (tx: Ctx, bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  refuseGuests(ctx.actor);
  const bytesOf = (isOwned: boolean) =>
    bases.reduce((sum, { base }) => sum + ((base.ownerId !== undefined) === isOwned ? base.bytes : 0), 0);
  await inTransaction(ctx, async (tx) => {
    for (const { base } of bases) await insertBase(tx.db, base);
    if (!(await insertTemplate(tx.db, template))) throw new DomainError("conflict", "The template is there already.");
    await countForSite(tx.db, "bytes", bytesOf(false));
    await charge(tx, bytesOf(true));
  });
}
