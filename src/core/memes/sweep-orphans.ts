import { recordStored } from "./stored-amount.ts";
import { requireOperator } from "../access.ts";
import { evenWhenFull, type Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";
import { claimStorage } from "./claim-storage.ts";
import { add, findOrphans, type Amount } from "./find-orphans.ts";

const AT_ONCE = 16;

/**
 * Deletes stored files that belong to no meme, and returns how much that was. Nothing else walks the whole storage, so
 * usage is counted along the way.
 */
export async function sweepOrphans(ctx: Ctx, { now, signal }: { now: number; signal?: AbortSignal }): Promise<Amount> {
  requireOperator(ctx.actor);
  const refusal = await claimStorage(ctx);
  if (refusal) throw new DomainError("not_allowed", refusal);
  const [swept, kept, young] = [nothing(), nothing(), nothing()];
  for await (const orphans of findOrphans(ctx, { now, kept })) {
    const old = orphans.filter((file) => !file.young);
    for (const file of orphans) if (file.young) add(young, file);
    for (let at = 0; at < old.length; at += AT_ONCE) {
      const some = old.slice(at, at + AT_ONCE);
      await Promise.all(some.map(({ key }) => ctx.storage.delete(key)));
      for (const file of some) add(swept, file);
    }
    signal?.throwIfAborted();
  }
  await evenWhenFull(ctx, () => recordStored(ctx, { at: now, kept, young, swept }));
  return swept;
}

const nothing = (): Amount => ({ files: 0, bytes: 0 });
