import { hasFollow } from "../../data/follows.ts";
import { findMade } from "../../data/recipes.ts";
import type { Remixers } from "../../entities/made-meme.ts";
import type { Meme } from "../../entities/meme.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { isAuthor } from "../access.ts";
import type { Ctx } from "../ctx.ts";

type Reader = Pick<Ctx, "db" | "actor">;

/** Whether the caller may remix what this person made, if they can see it. */
export async function isRemixer({ db, actor }: Reader, authorId: string, remix: Remixers): Promise<boolean> {
  if (isAuthor(actor, { authorId }) || actor.kind === "system") return true;
  if (remix !== "followers") return remix === "everyone";
  return actor.kind === "member" && hasFollow(db, actor.user.id, authorId);
}

/** The same for a meme that the caller can see. */
export async function mayRemix(ctx: Reader, meme: Pick<Meme, "id" | "authorId">): Promise<boolean> {
  return isRemixer(ctx, meme.authorId, await remixersOf(ctx, meme.id));
}

/** What was uploaded is not for others to remix, unless its author says so. */
const remixersOf = async ({ db }: Pick<Ctx, "db">, memeId: string): Promise<Remixers> =>
  (await findMade(db, memeId))?.remix ?? "nobody";

/** Says who may, since everybody can see that there is something to remix. */
export async function requireRemixer(ctx: Reader, meme: Pick<Meme, "id" | "authorId">): Promise<void> {
  const remix = await remixersOf(ctx, meme.id);
  if (await isRemixer(ctx, meme.authorId, remix)) return;
  throw new DomainError("not_allowed", message(remix === "followers" ? "make.remix-followers" : "make.remix-nobody"));
}
